//! `agon playthrough`: one seeded random game with everything printed. The bundled games carry theirs;
//! a test compares.

use crate::Outcome;
use crate::engine::EngineOptions;
use game::contract::Position;
use game::{Machine, Move, Random, State};
use rand::RngExt;
use std::io::Write;

/// Print one random game in full: every state, legal move and goal
#[derive(clap::Args)]
pub struct Options {
    /// A rule sheet or the name of a bundled game
    rules: String,
    /// The seed of the random moves
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Stop after so many moves
    #[arg(long, default_value_t = 1000)]
    max_length: usize,
    #[command(flatten)]
    engine: EngineOptions,
}

/// Prints the game.
pub fn run(options: Options) -> anyhow::Result<Outcome> {
    let mut machine = options.engine.machine(&options.rules)?;
    playthrough(&mut *machine, &options, &mut std::io::stdout().lock())
}

/// Prints the game. Moves are drawn from the legal ones in the order of their texts, so that it does not
/// depend on the machine.
fn playthrough(
    machine: &mut dyn Machine,
    options: &Options,
    out: &mut dyn Write,
) -> anyhow::Result<Outcome> {
    let mut random = game::random(options.seed);
    let mut state = machine.initial_state()?;
    writeln!(out, "roles {}\nseed {}", machine.roles().join(" "), options.seed)?;
    for step in 0.. {
        let position = Position::of(machine, &state)?;
        write!(out, "\nstep {step}\n{}", in_columns("state", &position.facts))?;
        if position.terminal {
            writeln!(out, "terminal\ngoals {}", position.goals.join(" | "))?;
            break;
        }
        for (role, moves) in machine.roles().iter().zip(&position.legal) {
            write!(out, "{}", in_columns(&format!("legal {role}"), moves))?;
        }
        writeln!(out, "goals {}", position.goals.join(" | "))?;
        if step == options.max_length {
            writeln!(out, "left after {step} moves")?;
            break;
        }
        let Some(joint) = choose(machine, &position, &mut random) else {
            writeln!(out, "a role has no legal move")?;
            return Ok(Outcome::Found);
        };
        writeln!(out, "moves {}", machine.joint_text(&joint))?;
        let mut next = State::default();
        machine.next(&state, &joint, &mut next)?;
        state = next;
    }
    Ok(Outcome::Fine)
}

fn choose(machine: &dyn Machine, position: &Position, random: &mut Random) -> Option<Vec<Move>> {
    let mut draw = |moves: &Vec<String>| {
        let last = moves.len().checked_sub(1)?;
        machine.find_move(&moves[random.random_range(0..=last)])
    };
    position.legal.iter().map(&mut draw).collect()
}

fn in_columns(title: &str, words: &[String]) -> String {
    format!("{title}\n{}", super::show::columns(words))
}
