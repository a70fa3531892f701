//! `agon dev playthrough`: prints one random game in full. Each bundled game has such a file, with which a test
//! compares.

use crate::Outcome;
use crate::counted::counted;
use crate::machine_choice::EngineOptions;
use game::Machine;
use game::playthrough::{PlaythroughEnd, PlaythroughStep, playthrough};
use std::io::Write;

/// Print one random game in full: every state, legal move and goal
///
/// Example: agon dev playthrough nim --seed 3
#[derive(clap::Args)]
pub struct Options {
    /// A rule sheet or the name of a bundled game
    rules: String,
    /// The seed of the random moves
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Stop after this number of moves
    #[arg(long, default_value_t = 1000)]
    max_length: usize,
    #[command(flatten)]
    engine: EngineOptions,
}

/// Plays a random game and prints it.
pub fn run(options: Options) -> anyhow::Result<Outcome> {
    let mut machine = options.engine.machine(&options.rules)?;
    print(&mut *machine, &options, &mut std::io::stdout().lock())
}

/// Prints the game; its moves do not depend on the machine.
fn print(
    machine: &mut dyn Machine,
    options: &Options,
    out: &mut dyn Write,
) -> anyhow::Result<Outcome> {
    let roles = machine.roles().to_vec();
    writeln!(out, "roles {}\nseed {}", roles.join(" "), options.seed)?;
    let mut length = 0;
    let mut show = |step: &PlaythroughStep| -> anyhow::Result<()> {
        length = step.number;
        write!(out, "\nstep {length}\n{}", in_columns("state", &step.answers.facts))?;
        if step.answers.terminal {
            writeln!(out, "terminal")?;
        } else {
            for (role, moves) in roles.iter().zip(&step.answers.legal) {
                write!(out, "{}", in_columns(&format!("legal {role}"), moves))?;
            }
        }
        writeln!(out, "goals {}", step.answers.goals.join(" | "))?;
        if let Some(joint) = &step.joint {
            writeln!(out, "moves {joint}")?;
        }
        Ok(())
    };
    let end = playthrough(machine, options.seed, options.max_length, &mut show)?;
    match end {
        PlaythroughEnd::Terminal => {}
        PlaythroughEnd::TooLong => writeln!(out, "aborted after {}", counted(length, "move"))?,
        PlaythroughEnd::NoLegalMove => {
            writeln!(out, "a role has no legal move")?;
            return Ok(Outcome::Found);
        }
    }
    Ok(Outcome::Fine)
}

fn in_columns(title: &str, words: &[String]) -> String {
    format!("{title}\n{}", crate::commands::show::columns(words))
}
