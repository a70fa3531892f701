//! Perft: the number of lines of play of each length. Every correct machine gives the same numbers, which are
//! published for many games.
//!
//! Nothing here evaluates or compares lines of play.

use crate::machine::{Machine, MachineExt, Move, Role, StopReason};
use crate::state::State;
use foldhash::fast::RandomState;
use hashbrown::HashMap;

/// Reason why lines of play could not be counted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PerftError {
    /// A question to the machine was not answered.
    #[error(transparent)]
    Stop(#[from] StopReason),
    /// This role has no legal move in this state, which is not terminal.
    #[error("a role has no legal move in a state that is not terminal")]
    NoLegalMove(Role, State),
    /// The number of lines of some length is 2^64 or more.
    #[error("there are more lines of play than 64 bits can count")]
    TooMany,
}

/// Numbers of lines of exactly 1, 2, … joint moves.
type LineCounts = Box<[u64]>;

/// Maximum size of the table of counted states, in words of four bytes.
const MAX_TABLE_WORDS: usize = 256 << 20;

/// Counts the lines of exactly 1, 2, … `depth` joint moves from a state. A line that reaches a terminal
/// state earlier does not count as a longer one. Calls `progress` with the share of the work done, from 0 to 1.
pub fn perft(
    machine: &mut dyn Machine,
    state: &State,
    depth: usize,
    progress: &mut dyn FnMut(f64),
) -> Result<Vec<u64>, PerftError> {
    let mut counter = LineCounter { machine, table: HashMap::default(), words: 0, progress };
    Ok(counter.lines(state, depth, 0.0, 1.0)?.into_vec())
}

/// Counts lines depth first, each state of a length once.
struct LineCounter<'a> {
    machine: &'a mut dyn Machine,
    /// The counts of visited states, by state and length.
    table: HashMap<(State, usize), LineCounts, RandomState>,
    /// Size of the table in words of four bytes.
    words: usize,
    progress: &'a mut dyn FnMut(f64),
}

impl LineCounter<'_> {
    /// Counts the lines from a state. `done` is the share of the work done before it, `share` the part that it
    /// stands for, both from 0 to 1.
    fn lines(
        &mut self,
        state: &State,
        depth: usize,
        done: f64,
        share: f64,
    ) -> Result<LineCounts, PerftError> {
        (self.progress)(done);
        let mut lines = vec![0; depth].into_boxed_slice();
        if depth == 0 || self.machine.terminal(state)? {
            return Ok(lines);
        }
        let legal = self.legal(state)?;
        let width = legal.iter().try_fold(1u64, |all, moves| all.checked_mul(moves.len() as u64));
        lines[0] = width.ok_or(PerftError::TooMany)?;
        if depth == 1 {
            return Ok(lines);
        }
        let mut following = State::default();
        let mut joint = Vec::with_capacity(legal.len());
        for index in 0..lines[0] {
            joint_at(&legal, index, &mut joint);
            self.machine.next(state, &joint, &mut following)?;
            let part = share / lines[0] as f64;
            let after = self.remembered(&following, depth - 1, done + part * index as f64, part)?;
            for (sum, more) in lines[1..].iter_mut().zip(after) {
                *sum = sum.checked_add(more).ok_or(PerftError::TooMany)?;
            }
        }
        Ok(lines)
    }

    /// Returns the counts of a state from the table, or counts its lines and enters them.
    fn remembered(
        &mut self,
        state: &State,
        depth: usize,
        done: f64,
        share: f64,
    ) -> Result<LineCounts, PerftError> {
        if depth == 1 {
            return self.lines(state, depth, done, share);
        }
        let key = (state.clone(), depth);
        if let Some(lines) = self.table.get(&key) {
            return Ok(lines.clone());
        }
        let lines = self.lines(state, depth, done, share)?;
        let words = state.words().len() + 2 * depth;
        if self.words + words <= MAX_TABLE_WORDS {
            self.words += words;
            self.table.insert(key, lines.clone());
        }
        Ok(lines)
    }

    /// Returns the legal moves of each role; an error if a role has none.
    fn legal(&mut self, state: &State) -> Result<Vec<Vec<Move>>, PerftError> {
        let mut legal = Vec::new();
        for role in self.machine.role_ids() {
            let mut moves = Vec::new();
            self.machine.legal(state, role, &mut moves)?;
            if moves.is_empty() {
                return Err(PerftError::NoLegalMove(role, state.clone()));
            }
            legal.push(moves);
        }
        Ok(legal)
    }
}

/// Writes the joint move with this number into `joint`, the last role's moves varying fastest.
fn joint_at(legal: &[Vec<Move>], mut index: u64, joint: &mut Vec<Move>) {
    joint.clear();
    for moves in legal.iter().rev() {
        joint.push(moves[(index % moves.len() as u64) as usize]);
        index /= moves.len() as u64;
    }
    joint.reverse();
}
