//! `agon lab`: experiments, their results and their reports.

mod arena;
mod field;
mod garden;
mod gym;
mod school;
mod stocktaking;

pub use school::Rooms;

use super::match_::ResultsFile;
use crate::Outcome;
use crate::interrupt::{self, interrupted};
use crate::progress::Progress;
use crate::rulesheet::{RuleSheet, UsageError};

use anyhow::Context;
use arena::Hall;
use field::Field;
use garden::Garden;
use gym::Gym;
use lab::{
    Counted, Ended, Entry, EstimatesResult, Experiment, Facts, Findings, InventoryResult, Job,
    Journal, Kind, Order, PanelResult, Results, Scale, TrainingResult, Urgency, WinsResult,
};
use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use stocktaking::Stores;

/// Run the experiments of the documents again
///
/// An experiment is a file of the folder `lab` that says what to play and what a document found. Every finished match, or trial of a learner, is
/// written to disk at once, so a run can be stopped at any time and goes on where it was; a report sets the results beside those of
/// the document.
#[derive(clap::Args)]
pub struct Options {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    /// List the experiments
    List,
    /// Run an experiment, or what is left of it
    ///
    /// Results are added to OUT/NAME-SCALE.jsonl, a line for each finished match or trial. The same experiment gives the same results
    /// whenever it is run, but for the times, unless its players have seconds instead of simulations. Ctrl-C stops; what has
    /// not been finished is played again by the next run.
    Run(RunOptions),
    /// Write the report of an experiment
    ///
    /// Reads OUT/NAME-SCALE.jsonl and writes OUT/NAME-SCALE.md and OUT/NAME-SCALE.svg. A report can be had while the
    /// experiment runs.
    Report(ReportOptions),
}

#[derive(clap::Args)]
struct RunOptions {
    /// The name of an experiment, or the path of its file
    name: String,
    /// How thoroughly
    #[arg(long, value_enum, default_value = "small")]
    scale: ScaleName,
    /// The folder for the results
    #[arg(long, default_value = "lab/results", value_name = "FOLDER")]
    out: PathBuf,
    /// How many matches or trials at a time; without it, as many as there are processors, which is the most where players have seconds
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Only this cell of the table; can be given several times
    #[arg(long, value_name = "ROW/COLUMN")]
    cell: Vec<String>,
}

#[derive(clap::Args)]
struct ReportOptions {
    /// The name of an experiment, or the path of its file
    name: String,
    /// Of which run; without it, of all that there are
    #[arg(long, value_enum)]
    scale: Option<ScaleName>,
    /// The folder with the results
    #[arg(long, default_value = "lab/results", value_name = "FOLDER")]
    out: PathBuf,
    /// The commit that the results were made with, to be named in the report
    #[arg(long, value_name = "HASH")]
    commit: Option<String>,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum ScaleName {
    /// In about ten minutes, to see whether everything works
    Small,
    /// As thoroughly as the document, or more
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

/// Lists, runs or reports.
pub fn run(options: Options) -> anyhow::Result<Outcome> {
    match options.command {
        Command::List => list(),
        Command::Run(options) => run_experiment(options),
        Command::Report(options) => report(options),
    }
}

fn list() -> anyhow::Result<Outcome> {
    let mut out = std::io::stdout().lock();
    for experiment in lab::experiments() {
        let Experiment { id, title, question, document, .. } = &experiment;
        let cells = experiment.kind.cells().len();
        let jobs = |scale| match &experiment.kind {
            Kind::Curves(curves) => (curves.trials(id, scale).len(), "trials"),
            Kind::Estimates(estimates) => (estimates.surveys(id, scale).len(), "trials"),
            Kind::Inventory(inventory) => (inventory.stocks(id, scale).len(), "inventories"),
            Kind::Training(training) => (training.drills(id, scale).len(), "trials"),
            Kind::Trees(trees) => (trees.plots(id, scale).len(), "trials"),
            Kind::Matches(_) | Kind::Wins(_) => (experiment.orders(scale).len(), "matches"),
        };
        let [(small, what), (full, _)] = Scale::ALL.map(jobs);
        let document = document.as_ref().map(|document| format!(" ({document})"));
        writeln!(out, "{id}: {title}{}", document.unwrap_or_default())?;
        writeln!(out, "  {question}")?;
        writeln!(out, "  {cells} cells, {small} {what} at scale small, {full} at full\n")?;
    }
    Ok(Outcome::Fine)
}

/// A file of this name, else a bundled experiment.
fn find(name: &str) -> anyhow::Result<Experiment> {
    let path = Path::new(name);
    if !path.is_file() {
        return lab::find(name).map_err(|unknown| UsageError(unknown.to_string()).into());
    }
    let experiment = Experiment::read(name, &read_text(path)?)?;
    let notes = path.with_extension("notes.md");
    match notes.is_file() {
        true => Ok(experiment.with_notes(&read_text(&notes)?)),
        false => Ok(experiment),
    }
}

/// The text of a file that a person wrote.
fn read_text(path: &Path) -> anyhow::Result<String> {
    let name = || path.display().to_string();
    let mut text = String::new();
    let file = File::open(path).with_context(name)?;
    file.take(lab::MOST_BYTES + 1).read_to_string(&mut text).with_context(name)?;
    let most = lab::MOST_BYTES;
    anyhow::ensure!(text.len() as u64 <= most, "{}: it has more than {most} bytes", name());
    Ok(text)
}

fn run_experiment(options: RunOptions) -> anyhow::Result<Outcome> {
    let experiment = find(&options.name)?;
    let known = experiment.kind.cells();
    if let Some(unknown) = options.cell.iter().find(|cell| !known.contains(cell)) {
        let known = known.join("`, `");
        let message = format!("there is no cell `{unknown}`; there are `{known}`");
        return Err(UsageError(message).into());
    }
    let scale = options.scale.into();
    let path = file(&options.out, &experiment, scale, "jsonl");
    fs::create_dir_all(&options.out).with_context(|| options.out.display().to_string())?;
    interrupt::watch();
    let (ended, done, ordered) = match &experiment.kind {
        Kind::Matches(_) | Kind::Wins(_) => {
            let orders = experiment.orders(scale);
            let threads = threads(&options, &orders)?;
            carry_out(&path, orders, &options.cell, &|orders, keep| {
                let hall = Hall::new(orders).with_context(|| options.name.clone())?;
                Ok(lab::run(orders, &hall, threads, &interrupted, keep)?)
            })?
        }
        Kind::Curves(curves) => {
            let trials = curves.trials(&experiment.id, scale);
            let threads = threads(&options, &[])?;
            // Experiments have to mean the same everywhere.
            let bundled = |name: &str| Ok(RuleSheet::bundled(library::find(name)?));
            carry_out(&path, trials, &options.cell, &|trials, keep| {
                let rooms = Rooms::new(trials, &bundled).with_context(|| options.name.clone())?;
                match rooms {
                    Some(rooms) => Ok(lab::teach(trials, &rooms, threads, &interrupted, keep)?),
                    None => Ok(Ended::Stopped),
                }
            })?
        }
        Kind::Estimates(estimates) => {
            let surveys = estimates.surveys(&experiment.id, scale);
            let threads = threads(&options, &[])?;
            carry_out(&path, surveys, &options.cell, &|surveys, keep| {
                let field = Field::new(surveys).with_context(|| options.name.clone())?;
                Ok(lab::survey(surveys, &field, threads, &interrupted, keep)?)
            })?
        }
        Kind::Inventory(inventory) => {
            let stocks = inventory.stocks(&experiment.id, scale);
            let threads = threads(&options, &[])?;
            carry_out(&path, stocks, &options.cell, &|stocks, keep| {
                Ok(lab::take_stock(stocks, &Stores, threads, &interrupted, keep)?)
            })?
        }
        Kind::Training(training) => {
            let drills = training.drills(&experiment.id, scale);
            let threads = threads(&options, &[])?;
            let gym = Gym::default();
            carry_out(&path, drills, &options.cell, &|drills, keep| {
                Ok(lab::train(drills, &gym, threads, &interrupted, keep)?)
            })?
        }
        Kind::Trees(trees) => {
            let plots = trees.plots(&experiment.id, scale);
            let threads = threads(&options, &[])?;
            carry_out(&path, plots, &options.cell, &|plots, keep| {
                let garden = Garden::new(plots).with_context(|| options.name.clone())?;
                Ok(lab::tend(plots, &garden, threads, &interrupted, keep)?)
            })?
        }
    };
    let bytes = fs::read(&path).with_context(|| path.display().to_string())?;
    let findings = Findings::read(&experiment.kind, &bytes)?;
    summarise(&experiment, scale, &findings, &options.cell)?;
    let (what, path) = (what(&experiment.kind), path.display());
    writeln!(std::io::stdout(), "{done} of {ordered} {what} are in {path}")?;
    match ended {
        Ended::Done => Ok(Outcome::Fine),
        Ended::Stopped => {
            eprintln!("stopped; the same command goes on from here");
            Ok(Outcome::Found)
        }
    }
}

/// What an experiment is made of.
fn what(kind: &Kind) -> &'static str {
    match kind {
        Kind::Matches(_) | Kind::Wins(_) => "matches",
        Kind::Curves(_) | Kind::Estimates(_) | Kind::Training(_) | Kind::Trees(_) => "trials",
        Kind::Inventory(_) => "inventories",
    }
}

/// Does jobs, and hands out the record of each.
type Work<'a, R> = &'a dyn Fn(
    &[<R as Entry>::Of],
    &mut dyn FnMut(R) -> std::io::Result<()>,
) -> anyhow::Result<Ended>;

/// Does what is missing of these cells, or of all if none is given, and adds it to the file: how that ended, how many jobs are done now, and of
/// how many.
fn carry_out<R: Entry>(
    path: &Path,
    jobs: Vec<R::Of>,
    cells: &[String],
    work: Work<R>,
) -> anyhow::Result<(Ended, usize, usize)> {
    let name = || path.display().to_string();
    let (mut file, bytes) = ResultsFile::open(path).with_context(name)?;
    let journal: Journal<R> = Journal::read(&bytes).with_context(name)?;
    // Half a line at its end goes away.
    file.cut(journal.whole()).with_context(name)?;
    let ordered = jobs.len();
    let mut missing = journal.missing(jobs).with_context(name)?;
    let done = ordered - missing.len();
    missing.retain(|job| cells.is_empty() || cells.iter().any(|cell| cell == job.key().0));
    if missing.is_empty() {
        return Ok((Ended::Done, done, ordered));
    }
    let mut progress = Progress::new(missing.len() as u64, R::Of::WHAT);
    let mut finished = 0;
    let ended = work(&missing, &mut |record: R| {
        file.add(&record.line())?;
        finished += 1;
        progress.at(finished);
        Ok(())
    })?;
    Ok((ended, done + finished as usize, ordered))
}

/// How many matches at a time. Where players have seconds, matches must not take time from each other.
fn threads(options: &RunOptions, orders: &[Order]) -> anyhow::Result<usize> {
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = options.threads.map_or(processors, usize::from);
    if threads > processors && orders.iter().any(Order::has_clocks) {
        let message = format!(
            "--threads {threads}: where players have seconds, at most {processors} matches can be played at a time, one for each \
             processor"
        );
        return Err(UsageError(message).into());
    }
    Ok(threads)
}

/// Prints what there is of these cells, or of all, beside what a document found.
fn summarise(
    experiment: &Experiment,
    scale: Scale,
    findings: &Findings,
    cells: &[String],
) -> anyhow::Result<()> {
    match findings {
        Findings::Matches(matches, journal) => {
            let results = Results::new(experiment, matches, scale, journal)?;
            summarise_matches(&results, matches.has_reported(), cells)?;
        }
        Findings::Wins(wins, journal) => {
            summarise_wins(&wins.results(&experiment.id, scale, journal)?)?;
        }
        Findings::Curves(curves, journal) => {
            summarise_curves(&curves.results(&experiment.id, scale, journal)?)?;
        }
        Findings::Estimates(estimates, journal) => {
            summarise_estimates(&estimates.results(&experiment.id, scale, journal)?)?;
        }
        Findings::Inventory(inventory, journal) => {
            summarise_inventory(&inventory.results(&experiment.id, scale, journal)?)?;
        }
        Findings::Training(training, journal) => {
            summarise_training(&training.results(&experiment.id, scale, journal)?)?;
        }
        Findings::Trees(trees, journal) => {
            garden::summarise(&trees.results(&experiment.id, scale, journal)?)?;
        }
    }
    Ok(())
}

fn summarise_matches(results: &Results, document: bool, cells: &[String]) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    let chosen = |name: &String| cells.is_empty() || cells.contains(name);
    let names = results.cells.iter().map(|compared| compared.cell.to_string());
    let width = names.filter(chosen).map(|name| name.len()).max().unwrap_or(0);
    let reported = |text: &str| if document { format!(" {text:>15}") } else { String::new() };
    let (matches, won) = ("matches", "% won");
    writeln!(out, "{:<width$} {matches:>7} {won:>15}{}", "cell", reported("document"))?;
    for compared in &results.cells {
        let (cell, matches) = (compared.cell.to_string(), compared.tally.matches());
        if !chosen(&cell) {
            continue;
        }
        let [ours, theirs] = [compared.tally.share(), compared.reported()];
        let theirs = reported(&theirs.to_string());
        writeln!(out, "{cell:<width$} {matches:>7} {:>15}{theirs}", ours.to_string())?;
    }
    Ok(())
}

fn summarise_wins(results: &[WinsResult]) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    let width = results.iter().map(|result| result.row.game.len()).max().unwrap_or(0);
    let count = |won: u64, matches: u64| format!("{won} of {matches}");
    writeln!(out, "{:<width$} {:>12} {:>12} {:>12}", "game", "won", "chance", "document")?;
    for WinsResult { row, player, chance } in results {
        let [ours, theirs, reported] = [
            count(player.won, player.matches),
            count(chance.won, chance.matches),
            count(row.reported.won, row.reported.matches),
        ];
        writeln!(out, "{:<width$} {ours:>12} {theirs:>12} {reported:>12}", row.game)?;
    }
    Ok(())
}

fn summarise_curves(results: &[PanelResult]) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    let cells = results.iter().flat_map(|result| {
        let panel = result.panel;
        result
            .learners
            .iter()
            .map(move |learner| (format!("{}/{}", panel.name, learner.pupil.name), panel, learner))
    });
    let cells: Vec<_> = cells.collect();
    let width = cells.iter().map(|(cell, ..)| cell.len()).max().unwrap_or(0);
    let (trials, first, last, needed) = ("trials", "at first", "at last", "matches needed");
    writeln!(out, "{:<width$} {trials:>7} {first:>9} {last:>9} {needed:>15}", "cell")?;
    let number = |mean: Option<f64>| mean.map_or("–".to_owned(), |mean| format!("{mean:.1}"));
    for (cell, panel, learner) in cells {
        let (points, trials) = (learner.points(panel), learner.courses.len());
        let whole = (panel.window / panel.step()) as usize;
        let first = points.get(whole - 1).and_then(|point| point.sample.mean());
        let last = points.last().and_then(|point| point.sample.mean());
        let [first, last] = [first, last].map(number);
        let needed = panel.until.and_then(|_| learner.needed().mean());
        let needed = number(needed);
        writeln!(out, "{cell:<width$} {trials:>7} {first:>9} {last:>9} {needed:>15}")?;
    }
    Ok(())
}

fn summarise_estimates(results: &[EstimatesResult]) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    let width = results.iter().map(|result| result.row.game.len()).max().unwrap_or(0);
    let (states, random, guided) = ("states", "random off by", "guided off by");
    writeln!(out, "{:<width$} {:<8} {states:>7} {random:>14} {guided:>14}", "game", "kind")?;
    let number = |mean: Option<f64>| mean.map_or("–".to_owned(), |mean| format!("{mean:.1}"));
    for (result, kind) in results.iter().flat_map(|it| Urgency::ALL.map(|kind| (it, kind))) {
        let accuracy = result.accuracy(kind);
        let [random, guided] = [accuracy.random, accuracy.guided].map(|it| number(it.mean()));
        let (game, kind, states) = (&result.row.game, kind.name(), accuracy.states);
        writeln!(out, "{game:<width$} {kind:<8} {states:>7} {random:>14} {guided:>14}")?;
    }
    Ok(())
}

fn summarise_inventory(results: &[InventoryResult]) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    let width = results.iter().map(|result| result.row.game.len()).max().unwrap_or(0);
    let (different, selected) = ("different", "selected");
    writeln!(out, "{:<width$} {:<9} {different:>9} {selected:>9} {:>9}", "game", "way", "µs")?;
    for result in results {
        for (way, counted) in &result.counted {
            let Counted { unique, selected, evaluating, .. } = counted;
            let (game, way) = (&result.row.game, way.name());
            writeln!(out, "{game:<width$} {way:<9} {unique:>9} {selected:>9} {evaluating:>9.2}")?;
        }
    }
    Ok(())
}

fn summarise_training(results: &[TrainingResult]) -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    let name = |result: &TrainingResult| format!("{}.{}", result.row.game, result.role.name);
    let width = results.iter().map(|result| name(result).len()).max().unwrap_or(0);
    let (trials, tested, document) = ("trials", "tested", "document");
    writeln!(out, "{:<width$} {:<12} {trials:>7} {tested:>9} {document:>9}", "role", "learner")?;
    let number = |mean: Option<f64>| mean.map_or("–".to_owned(), |mean| format!("{mean:.1}"));
    for result in results {
        for (place, (trainee, drilled)) in result.learners.iter().enumerate() {
            let [ours, theirs] =
                [result.tested(place).mean(), result.role.reported.first().copied()].map(number);
            let (role, learner, trials) = (name(result), &trainee.name, drilled.len());
            writeln!(out, "{role:<width$} {learner:<12} {trials:>7} {ours:>9} {theirs:>9}")?;
        }
    }
    Ok(())
}

fn report(options: ReportOptions) -> anyhow::Result<Outcome> {
    let experiment = find(&options.name)?;
    let scales = match options.scale {
        Some(scale) => vec![scale.into()],
        None => Scale::ALL.to_vec(),
    };
    let exists = |scale: &Scale| file(&options.out, &experiment, *scale, "jsonl").is_file();
    let scales: Vec<Scale> = scales.into_iter().filter(exists).collect();
    anyhow::ensure!(
        !scales.is_empty(),
        "there are no results of {} in {}; `agon lab run {}` makes some",
        experiment.id,
        options.out.display(),
        options.name
    );
    for scale in scales {
        write_report(&options, &experiment, scale)?;
    }
    Ok(Outcome::Fine)
}

fn write_report(
    options: &ReportOptions,
    experiment: &Experiment,
    scale: Scale,
) -> anyhow::Result<()> {
    let path = file(&options.out, experiment, scale, "jsonl");
    let name = || path.display().to_string();
    let bytes = fs::read(&path).with_context(name)?;
    let findings = Findings::read(&experiment.kind, &bytes).with_context(name)?;
    let facts = Facts {
        version: format!("agon {}", env!("CARGO_PKG_VERSION")),
        commit: options.commit.clone(),
        name: options.name.clone(),
        figure: format!("{}-{scale}.svg", experiment.id),
    };
    let report = lab::report(experiment, scale, &findings, &facts).with_context(name)?;
    let figure = lab::figure(experiment, scale, &findings)?;
    for (ending, text) in [("md", Some(report)), ("svg", figure)] {
        let Some(text) = text else { continue };
        let path = file(&options.out, experiment, scale, ending);
        fs::write(&path, text).with_context(|| path.display().to_string())?;
        writeln!(std::io::stdout(), "{}", path.display())?;
    }
    Ok(())
}

/// The file of an experiment's results, report or figure.
fn file(folder: &Path, experiment: &Experiment, scale: Scale, ending: &str) -> PathBuf {
    folder.join(format!("{}-{scale}.{ending}", experiment.id))
}
