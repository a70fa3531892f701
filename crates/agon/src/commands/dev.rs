//! `agon dev`: commands for those who develop Agon or compare it with other engines.

pub mod bench;
pub mod circuit;
pub mod completions;
pub mod graph;
pub mod perf;
pub mod perft;
pub mod playthrough;
pub mod verify;

use crate::Outcome;

/// Measure, test and look inside the machines that play the games
#[derive(clap::Args)]
pub struct Options {
    #[command(subcommand)]
    command: Command,
}

super::commands! {
    Bench => bench,
    Perf => perf,
    Circuit => circuit,
    Graph => graph,
    Perft => perft,
    Playthrough => playthrough,
    Verify => verify,
    Completions => completions,
}

/// Runs the command of the group.
pub fn run(options: Options) -> anyhow::Result<Outcome> {
    options.command.run()
}
