//! `agon perf`: random play for a fixed time, for programs that compare engines.

use crate::Outcome;
use crate::engine::EngineOptions;
use crate::randomplay::{Played, Wish, play, seconds};
use crate::rulesheet::RuleSheet;
use anyhow::Context;
use std::path::{Path, PathBuf};

/// Play random games for some seconds and write the speed into a file
///
/// This is what gdl-perf asks of an engine. The file gets lines `key=value`: `version`, `millisecondsTaken`,
/// `numStateChanges` and `numRollouts` (games played to their end), or `version` and `errorMessage` if the game
/// cannot be played; then the command also exits with 1. The file appears at once and complete. SECONDS are those of
/// play; grounding and compiling come before them.
#[derive(clap::Args)]
pub struct Options {
    /// A rule sheet or the name of a bundled game
    rules: String,
    /// The file to write
    result: PathBuf,
    /// How long to play
    #[arg(value_parser = seconds)]
    seconds: f64,
    /// The seed of the random moves; the same seed gives the same games on the same machine
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Leave games that are not over after so many moves; they do not count as rollouts
    #[arg(long, default_value_t = 10_000)]
    max_length: usize,
    #[command(flatten)]
    engine: EngineOptions,
}

/// Plays, and writes the file.
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

fn measure(options: &Options) -> anyhow::Result<Played> {
    let Options { seed, max_length, .. } = *options;
    let wish = Wish { games: u64::MAX, seconds: Some(options.seconds), seed, max_length };
    let sheet = RuleSheet::find(&options.rules)?;
    let mut engine = options.engine.engine(&sheet, wish.unfit_for_lanes())?;
    play(&mut engine, &wish)
}

fn success(played: &Played) -> String {
    let milliseconds = (played.seconds * 1000.0).round();
    let Played { changes, finished, .. } = played;
    format!("millisecondsTaken={milliseconds}\nnumStateChanges={changes}\nnumRollouts={finished}\n")
}

/// The words of a text on one line.
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
