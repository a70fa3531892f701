//! `agon perft`: counts lines of play.

use crate::progress::Progress;
use crate::{Outcome, rulesheet};
use game::perft::{Perft, PerftError};
use std::io::Write;

/// Count the lines of play of each length up to DEPTH
///
/// A line that comes to a terminal state earlier does not count. In simultaneous games every joint move
/// is a move of the line.
#[derive(clap::Args)]
pub struct Options {
    /// A rule sheet or the name of a bundled game
    rules: String,
    /// The longest lines, in joint moves
    depth: u32,
    /// One JSON object per depth
    #[arg(long)]
    json: bool,
}

/// Counts.
pub fn run(options: Options) -> anyhow::Result<Outcome> {
    let mut machine = rulesheet::machine(&options.rules)?;
    let machine = &mut *machine;
    let state = machine.initial_state()?;
    let mut perft = Perft::default();
    let mut out = std::io::stdout();
    for depth in 1..=options.depth {
        let mut progress = Progress::new(1000, "thousandths");
        let mut report = |share: f64| progress.at((share * 1000.0) as u64);
        let lines = match perft.count(machine, &state, depth, &mut report) {
            Ok(lines) => lines,
            Err(PerftError::NoLegalMove(role, state)) => {
                drop(progress);
                return Err(no_legal_move(machine, role, &state));
            }
            Err(error) => return Err(error.into()),
        };
        let seconds = progress.elapsed().as_secs_f64();
        drop(progress);
        if options.json {
            let line = serde_json::json!({"depth": depth, "lines": lines, "seconds": seconds});
            writeln!(out, "{line}")?;
        } else {
            writeln!(out, "{depth:>3} {lines:>16}   {seconds:.2} s")?;
        }
    }
    Ok(Outcome::Fine)
}

/// The error for a state in which play cannot go on.
pub fn no_legal_move(
    machine: &dyn game::Machine,
    role: game::Role,
    state: &game::State,
) -> anyhow::Error {
    anyhow::anyhow!(
        "role {} has no legal move in the state\n{}",
        machine.roles()[role.0 as usize],
        super::show::columns(&machine.state_texts(state))
    )
}
