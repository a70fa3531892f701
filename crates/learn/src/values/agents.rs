//! The trait of whoever chooses moves in the matches of learners, with the two simplest implementations.
//!
//! Contains neither learning (`value_learner`) nor looking ahead (`look_ahead`).

use super::Values;
use super::turn::Turn;
use game::match_loop::Position;
use game::{Best, Machine, Move, State, StopReason};
use rand::seq::IndexedRandom;

/// Chooses the moves of one role in matches.
pub trait Agent {
    /// Chooses a move of the role whose turn it is. `turn` says which role has a choice in the position, and has its
    /// legal moves.
    fn choose(&mut self, position: &mut Position, turn: &mut Turn) -> Result<Move, StopReason>;

    /// Is called at the end of a match with the goal of the agent's role.
    fn end(&mut self, _goal: u8) {}
}

/// Makes a legal move at random, all with the same probability.
pub struct RandomAgent;

impl Agent for RandomAgent {
    fn choose(&mut self, position: &mut Position, turn: &mut Turn) -> Result<Move, StopReason> {
        Ok(*turn.legal.choose(position.random).unwrap_or(&turn.legal[0]))
    }
}

/// Value of states about which nothing is known.
pub(super) const UNKNOWN: f64 = 50.0;

/// Makes the move with the best afterstate according to a table of values. States that are not in the table count 50.
pub struct GreedyAgent<'a>(pub &'a Values);

impl Agent for GreedyAgent<'_> {
    fn choose(&mut self, position: &mut Position, turn: &mut Turn) -> Result<Move, StopReason> {
        let GreedyAgent(values) = *self;
        best_move(position, turn, |_, next| Ok(values.get(next).unwrap_or(UNKNOWN)))
    }
}

/// Returns the move whose afterstate has the greatest value. Ties are broken at random.
pub(super) fn best_move(
    position: &mut Position,
    turn: &mut Turn,
    value: impl Fn(&mut dyn Machine, &State) -> Result<f64, StopReason>,
) -> Result<Move, StopReason> {
    let Position { machine, state, random, .. } = position;
    let machine = &mut **machine;
    let (mut best, mut next) = (Best::default(), State::default());
    for place in 0..turn.legal.len() {
        let action = turn.legal[place];
        turn.apply(machine, state, Some(action), &mut next)?;
        best.offer(action, value(machine, &next)?, random);
    }
    Ok(best.chosen().unwrap_or(turn.legal[0]))
}
