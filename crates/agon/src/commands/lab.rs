//! `agon lab`: experiments, their results and their reports.

mod export;
mod files;
mod list;
mod report;
mod run;

use crate::Outcome;
use lab::Scale;

/// Run experiments: those of the documents that Agon follows, and your own
///
/// An experiment is a file of the folder `lab` that describes what to do and the result of a document. Every finished
/// match or trial is written to disk at once, so a run can be stopped at any time and the next run goes on; a report
/// shows the results beside those of the document.
#[derive(clap::Args)]
pub struct Options {
    #[command(subcommand)]
    command: Command,
}

super::commands! {
    List => list,
    Run => run,
    Report => report,
    Export => export,
}

/// A scale, as an option of the commands.
#[derive(Clone, Copy, clap::ValueEnum)]
enum ScaleName {
    /// About ten minutes, to see whether everything works
    Small,
    /// As many matches or trials as in the document, or more
    Full,
}

impl From<ScaleName> for Scale {
    fn from(name: ScaleName) -> Scale {
        match name {
            ScaleName::Small => Scale::Small,
            ScaleName::Full => Scale::Full,
        }
    }
}

/// Runs the command of the group.
pub fn run(options: Options) -> anyhow::Result<Outcome> {
    options.command.run()
}
