//! `agon dev perft`: counts lines of play.

use crate::Outcome;
use crate::errors::no_legal_move;
use crate::machine_choice::EngineOptions;
use crate::progress::Progress;
use game::MachineExt;
use game::perft::{PerftError, perft};
use std::io::Write;

/// Count the lines of play of each length up to DEPTH (perft, short for performance test)
///
/// Equal counts are strong evidence that two programs agree about the rules. A line that ends earlier does not count as
/// a longer one. In games with simultaneous moves, every joint move is one move of the line.
///
/// Example: agon dev perft tic-tac-toe 5
#[derive(clap::Args)]
pub struct Options {
    /// A rule sheet or the name of a bundled game
    rules: String,
    /// Length of the longest lines, in joint moves: 1 to 1000
    #[arg(value_parser = clap::value_parser!(u16).range(1..=1000))]
    depth: u16,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    engine: EngineOptions,
}

/// Counts lines and prints the numbers.
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
            let role = &machine.roles()[role.0 as usize];
            return Err(no_legal_move(role, &machine.state_texts(&state)));
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
