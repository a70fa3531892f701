//! `agon dev perf`: random play for a fixed time, for programs that compare engines.

use crate::Outcome;
use crate::arguments::seconds;
use crate::machine_choice::{EngineOptions, play_random_games};
use crate::rulesheet::RuleSheet;
use anyhow::Context;
use play::random_games::{RandomGameStats, RandomGames};
use std::path::{Path, PathBuf};

/// Play random games for a fixed time and write the speed to a file, for programs that compare engines
///
/// The program gdl-perf calls engines in this way. The file has lines `key=value`: `version`, `millisecondsTaken`,
/// `numStateChanges` and `numRollouts` (games played to their end), or `version` and `errorMessage` if the game cannot
/// be played; then the exit code is 1. The file appears at once and complete. SECONDS do not include the time for
/// compiling the rules.
///
/// Example: agon dev perf connect-four result.txt 10
#[derive(clap::Args)]
pub struct Options {
    /// A rule sheet or the name of a bundled game
    rules: String,
    /// The file to write
    result: PathBuf,
    /// The time of play, in seconds
    #[arg(value_parser = seconds)]
    seconds: f64,
    /// The seed of the random moves; the same seed gives the same games on the same machine
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Abort games that are not over after this number of moves; they do not count as rollouts
    #[arg(long, default_value_t = 10_000)]
    max_length: usize,
    #[command(flatten)]
    engine: EngineOptions,
}

/// Plays and writes the file.
pub fn run(options: Options) -> anyhow::Result<Outcome> {
    let played = measure(&options);
    let report = match &played {
        Ok(played) => success(played),
        Err(error) => format!("errorMessage={}\n", one_line(&format!("{error:#}"))),
    };
    let version = format!("version=agon {}\n", env!("CARGO_PKG_VERSION"));
    write_at_once(&options.result, &format!("{version}{report}"))
        .with_context(|| options.result.display().to_string())?;
    played.map(|_| Outcome::Fine)
}

fn measure(options: &Options) -> anyhow::Result<RandomGameStats> {
    let Options { seed, max_length, .. } = *options;
    let setup = RandomGames { games: u64::MAX, seconds: Some(options.seconds), seed, max_length };
    let sheet = RuleSheet::find(&options.rules)?;
    let mut play = options.engine.random_games(&sheet, setup.unfit_for_lanes())?;
    play_random_games(&mut play, &setup)
}

fn success(played: &RandomGameStats) -> String {
    let milliseconds = (played.seconds * 1000.0).round();
    let RandomGameStats { changes, finished, .. } = played;
    format!("millisecondsTaken={milliseconds}\nnumStateChanges={changes}\nnumRollouts={finished}\n")
}

/// Joins the words of a text to one line.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Writes a file beside the path and renames it, so that nobody sees half of it. A link stays a link, and what is no
/// file (such as /dev/stdout) is only written to.
fn write_at_once(path: &Path, text: &str) -> std::io::Result<()> {
    let path = match std::fs::metadata(path) {
        Ok(there) if there.is_file() => path.canonicalize()?,
        Ok(_) => return std::fs::write(path, text),
        Err(_) => path.to_owned(),
    };
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let beside = path.with_file_name(format!(".{name}.{}", std::process::id()));
    let written = std::fs::write(&beside, text).and_then(|()| std::fs::rename(&beside, &path));
    if written.is_err() {
        // What could not be written or renamed is of no use; that it may not be there is no second error.
        let _ = std::fs::remove_file(&beside);
    }
    written
}
