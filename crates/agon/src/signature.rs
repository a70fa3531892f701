//! One number that sums up how the machines play: fixed games, seeds and numbers of steps. Code that should not change
//! what is played leaves it as it is, on every processor and backend.
//!
//! What the circuit machine says goes in as sorted texts, so that the numbering of facts and moves does not matter;
//! what the lanes play depends on the order of their random bits, and another order gives another number.

use anyhow::Context;
use circuit::lanes::code::Backend;
use circuit::lanes::{Lanes, Weights};
use circuit::{CircuitMachine, Limits};
use game::contract::Position;
use game::{Machine, Random, State};
use rand::RngExt;
use std::fmt;

/// Turn-taking games, one with moves at the same time, and a puzzle.
const GAMES: [&str; 7] = [
    "breakthrough",
    "connect-four",
    "eight-puzzle",
    "minichess",
    "nim",
    "tic-tac-toe",
    "tic-tic-toe",
];

/// How many games the circuit machine plays, and how long they are at most.
const PLAYED: (u64, usize) = (3, 60);

/// How often the lanes are asked whether to go on, and how long their games are at most.
const ASKED: usize = 2;
const LONGEST: u64 = 200;

/// How often the states that the circuit machine came to are played out.
const TIMES: u32 = 3;

/// The signature of all machines.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Signature(u64);

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl Signature {
    /// Plays the games; the backend makes no difference.
    pub fn of(backend: Backend) -> anyhow::Result<Signature> {
        // The offset of FNV-1a.
        let mut signature = Signature(0xcbf2_9ce4_8422_2325);
        for name in GAMES {
            signature.add_game(name, backend).context(name)?;
        }
        Ok(signature)
    }

    fn add_game(&mut self, name: &str, backend: Backend) -> anyhow::Result<()> {
        let game = library::find(name)?;
        let rules = gdl::check(name, game.rules().as_bytes()).rules;
        let rules = rules.context("the bundled rules have errors")?;
        let mut machine = CircuitMachine::new(&rules, &Limits::default())?;
        let states = self.add_circuit(&mut machine)?;
        self.add_lanes(&mut Lanes::new(&machine, backend)?, &states)
    }

    /// Adds all that the circuit machine says about some games; the states they came to.
    fn add_circuit(&mut self, machine: &mut CircuitMachine) -> anyhow::Result<Vec<State>> {
        let machine: &mut dyn Machine = machine;
        let mut states = Vec::new();
        for seed in 0..PLAYED.0 {
            let mut random = game::random(seed);
            let mut state = machine.initial_state()?;
            for _ in 0..PLAYED.1 {
                let position = Position::of(machine, &state)?;
                self.add_position(&position);
                states.push(state.clone());
                let Some(next) = successor(machine, &state, &position, &mut random)? else { break };
                state = next;
            }
        }
        Ok(states)
    }

    /// Adds what the lanes play from the beginning and from other states, with and without weights.
    fn add_lanes(&mut self, lanes: &mut Lanes, states: &[State]) -> anyhow::Result<()> {
        let mut asked = 0;
        let totals = lanes.playouts(7, LONGEST, &mut |_| {
            asked += 1;
            asked <= ASKED
        })?;
        for count in [totals.finished, totals.stuck, totals.unfinished, totals.moves] {
            self.add_number(count);
        }
        totals.goals.iter().flatten().for_each(|&count| self.add_number(count));
        let machine = lanes.machine().clone();
        let weights = Weights::new(&machine, |_, action| machine.move_text(action).len() as f64);
        for weights in [None, Some(&weights)] {
            let outcomes = lanes.play_out(states, TIMES, weights, LONGEST, 9)?;
            for state in 0..states.len() {
                self.add_number(outcomes.finished(state).into());
                self.add_number(outcomes.left(state).into());
                outcomes.goals(state).iter().for_each(|&goal| self.add_number(goal));
            }
        }
        Ok(())
    }

    fn add_position(&mut self, position: &Position) {
        let Position { facts, terminal, legal, goals } = position;
        self.add_number(u64::from(*terminal));
        for list in legal.iter().chain([facts, goals]) {
            self.add_number(list.len() as u64);
            list.iter().for_each(|text| self.add_bytes(text.as_bytes()));
        }
    }

    fn add_number(&mut self, number: u64) {
        self.add_bytes(&number.to_le_bytes());
    }

    fn add_bytes(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        }
    }
}

/// The state after random moves, chosen from the sorted texts; nothing where the game is over.
fn successor(
    machine: &mut dyn Machine,
    state: &State,
    position: &Position,
    random: &mut Random,
) -> anyhow::Result<Option<State>> {
    if position.terminal {
        return Ok(None);
    }
    let mut draw = |moves: &Vec<String>| {
        let last = moves.len().checked_sub(1)?;
        machine.find_move(&moves[random.random_range(0..=last)])
    };
    let joint: Option<Vec<_>> = position.legal.iter().map(&mut draw).collect();
    let joint = joint.context("a role has no legal move")?;
    let mut next = State::default();
    machine.next(state, &joint, &mut next)?;
    Ok(Some(next))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_backend_and_every_run_gives_the_same() {
        let first = Signature::of(Backend::best()).expect("the games are played");
        for backend in Backend::all_available() {
            let again = Signature::of(backend).expect("the games are played");
            assert_eq!(again.to_string(), first.to_string(), "{backend}");
        }
    }

    #[test]
    fn everything_counts() {
        let mut one = Signature(1);
        let mut other = Signature(1);
        one.add_bytes(b"(take 1)");
        other.add_bytes(b"(take 2)");
        assert_ne!(one.to_string(), other.to_string());
        assert_eq!(one.to_string().len(), 16);
    }
}
