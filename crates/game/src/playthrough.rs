//! Random games that do not depend on the numbering of facts and moves: for playthroughs that people read and for
//! comparisons of machines. Every machine of a game plays the same moves for the same seed.
//!
//! They are slow, because everything is translated into text. Fast random games are in `playout`.

use crate::contract::Answers;
use crate::machine::{Machine, MachineExt, Move, StopReason};
use crate::state::State;
use crate::{Random, random};
use rand::RngExt;

/// A state of a playthrough, and the moves that are made in it.
#[derive(Debug)]
pub struct PlaythroughStep<'a> {
    /// Number of joint moves before.
    pub number: usize,
    /// The state.
    pub state: &'a State,
    /// Everything that the machine answers about the state.
    pub answers: &'a Answers,
    /// The joint move in KIF; `None` in the last state.
    pub joint: Option<String>,
}

/// The way in which a playthrough ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlaythroughEnd {
    /// It reached a terminal state.
    Terminal,
    /// It reached the maximum length.
    TooLong,
    /// It reached a state that is not terminal and in which a role has no legal move.
    NoLegalMove,
}

/// Plays a random game of at most `max_length` joint moves and calls `visit` with every state. Moves are drawn from the
/// legal ones in the order of their texts.
pub fn playthrough<E: From<StopReason>>(
    machine: &mut dyn Machine,
    seed: u64,
    max_length: usize,
    visit: &mut dyn FnMut(&PlaythroughStep) -> Result<(), E>,
) -> Result<PlaythroughEnd, E> {
    let mut random = random(seed);
    let mut state = machine.initial_state()?;
    let mut number = 0;
    loop {
        let answers = Answers::of(machine, &state)?;
        let chosen = if answers.terminal {
            Err(PlaythroughEnd::Terminal)
        } else if number == max_length {
            Err(PlaythroughEnd::TooLong)
        } else {
            draw(machine, &answers, &mut random).ok_or(PlaythroughEnd::NoLegalMove)
        };
        let joint = chosen.as_ref().ok().map(|joint| machine.joint_text(joint));
        visit(&PlaythroughStep { number, state: &state, answers: &answers, joint })?;
        let joint = match chosen {
            Ok(joint) => joint,
            Err(end) => return Ok(end),
        };
        let mut next = State::default();
        machine.next(&state, &joint, &mut next)?;
        (state, number) = (next, number + 1);
    }
}

/// Draws a legal move for each role; `None` if a role has none.
fn draw(machine: &dyn Machine, answers: &Answers, random: &mut Random) -> Option<Vec<Move>> {
    let mut draw = |moves: &Vec<String>| {
        let last = moves.len().checked_sub(1)?;
        machine.find_move(&moves[random.random_range(0..=last)])
    };
    answers.legal.iter().map(&mut draw).collect()
}
