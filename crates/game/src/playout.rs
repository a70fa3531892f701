//! Random playouts: games played from a state to the end by uniformly random legal moves.
//!
//! Nothing here chooses moves in any other way.

use crate::machine::{Machine, MachineExt, Move, StopReason};
use crate::state::State;
use crate::{GoalSet, Random, Role};
use rand::RngExt;

/// The way in which a playout ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// It reached a terminal state with these goals, in the order of the roles.
    Terminal(Vec<GoalSet>),
    /// It reached a state that is not terminal and in which this role has no legal move: the rules are at fault.
    NoLegalMove(Role),
    /// It reached the maximum length.
    TooLong,
}

/// The length and the end of a playout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Playout {
    /// Number of joint moves.
    pub length: usize,
    /// The way in which it ended.
    pub end: End,
}

/// Number of joint moves between two calls of `go_on`.
const GO_ON_INTERVAL: usize = 16;

/// Plays random games on machines, one after another, and keeps its memory between them.
#[derive(Default)]
pub struct PlayoutRunner {
    state: State,
    following: State,
    legal: Vec<Move>,
    joint: Vec<Move>,
}

impl PlayoutRunner {
    /// Returns the state in which the last playout ended.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Plays one game from the initial state, of at most `max_length` joint moves.
    pub fn play(
        &mut self,
        machine: &mut dyn Machine,
        random: &mut Random,
        max_length: usize,
    ) -> Result<Playout, StopReason> {
        let playout = self.play_while(machine, random, max_length, &|| true)?;
        Ok(playout.expect("only `go_on` aborts a playout"))
    }

    /// Plays one game from the initial state, of at most `max_length` joint moves. Calls `go_on` every few moves;
    /// returns `None` if that aborted the game by returning `false`.
    pub fn play_while(
        &mut self,
        machine: &mut dyn Machine,
        random: &mut Random,
        max_length: usize,
        go_on: &dyn Fn() -> bool,
    ) -> Result<Option<Playout>, StopReason> {
        machine.initial(&mut self.state)?;
        for length in 0..=max_length {
            if length == max_length && !machine.terminal(&self.state)? {
                return Ok(Some(Playout { length, end: End::TooLong }));
            }
            if let Some(end) = self.step(machine, random)? {
                return Ok(Some(Playout { length, end }));
            }
            if length.is_multiple_of(GO_ON_INTERVAL) && !go_on() {
                break;
            }
        }
        Ok(None)
    }

    /// Makes a random joint move, or returns the end of the game where there is none to make.
    fn step(
        &mut self,
        machine: &mut dyn Machine,
        random: &mut Random,
    ) -> Result<Option<End>, StopReason> {
        if machine.terminal(&self.state)? {
            let roles = machine.role_ids();
            let goals =
                roles.map(|role| machine.goal(&self.state, role)).collect::<Result<_, _>>()?;
            return Ok(Some(End::Terminal(goals)));
        }
        match random_joint(machine, &self.state, random, &mut self.legal, &mut self.joint)? {
            JointMove::NoLegalMove(role) => return Ok(Some(End::NoLegalMove(role))),
            JointMove::Chosen => {}
        }
        machine.next(&self.state, &self.joint, &mut self.following)?;
        std::mem::swap(&mut self.state, &mut self.following);
        Ok(None)
    }
}

/// The result of choosing a joint move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[must_use]
pub enum JointMove {
    /// Every role has a move.
    Chosen,
    /// This role has no legal move; it is the first such role.
    NoLegalMove(Role),
}

/// Writes a random legal move of every role into `joint`, unless a role has none; then `joint` is incomplete.
/// `legal` is scratch memory.
pub fn random_joint(
    machine: &mut dyn Machine,
    state: &State,
    random: &mut Random,
    legal: &mut Vec<Move>,
    joint: &mut Vec<Move>,
) -> Result<JointMove, StopReason> {
    joint.clear();
    for role in machine.role_ids() {
        machine.legal(state, role, legal)?;
        if legal.is_empty() {
            return Ok(JointMove::NoLegalMove(role));
        }
        joint.push(legal[random.random_range(0..legal.len())]);
    }
    Ok(JointMove::Chosen)
}

/// Returns the state after a random joint move, or `None` if the game is over or a role has no legal move.
pub fn random_step(
    machine: &mut dyn Machine,
    state: &State,
    random: &mut Random,
) -> Result<Option<State>, StopReason> {
    if machine.terminal(state)? {
        return Ok(None);
    }
    let (mut legal, mut joint, mut next) = (Vec::new(), Vec::new(), State::default());
    match random_joint(machine, state, random, &mut legal, &mut joint)? {
        JointMove::NoLegalMove(_) => Ok(None),
        JointMove::Chosen => {
            machine.next(state, &joint, &mut next)?;
            Ok(Some(next))
        }
    }
}
