//! Perft: how many lines of play of a given length there are. The number is the same for every correct
//! machine, and published for many games.

use crate::machine::{Machine, Move, Role, StopReason};
use crate::state::State;
use foldhash::fast::RandomState;
use hashbrown::HashMap;

/// Why counting ended without a number.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PerftError {
    /// The machine gave up.
    #[error(transparent)]
    Stop(#[from] StopReason),
    /// A role has no legal move in a state that is not terminal.
    #[error("a role has no legal move in a state that is not terminal")]
    NoLegalMove(Role, State),
    /// There are more than 2^64 lines.
    #[error("there are more lines of play than 64 bits can count")]
    TooMany,
}

/// Counts of states already visited are remembered for this many states at most.
const MAX_REMEMBERED: usize = 4_000_000;

/// Counts lines of play on one machine.
#[derive(Default)]
pub struct Perft {
    known: HashMap<(State, u32), u64, RandomState>,
}

impl Perft {
    /// The number of lines of exactly `depth` joint moves from a state. A line that comes to a
    /// terminal state earlier does not count. `progress` is called with the share done, from 0 to 1.
    pub fn count(
        &mut self,
        machine: &mut dyn Machine,
        state: &State,
        depth: u32,
        progress: &mut dyn FnMut(f64),
    ) -> Result<u64, PerftError> {
        self.visit(machine, state, depth, 0.0, 1.0, progress)
    }

    fn visit(
        &mut self,
        machine: &mut dyn Machine,
        state: &State,
        depth: u32,
        done: f64,
        share: f64,
        progress: &mut dyn FnMut(f64),
    ) -> Result<u64, PerftError> {
        progress(done);
        if depth == 0 {
            return Ok(1);
        }
        if depth > 1
            && let Some(&count) = self.known.get(&(state.clone(), depth))
        {
            return Ok(count);
        }
        if machine.terminal(state)? {
            return Ok(0);
        }
        let legal = legal_moves(machine, state)?;
        let width =
            legal.iter().try_fold(1u64, |product, moves| product.checked_mul(moves.len() as u64));
        let width = width.ok_or(PerftError::TooMany)?;
        if depth == 1 {
            return Ok(width);
        }
        let mut count = 0u64;
        let mut following = State::default();
        let mut joint = Vec::with_capacity(legal.len());
        for index in 0..width {
            joint_at(&legal, index, &mut joint);
            machine.next(state, &joint, &mut following)?;
            let part = share / width as f64;
            let here = done + part * index as f64;
            let lines = self.visit(machine, &following, depth - 1, here, part, progress)?;
            count = count.checked_add(lines).ok_or(PerftError::TooMany)?;
        }
        if self.known.len() < MAX_REMEMBERED {
            self.known.insert((state.clone(), depth), count);
        }
        Ok(count)
    }
}

fn legal_moves(machine: &mut dyn Machine, state: &State) -> Result<Vec<Vec<Move>>, PerftError> {
    machine
        .role_ids()
        .map(|role| {
            let mut moves = Vec::new();
            machine.legal(state, role, &mut moves)?;
            if moves.is_empty() {
                return Err(PerftError::NoLegalMove(role, state.clone()));
            }
            Ok(moves)
        })
        .collect()
}

/// The joint move with this number, the last role's moves varying fastest.
pub fn joint_at(legal: &[Vec<Move>], mut index: u64, joint: &mut Vec<Move>) {
    joint.clear();
    for moves in legal.iter().rev() {
        joint.push(moves[(index % moves.len() as u64) as usize]);
        index /= moves.len() as u64;
    }
    joint.reverse();
}
