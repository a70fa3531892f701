//! `agon tournament`: plays all players against each other in several games.

use super::match_::{ResultsFile, threads, usual_threads};
use crate::Outcome;
use crate::interrupt::{self, interrupted};
use crate::machine_choice::EngineOptions;
use crate::progress::Progress;
use crate::rulesheet::{RuleSheet, UsageError, read_limited};
use anyhow::Context;
use play::matches::Roles;
use play::tournament::{self, ScheduledMatch, Tournament, TournamentRecord, TournamentResults};
use std::io::Write;
use std::num::NonZero;
use std::path::{Path, PathBuf};

/// Play a tournament: all players against each other, in several games
///
/// FILE is in TOML. `games` (names, or paths from the folder of the file) and `players` are lists; `matches` is the
/// number of matches for each game and group of players; then follow `simulations`, or `play-clock` and `start-clock`
/// in seconds. `seed`, `max-length` and `ponder` are optional.
///
/// Every finished match is written to disk at once, so a tournament can be stopped at any time and goes on where it
/// stopped. At the end a report in Markdown is printed, with ratings and a table for each game.
#[derive(clap::Args)]
pub struct Options {
    /// The file that describes the tournament
    file: PathBuf,
    /// The file to which finished matches are added [default: FILE with .results.jsonl in place of .toml]
    #[arg(long, value_name = "RESULTS")]
    out: Option<PathBuf>,
    /// Only print the report of the matches played so far
    #[arg(long)]
    report: bool,
    /// Number of matches at the same time [default: the number of processors; 1 with clocks]
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<NonZero<usize>>,
    #[command(flatten)]
    engine: EngineOptions,
}

/// Plays the remaining matches and prints the report.
pub fn run(options: Options) -> anyhow::Result<Outcome> {
    let tournament = read(&options.file)?;
    let path = options.out.clone().unwrap_or_else(|| options.file.with_extension(RESULTS));
    let ended = options.report || play(&options, &tournament, &path)?;
    let bytes = std::fs::read(&path).with_context(|| path.display().to_string())?;
    let results = results(&tournament, &bytes, &path)?;
    write!(std::io::stdout().lock(), "{}", tournament::report(&tournament, &results))?;
    if !ended {
        eprintln!("stopped; the same command goes on from here");
    }
    Ok(if ended { Outcome::Fine } else { Outcome::Found })
}

/// Default ending of the name of a tournament's results.
pub const RESULTS: &str = "results.jsonl";

/// Reads the file of a tournament.
pub fn read(path: &Path) -> anyhow::Result<Tournament> {
    let name = || path.display().to_string();
    let bytes = std::fs::File::open(path).and_then(read_limited).with_context(name)?;
    let text = String::from_utf8(bytes).with_context(name)?;
    Tournament::read(&text).map_err(|error| UsageError(format!("{}: {error}", name())).into())
}

/// Plays the remaining matches; returns `false` if it was stopped before the last one.
fn play(options: &Options, tournament: &Tournament, path: &Path) -> anyhow::Result<bool> {
    let folder = options.file.parent().unwrap_or(Path::new(""));
    let mut games = Vec::new();
    let mut roles = Vec::new();
    for game in &tournament.games {
        let game = options.engine.open_for_matches(&sheet(folder, game)?, None)?;
        roles.push(Roles::of(&*game.fork()).with_player.len());
        games.push(game);
    }
    let named = |error| UsageError(format!("{}: {error}", options.file.display()));
    let schedule = ScheduledMatch::all(tournament, &roles).map_err(named)?;
    let (mut file, results) = open(tournament, path)?;
    let left: Vec<ScheduledMatch> =
        schedule.iter().filter(|scheduled| !results.has(tournament, scheduled)).cloned().collect();
    interrupt::watch();
    let mut progress = Progress::new(left.len() as u64, "matches");
    let mut played = 0;
    let mut done = |record: TournamentRecord| -> anyhow::Result<()> {
        file.add(&record.line()).with_context(|| path.display().to_string())?;
        played += 1;
        progress.at(played);
        Ok(())
    };
    let threads = options.threads.unwrap_or_else(|| usual_threads(tournament.conditions.budget));
    let go_on = || !interrupted();
    tournament::play(tournament, &games, &left, threads.get(), &go_on, &mut done)?;
    Ok(played == left.len() as u64)
}

/// Finds the rules of a game: a file or folder beside that of the tournament, otherwise a bundled game. So the result
/// does not depend on the current folder.
fn sheet(folder: &Path, game: &str) -> anyhow::Result<RuleSheet> {
    let path = folder.join(game);
    if path.exists() {
        RuleSheet::find(&path.display().to_string())
    } else {
        Ok(RuleSheet::bundled(library::find(game)?))
    }
}

/// Opens the file of results or creates it, and removes an incomplete last line, which a killed run leaves.
fn open(tournament: &Tournament, path: &Path) -> anyhow::Result<(ResultsFile, TournamentResults)> {
    let name = || path.display().to_string();
    let (mut file, bytes) = ResultsFile::open(path).with_context(name)?;
    let results = results(tournament, &bytes, path)?;
    file.cut(TournamentResults::whole(&bytes)).with_context(name)?;
    Ok((file, results))
}

/// Reads the results in the complete lines of a file.
pub fn results(
    tournament: &Tournament,
    bytes: &[u8],
    path: &Path,
) -> anyhow::Result<TournamentResults> {
    let name = || path.display().to_string();
    let text = std::str::from_utf8(&bytes[..TournamentResults::whole(bytes)]).with_context(name)?;
    let hint = "; give another file with --out, or remove this one";
    let named = |error| format!("{}: {error}{hint}", path.display());
    TournamentResults::read(text, tournament).map_err(|error| anyhow::anyhow!(named(error)))
}
