//! `agon lab report`: writes the report of an experiment.

use super::{ScaleName, files};
use crate::Outcome;
use anyhow::Context;
use lab::{Experiment, Facts, Scale};
use std::fs;
use std::io::Write;
use std::path::PathBuf;

/// Write the report of an experiment
///
/// Reads RESULTS/NAME-SCALE.jsonl and writes RESULTS/NAME-SCALE.md and, if the kind has a figure, RESULTS/NAME-SCALE.svg. A
/// report can be written while the experiment runs.
#[derive(clap::Args)]
pub struct Options {
    /// The name of an experiment, or the path of its file
    name: String,
    /// The scale of the run [default: all that have results]
    #[arg(long, value_enum)]
    scale: Option<ScaleName>,
    /// The folder with the results
    #[arg(long, default_value = files::RESULTS, value_name = "FOLDER")]
    results: PathBuf,
    /// The commit to name in the report for results that do not record theirs
    #[arg(long, value_name = "HASH")]
    commit: Option<String>,
}

/// Writes a report for each scale that has results.
pub fn run(options: Options) -> anyhow::Result<Outcome> {
    let experiment = files::find(&options.name)?;
    let scale = options.scale.map(Scale::from);
    for scale in files::scales_with_results(&experiment, &options.results, scale, &options.name)? {
        write_report(&options, &experiment, scale)?;
    }
    Ok(Outcome::Fine)
}

fn write_report(options: &Options, experiment: &Experiment, scale: Scale) -> anyhow::Result<()> {
    let (path, bytes) = files::results(&options.results, experiment, scale)?;
    let facts = Facts {
        commit: options.commit.clone(),
        name: options.name.clone(),
        figure: format!("{}-{scale}.svg", experiment.id),
    };
    let report = experiment.report(scale, &bytes, &facts);
    let report = report.with_context(|| path.display().to_string())?;
    let figure = experiment.figure(scale, &bytes)?;
    for (ending, text) in [("md", Some(report)), ("svg", figure)] {
        let Some(text) = text else { continue };
        let path = files::path(&options.results, experiment, scale, ending);
        fs::write(&path, text).with_context(|| path.display().to_string())?;
        writeln!(std::io::stdout(), "{}", path.display())?;
    }
    Ok(())
}
