//! `agon lab list`: the experiments, or one of them.

use super::files;
use crate::Outcome;
use anyhow::Context;
use lab::{Experiment, Scale, TextTable};
use std::io::Write;
use std::path::PathBuf;

/// List the experiments, or describe one
///
/// The table has the name, the kind, the numbers of matches or trials at both scales, and the title, after the
/// place in a document if the experiment follows one. With NAME, describes this experiment and its results so far.
#[derive(clap::Args)]
pub struct Options {
    /// The name of an experiment, or the path of its file
    name: Option<String>,
    /// The folder with the results
    #[arg(long, default_value = files::RESULTS, value_name = "FOLDER", requires = "name")]
    results: PathBuf,
}

/// Lists all experiments, or describes one.
pub fn run(options: Options) -> anyhow::Result<Outcome> {
    match &options.name {
        None => list()?,
        Some(name) => describe(&files::find(name)?, &options)?,
    }
    Ok(Outcome::Fine)
}

fn list() -> anyhow::Result<()> {
    let mut table = TextTable::new(&["name", "kind", "small", "full", "title"]);
    for experiment in lab::experiments() {
        let units = experiment.unit().many;
        let [small, full] = Scale::ALL.map(|scale| experiment.count(scale));
        let document = experiment.document.as_ref();
        let document = document.map_or(String::new(), |document| format!("{document}: "));
        table.row([
            experiment.id.clone(),
            experiment.kind().to_owned(),
            small.to_string(),
            format!("{full} {units}"),
            format!("{document}{}", experiment.title),
        ]);
    }
    Ok(write!(std::io::stdout().lock(), "{table}")?)
}

fn describe(experiment: &Experiment, options: &Options) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{}: {}", experiment.id, experiment.title)?;
    writeln!(out, "question: {}", experiment.question)?;
    if let Some(document) = &experiment.document {
        writeln!(out, "document: {document}: {}", document.found)?;
    }
    writeln!(out, "kind: {}", experiment.kind())?;
    writeln!(out, "games: {}", experiment.games().join(", "))?;
    let (cells, units) = (experiment.cells(), experiment.unit().many);
    writeln!(out, "cells: {}", cells.join(", "))?;
    for scale in Scale::ALL {
        let path = files::path(&options.results, experiment, scale, "jsonl");
        let total = experiment.count(scale);
        if path.is_file() {
            let (path, bytes) = files::results(&options.results, experiment, scale)?;
            let plan = experiment.plan(scale, &[], &bytes);
            let done = plan.with_context(|| path.display().to_string())?.done;
            writeln!(out, "{scale}: {done} of {total} {units} are in {}", path.display())?;
        } else {
            writeln!(
                out,
                "{scale}: {total} {units}, none finished in {}",
                options.results.display()
            )?;
        }
    }
    Ok(())
}
