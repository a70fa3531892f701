//! Random play: from a state to the end by uniformly random legal moves.

use crate::machine::{Machine, Move, StopReason};
use crate::state::State;
use crate::{GoalSet, Random, Role};
use rand::RngExt;

/// How a playout ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// In a terminal state, with these goals.
    Terminal(Vec<GoalSet>),
    /// This role had no legal move in a state that is not terminal: the rules are at fault.
    NoLegalMove(Role),
    /// After the greatest number of moves that was allowed.
    TooLong,
}

/// A finished playout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Playout {
    /// How many joint moves were made.
    pub length: usize,
    /// How it ended.
    pub end: End,
}

/// Every so many moves it is asked whether to go on.
const ASK_EVERY: usize = 16;

/// Plays games on one machine again and again without allocating for each.
#[derive(Default)]
pub struct Player {
    state: State,
    following: State,
    legal: Vec<Move>,
    joint: Vec<Move>,
}

impl Player {
    /// The state in which the last playout ended.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Plays from the initial state.
    pub fn play(
        &mut self,
        machine: &mut dyn Machine,
        random: &mut Random,
        max_length: usize,
    ) -> Result<Playout, StopReason> {
        let playout = self.play_while(machine, random, max_length, &|| true)?;
        Ok(playout.expect("nobody wanted to stop"))
    }

    /// Plays from the initial state as long as `go_on` says so, which is asked now and then; nothing if the
    /// game was left for that reason.
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
            if length.is_multiple_of(ASK_EVERY) && !go_on() {
                break;
            }
        }
        Ok(None)
    }

    /// Makes one random joint move, unless the game ends here.
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
        if let Err(role) =
            random_joint(machine, &self.state, random, &mut self.legal, &mut self.joint)?
        {
            return Ok(Some(End::NoLegalMove(role)));
        }
        machine.next(&self.state, &self.joint, &mut self.following)?;
        std::mem::swap(&mut self.state, &mut self.following);
        Ok(None)
    }
}

/// Chooses a random legal move for every role, or names the role that has none. `legal` is scratch.
pub fn random_joint(
    machine: &mut dyn Machine,
    state: &State,
    random: &mut Random,
    legal: &mut Vec<Move>,
    joint: &mut Vec<Move>,
) -> Result<Result<(), Role>, StopReason> {
    joint.clear();
    for role in machine.role_ids() {
        machine.legal(state, role, legal)?;
        if legal.is_empty() {
            return Ok(Err(role));
        }
        joint.push(legal[random.random_range(0..legal.len())]);
    }
    Ok(Ok(()))
}

/// The state after a random joint move, or nothing where the game is over or a role has no move.
pub fn random_step(
    machine: &mut dyn Machine,
    state: &State,
    random: &mut Random,
) -> Result<Option<State>, StopReason> {
    let (mut legal, mut joint, mut next) = (Vec::new(), Vec::new(), State::default());
    if machine.terminal(state)?
        || random_joint(machine, state, random, &mut legal, &mut joint)?.is_err()
    {
        return Ok(None);
    }
    machine.next(state, &joint, &mut next)?;
    Ok(Some(next))
}
