//! `agon playthrough`: one seeded random game with everything printed. The bundled games carry theirs;
//! a test compares.

use crate::{Outcome, rulesheet};
use game::contract::Position;
use game::{Machine, Move, Random, State};
use rand::RngExt;
use std::fmt::Write as _;
use std::io::Write as _;

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
}

/// Prints the game.
pub fn run(options: Options) -> anyhow::Result<Outcome> {
    let mut machine = rulesheet::machine(&options.rules)?;
    let text = playthrough(&mut *machine, options.seed, options.max_length)?;
    std::io::stdout().write_all(text.as_bytes())?;
    Ok(Outcome::Fine)
}

/// The text of the game. Moves are drawn from the legal ones in the order of their texts, so that it does
/// not depend on the machine.
fn playthrough(machine: &mut dyn Machine, seed: u64, max_length: usize) -> anyhow::Result<String> {
    let mut random = game::random(seed);
    let mut state = machine.initial_state()?;
    let mut text = format!("roles {}\nseed {seed}\n", machine.roles().join(" "));
    for step in 0..=max_length {
        let position = Position::of(machine, &state)?;
        write!(text, "\nstep {step}\n{}", in_columns("state", &position.facts))?;
        if position.terminal {
            writeln!(text, "terminal\ngoals {}", position.goals.join(" | "))?;
            break;
        }
        for (role, moves) in machine.roles().iter().zip(&position.legal) {
            text.push_str(&in_columns(&format!("legal {role}"), moves));
        }
        writeln!(text, "goals {}", position.goals.join(" | "))?;
        let Some(joint) = choose(machine, &position, &mut random) else {
            writeln!(text, "a role has no legal move")?;
            break;
        };
        writeln!(text, "moves {}", machine.joint_text(&joint))?;
        let mut next = State::default();
        machine.next(&state, &joint, &mut next)?;
        state = next;
    }
    Ok(text)
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
