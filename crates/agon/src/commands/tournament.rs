//! `agon tournament`: all players against all in several games, as a file says.

use super::match_::{GameVenue, ResultsFile, threads, usual_threads};
use crate::Outcome;
use crate::engine::Kind;
use crate::interrupt::{self, interrupted};
use crate::progress::Progress;
use crate::rulesheet::{RuleSheet, UsageError, read_limited};
use anyhow::Context;
use play::contest::Venue;
use play::tournament::{self, Fixture, Record, Results, Tournament};
use std::io::Write;
use std::num::NonZero;
use std::path::{Path, PathBuf};

/// Play a tournament: all players against all, in several games
///
/// FILE is in TOML: `games` (bundled ones, or paths from the folder of the file) and `players` are lists, `matches` tells how many there are
/// for each game and group of players; then `simulations`, or `play-clock` and `start-clock`; `seed`, `max-length` and `ponder` are optional.
///
/// Every finished match is written to disk at once, so a tournament can be stopped at any time and goes on where it was. At the end comes a
/// report in Markdown, with ratings and a table for each game.
#[derive(clap::Args)]
pub struct Options {
    /// The tournament
    file: PathBuf,
    /// The file of results, to which finished matches are added [default: FILE without .toml, and .results.jsonl]
    #[arg(long, value_name = "RESULTS")]
    out: Option<PathBuf>,
    /// Only report what has been played
    #[arg(long)]
    report: bool,
    /// How many matches at once [default: as many as there are processors, but one with clocks]
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<NonZero<usize>>,
    /// The machine that knows the rules
    #[arg(long, value_enum, default_value = "auto", value_name = "MACHINE")]
    machine: Kind,
}

/// Plays what is left, and reports.
pub fn run(options: Options) -> anyhow::Result<Outcome> {
    let tournament = read(&options.file)?;
    let path = options.out.clone().unwrap_or_else(|| options.file.with_extension(RESULTS));
    let ended = match options.report {
        true => true,
        false => play(&options, &tournament, &path)?,
    };
    let bytes = std::fs::read(&path).with_context(|| path.display().to_string())?;
    let results = results(&tournament, &bytes, &path)?;
    write!(std::io::stdout().lock(), "{}", tournament::report(&tournament, &results))?;
    if !ended {
        eprintln!("stopped; the same command goes on from here");
    }
    Ok(if ended { Outcome::Fine } else { Outcome::Found })
}

/// How the name of a tournament's results ends, if no other one is given.
pub const RESULTS: &str = "results.jsonl";

/// Reads the tournament.
pub fn read(path: &Path) -> anyhow::Result<Tournament> {
    let name = || path.display().to_string();
    let bytes = std::fs::File::open(path).and_then(read_limited).with_context(name)?;
    let text = String::from_utf8(bytes).with_context(name)?;
    Tournament::read(&text).map_err(|error| UsageError(format!("{}: {error}", name())).into())
}

/// Plays what is left; whether that was all.
fn play(options: &Options, tournament: &Tournament, path: &Path) -> anyhow::Result<bool> {
    let folder = options.file.parent().unwrap_or(Path::new(""));
    let mut venues = Vec::new();
    let mut roles = Vec::new();
    for game in &tournament.games {
        let venue = GameVenue::new(&sheet(folder, game)?, options.machine, None)?;
        roles.push(venue.roles()?.seated.len());
        venues.push(venue);
    }
    let venues: Vec<&dyn Venue> = venues.iter().map(|venue| venue as &dyn Venue).collect();
    let named = |error| UsageError(format!("{}: {error}", options.file.display()));
    let fixtures = Fixture::all(tournament, &roles).map_err(named)?;
    let (mut file, results) = open(tournament, path)?;
    let left: Vec<Fixture> =
        fixtures.iter().filter(|fixture| !results.has(tournament, fixture)).cloned().collect();
    interrupt::watch();
    let mut progress = Progress::new(left.len() as u64, "matches");
    let mut played = 0;
    let mut done = |record: Record| -> anyhow::Result<()> {
        file.add(&record.line()).with_context(|| path.display().to_string())?;
        played += 1;
        progress.at(played);
        Ok(())
    };
    let threads = options.threads.unwrap_or_else(|| usual_threads(tournament.conditions.budget));
    let go_on = || !interrupted();
    tournament::play(tournament, &venues, &left, threads.get(), &go_on, &mut done)?;
    Ok(played == left.len() as u64)
}

/// A file or folder beside the tournament, else a bundled game: the same from wherever the program is called.
fn sheet(folder: &Path, game: &str) -> anyhow::Result<RuleSheet> {
    let path = folder.join(game);
    match path.exists() {
        true => RuleSheet::find(&path.display().to_string()),
        false => Ok(RuleSheet::bundled(library::find(game)?)),
    }
}

/// Opens the results, or begins them; half a line at the end, which a killed run leaves, goes away.
fn open(tournament: &Tournament, path: &Path) -> anyhow::Result<(ResultsFile, Results)> {
    let name = || path.display().to_string();
    let (mut file, bytes) = ResultsFile::open(path).with_context(name)?;
    let results = results(tournament, &bytes, path)?;
    file.cut(Results::whole(&bytes)).with_context(name)?;
    Ok((file, results))
}

/// The results in the whole lines of a file.
pub fn results(tournament: &Tournament, bytes: &[u8], path: &Path) -> anyhow::Result<Results> {
    let name = || path.display().to_string();
    let text = std::str::from_utf8(&bytes[..Results::whole(bytes)]).with_context(name)?;
    let hint = "; give another file with --out, or remove this one";
    let named = |error| format!("{}: {error}{hint}", path.display());
    Results::read(text, tournament).map_err(|error| anyhow::anyhow!(named(error)))
}
