//! `agon dev verify`: compares a machine with the recorded play of another engine.

use crate::Outcome;
use crate::commands::show::columns;
use crate::machine_choice::EngineOptions;
use crate::progress::Progress;
use anyhow::Context;
use play::trace::{Trace, TraceComparison, compare};
use std::io::Write;
use std::path::PathBuf;

/// Compare a machine with the recorded play of another engine
///
/// At every state the facts, the legal moves, the end of the game and the goals are compared as full sets. The first
/// difference is printed in full, and the exit code is 1.
#[derive(clap::Args)]
pub struct Options {
    /// A rule sheet or the name of a bundled game
    rules: String,
    /// Traces: JSON lines, gzip'd or plain
    #[arg(long, required = true, num_args = 1..)]
    trace: Vec<PathBuf>,
    #[command(flatten)]
    engine: EngineOptions,
}

/// Compares the machine with the traces.
pub fn run(options: Options) -> anyhow::Result<Outcome> {
    let mut machine = options.engine.machine(&options.rules)?;
    for path in &options.trace {
        let name = path.display();
        let mut progress = Progress::counting("states");
        let compared = Trace::open(path).and_then(|mut trace| {
            compare(&mut *machine, &mut trace, &mut |states| progress.at(states))
        });
        drop(progress);
        match compared.with_context(|| name.to_string())? {
            TraceComparison::Agrees { states, games } => {
                writeln!(std::io::stdout(), "{name}: {states} states of {games} games agree")?;
            }
            difference => {
                writeln!(std::io::stdout(), "{name}: diverges\n{}", report(&difference))?;
                return Ok(Outcome::Found);
            }
        }
    }
    Ok(Outcome::Fine)
}

/// Formats the first difference between a machine and a trace, for people.
fn report(difference: &TraceComparison) -> String {
    match difference {
        TraceComparison::Agrees { .. } => String::new(),
        TraceComparison::OtherRoles { machine, trace } => {
            let (ours, theirs) = (machine.join(" "), trace.join(" "));
            format!("roles: the machine has {ours}, the trace {theirs}")
        }
        TraceComparison::Differs { game, step, line, differences, moves, facts } => {
            let differences = differences.join("\n");
            let moves = if moves.is_empty() { "none".to_owned() } else { moves.join(" ") };
            let facts = columns(facts);
            format!(
                "game {game}, step {step} (line {line})\n{differences}\nmoves so far: {moves}\n\
                 state according to the machine:\n{facts}"
            )
        }
    }
}
