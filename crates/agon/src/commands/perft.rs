//! `agon perft`: counts lines of play.

use crate::Outcome;
use crate::engine::EngineOptions;
use crate::progress::Progress;
use crate::randomplay::no_legal_move;
use game::perft::{PerftError, perft};
use std::io::Write;

/// Count the lines of play of each length up to DEPTH
///
/// A line that comes to a terminal state earlier does not count as a longer one. In simultaneous games
/// every joint move is one move of the line.
#[derive(clap::Args)]
pub struct Options {
    /// A rule sheet or the name of a bundled game
    rules: String,
    /// The longest lines, in joint moves: 1 to 1000
    #[arg(value_parser = clap::value_parser!(u16).range(1..=1000))]
    depth: u16,
    /// One JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    engine: EngineOptions,
}

/// Counts.
pub fn run(options: Options) -> anyhow::Result<Outcome> {
    let mut machine = options.engine.machine(&options.rules)?;
    let machine = &mut *machine;
    let state = machine.initial_state()?;
    let mut progress = Progress::new(1000, "thousandths");
    let mut report = |share: f64| progress.at((share * 1000.0) as u64);
    let counted = perft(machine, &state, options.depth.into(), &mut report);
    let seconds = progress.elapsed().as_secs_f64();
    drop(progress);
    let lines = match counted {
        Ok(lines) => lines,
        Err(PerftError::NoLegalMove(role, state)) => {
            return Err(no_legal_move(machine, role, &state));
        }
        Err(error) => return Err(error.into()),
    };
    let mut out = std::io::stdout().lock();
    if options.json {
        writeln!(out, "{}", serde_json::json!({"lines": lines, "seconds": seconds}))?;
    } else {
        for (depth, lines) in (1..).zip(lines) {
            writeln!(out, "{depth:>3} {lines:>16}")?;
        }
        writeln!(out, "counted in {seconds:.2} s")?;
    }
    Ok(Outcome::Fine)
}
