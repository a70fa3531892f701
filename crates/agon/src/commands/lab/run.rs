//! `agon lab run`: performs what is missing of an experiment.

use super::{ScaleName, files};
use crate::Outcome;
use crate::commands::match_::ResultsFile;
use crate::interrupt::{self, interrupted};
use crate::progress::Progress;
use crate::provenance::provenance;
use crate::rulesheet::UsageError;
use anyhow::Context;
use lab::{Ended, Environment, Experiment, RunRequest, Scale};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Run an experiment, or what is missing of it
///
/// Results are added to RESULTS/NAME-SCALE.jsonl, a line for each finished match or trial. The same experiment gives
/// the same results whenever it is run, except for times, unless its players have seconds instead of simulations.
/// Ctrl-C stops; what has not been finished is done by the next run.
#[derive(clap::Args)]
pub struct Options {
    /// The name of an experiment, or the path of its file
    name: String,
    /// The thoroughness of the run
    #[arg(long, value_enum, default_value = "small")]
    scale: ScaleName,
    /// The folder with the results
    #[arg(long, default_value = files::RESULTS, value_name = "FOLDER")]
    results: PathBuf,
    /// The number of matches or trials at once [default: one for each processor, which is the largest number where
    /// players have seconds]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Only this cell of the table; can be given several times
    #[arg(long, value_name = "ROW/COLUMN")]
    cell: Vec<String>,
}

/// Performs what is missing, and prints the table of these cells.
pub fn run(options: Options) -> anyhow::Result<Outcome> {
    let experiment = files::find(&options.name)?;
    check_cells(&experiment, &options.cell)?;
    let scale = options.scale.into();
    let threads = threads(&options, &experiment)?;
    let path = files::path(&options.results, &experiment, scale, "jsonl");
    let (ended, done, total) = perform(&options, &experiment, scale, threads, &path)?;
    let bytes = fs::read(&path).with_context(|| path.display().to_string())?;
    let summary = experiment.summary(scale, &bytes)?;
    let is_chosen = |row: &str| {
        let is_of_row = |cell: &String| cell == row || cell.starts_with(&format!("{row}/"));
        options.cell.is_empty() || options.cell.iter().any(is_of_row)
    };
    let mut out = std::io::stdout().lock();
    write!(out, "{}", summary.filtered(is_chosen))?;
    let units = experiment.unit().many;
    writeln!(out, "{done} of {total} {units} are in {}", path.display())?;
    Ok(match ended {
        Ended::Done => Outcome::Fine,
        Ended::Stopped => {
            eprintln!("stopped; the same command goes on from here");
            Outcome::Found
        }
    })
}

/// Checks that all wanted cells exist.
fn check_cells(experiment: &Experiment, cells: &[String]) -> Result<(), UsageError> {
    let known = experiment.cells();
    match cells.iter().find(|cell| !known.contains(cell)) {
        None => Ok(()),
        Some(unknown) => {
            let known = known.join("`, `");
            Err(UsageError(format!("there is no cell `{unknown}`; there are `{known}`")))
        }
    }
}

/// Returns the number of threads. Where players have seconds, matches must not take time from each other.
fn threads(options: &Options, experiment: &Experiment) -> Result<usize, UsageError> {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = options.threads.map_or(processors, usize::from);
    if threads <= processors || !experiment.has_clocks() {
        return Ok(threads);
    }
    Err(UsageError(format!(
        "--threads {threads}: where players have seconds, at most {processors} matches can be played at once, one for each processor"
    )))
}

/// Performs what is missing of the wanted cells and adds it to the file. Returns the way in which that ended, and the
/// numbers of finished and of all tasks.
fn perform(
    options: &Options,
    experiment: &Experiment,
    scale: Scale,
    threads: usize,
    path: &Path,
) -> anyhow::Result<(Ended, usize, usize)> {
    let name = || path.display().to_string();
    let games = files::games(&options.name, experiment)?;
    fs::create_dir_all(&options.results).with_context(|| options.results.display().to_string())?;
    interrupt::watch();
    let (mut file, journal) = ResultsFile::open(path).with_context(name)?;
    let plan = experiment.plan(scale, &options.cell, &journal).with_context(name)?;
    // Half a line at the end is of a run that was killed.
    file.cut(lab::whole_lines(&journal)).with_context(name)?;
    let begun = Instant::now();
    let environment = Environment { games, clock: &|| begun.elapsed(), go_on: &|| !interrupted() };
    let request = RunRequest {
        scale,
        cells: &options.cell,
        journal: &journal,
        threads,
        provenance: &provenance(),
        environment: &environment,
    };
    let mut progress = Progress::new(plan.missing as u64, experiment.unit().many);
    let mut finished = 0;
    let ended = experiment.run(&request, &mut |line| {
        file.add(line)?;
        finished += 1;
        progress.at(finished);
        Ok(())
    });
    let ended = ended.with_context(|| options.name.clone())?;
    Ok((ended, plan.done + finished as usize, plan.total))
}
