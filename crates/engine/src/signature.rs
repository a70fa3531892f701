//! The signature: a number computed from everything that the machines answer and play in fixed games. Code that should
//! not change what is played leaves it as it is, on every processor and backend.
//!
//! What the circuit machine says goes in as sorted texts, so that the numbering of facts and moves does not matter;
//! what the lanes play depends on the order of their random bits, and another order gives another number.

use circuit::Limits;
use game::contract::Answers;
use game::playouts::{PlayoutOptions, Playouts};
use game::playthrough::{PlaythroughEnd, PlaythroughStep, playthrough};
use game::{Move, Role, State, StopReason, Vocabulary};
use lanes::{Backend, Lanes};
use propnet::CircuitMachine;
use std::fmt;
use std::sync::Arc;

/// The error when the signature cannot be computed.
#[derive(Debug, thiserror::Error)]
#[error("{game}: {reason}")]
pub struct SignatureError {
    /// The game that cannot be played.
    game: &'static str,
    /// Text that describes the error.
    reason: String,
}

/// A result whose error is only shown.
type Answered<T> = Result<T, Box<dyn std::error::Error>>;

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

/// Number of games that the circuit machine plays, and their largest length.
const PLAYED: (u64, usize) = (3, 59);

/// Number of times that the lanes go on, and the largest length of their games.
const ASKED: usize = 2;
const LONGEST: u64 = 200;

/// Number of playouts from each state of the circuit machine's games.
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
    /// Plays the games and computes the signature, which does not depend on the backend.
    pub fn of(backend: Backend) -> Result<Signature, SignatureError> {
        // The offset of FNV-1a.
        let mut signature = Signature(0xcbf2_9ce4_8422_2325);
        for name in GAMES {
            let added = signature.add_game(name, backend);
            added.map_err(|error| SignatureError { game: name, reason: error.to_string() })?;
        }
        Ok(signature)
    }

    fn add_game(&mut self, name: &str, backend: Backend) -> Answered<()> {
        let game = library::find(name)?;
        let rules = gdl::check(name, game.rules().as_bytes()).rules;
        let rules = rules.ok_or("the bundled rules have errors")?;
        let mut machine = CircuitMachine::from_rules(&rules, &Limits::default())?;
        let states = self.add_circuit(&mut machine)?;
        let mut lanes = Lanes::new(Arc::clone(machine.model()), backend)?;
        self.add_lanes(&mut lanes, &states)
    }

    /// Adds all answers of the circuit machine in some games; returns their states.
    fn add_circuit(&mut self, machine: &mut CircuitMachine) -> Answered<Vec<State>> {
        let mut states = Vec::new();
        for seed in 0..PLAYED.0 {
            let mut add = |step: &PlaythroughStep| {
                self.add_position(step.answers);
                states.push(step.state.clone());
                Ok::<(), StopReason>(())
            };
            if playthrough(machine, seed, PLAYED.1, &mut add)? == PlaythroughEnd::NoLegalMove {
                return Err("a role has no legal move".into());
            }
        }
        Ok(states)
    }

    /// Adds the playouts of the lanes from the initial state and from others, with and without weights.
    fn add_lanes(&mut self, lanes: &mut Lanes, states: &[State]) -> Answered<()> {
        let mut asked = 0;
        let options = |seed: u64| PlayoutOptions { seed, max_length: LONGEST };
        let totals = lanes.play_from_start(options(7), &mut |_| {
            asked += 1;
            asked <= ASKED
        })?;
        for count in [totals.finished, totals.stuck, totals.unfinished, totals.moves] {
            self.add_number(count);
        }
        totals.goals.iter().flatten().for_each(|&count| self.add_number(count));
        let model = Arc::clone(lanes.model());
        let weight = |_: Role, action: Move| model.names().move_term(action).as_str().len() as f64;
        for weights in [None, Some(&weight as &dyn Fn(Role, Move) -> f64)] {
            Playouts::set_weights(lanes, weights);
            let outcomes = lanes.play_out(states, TIMES, options(9))?;
            for state in 0..states.len() {
                self.add_number(outcomes.finished(state).into());
                self.add_number(outcomes.aborted(state).into());
                outcomes.goals(state).iter().for_each(|&goal| self.add_number(goal));
            }
        }
        Ok(())
    }

    fn add_position(&mut self, position: &Answers) {
        let Answers { facts, terminal, legal, goals } = position;
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
