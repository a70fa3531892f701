//! `agon lab export`: writes results for other programs.

use super::{ScaleName, files};
use crate::Outcome;
use anyhow::Context;
use lab::{Format, Scale};
use std::fs;
use std::io::Write;
use std::path::PathBuf;

/// Write the results of an experiment for other programs
///
/// Reads RESULTS/NAME-SCALE.jsonl. As CSV, there is a row for each finished match or trial, and nested fields have
/// columns of their own, such as `task.game`; lists are JSON in one cell. As JSON, there is an array with an object
/// for each.
#[derive(clap::Args)]
pub struct Options {
    /// The name of an experiment, or the path of its file
    name: String,
    /// The form of the results
    #[arg(long, value_enum, default_value = "csv")]
    format: FormatName,
    /// The scale of the run [default: full if it has results, otherwise small]
    #[arg(long, value_enum)]
    scale: Option<ScaleName>,
    /// The folder with the results
    #[arg(long, default_value = files::RESULTS, value_name = "FOLDER")]
    results: PathBuf,
    /// The file to write [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum FormatName {
    /// A table of comma-separated values
    Csv,
    /// An array of objects
    Json,
}

/// Writes the results of an experiment.
pub fn run(options: Options) -> anyhow::Result<Outcome> {
    let experiment = files::find(&options.name)?;
    let wanted = options.scale.map(Scale::from);
    let scales = files::scales_with_results(&experiment, &options.results, wanted, &options.name)?;
    let scale = *scales.last().context("a scale has results")?;
    let (path, bytes) = files::results(&options.results, &experiment, scale)?;
    let format = match options.format {
        FormatName::Csv => Format::Csv,
        FormatName::Json => Format::Json,
    };
    let text = experiment.export(scale, &bytes, format);
    let text = text.with_context(|| path.display().to_string())?;
    match &options.out {
        None => std::io::stdout().lock().write_all(text.as_bytes())?,
        Some(file) => fs::write(file, text).with_context(|| file.display().to_string())?,
    }
    Ok(Outcome::Fine)
}
