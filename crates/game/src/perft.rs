//! Perft: how many lines of play of each length there are. The numbers are the same for every correct
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

/// The number of lines of each length: of exactly 1, 2, … joint moves.
type Lines = Box<[u64]>;

/// States are remembered with their counts until they take this many words of four bytes.
const MAX_REMEMBERED: usize = 256 << 20;

/// Counts the lines of exactly 1, 2, … `depth` joint moves from a state. A line that comes to a terminal
/// state earlier does not count as a longer one. `progress` is called with the share done, from 0 to 1.
pub fn perft(
    machine: &mut dyn Machine,
    state: &State,
    depth: usize,
    progress: &mut dyn FnMut(f64),
) -> Result<Vec<u64>, PerftError> {
    let mut count = Count { machine, known: HashMap::default(), words: 0, progress };
    Ok(count.lines(state, depth, 0.0, 1.0)?.into_vec())
}

struct Count<'a> {
    machine: &'a mut dyn Machine,
    /// The counts of states already visited, by state and length.
    known: HashMap<(State, usize), Lines, RandomState>,
    words: usize,
    progress: &'a mut dyn FnMut(f64),
}

impl Count<'_> {
    /// `done` is the share of the work done before this state, `share` the part it stands for.
    fn lines(
        &mut self,
        state: &State,
        depth: usize,
        done: f64,
        share: f64,
    ) -> Result<Lines, PerftError> {
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

    fn remembered(
        &mut self,
        state: &State,
        depth: usize,
        done: f64,
        share: f64,
    ) -> Result<Lines, PerftError> {
        if depth == 1 {
            return self.lines(state, depth, done, share);
        }
        let key = (state.clone(), depth);
        if let Some(lines) = self.known.get(&key) {
            return Ok(lines.clone());
        }
        let lines = self.lines(state, depth, done, share)?;
        let words = state.words().len() + 2 * depth;
        if self.words + words <= MAX_REMEMBERED {
            self.words += words;
            self.known.insert(key, lines.clone());
        }
        Ok(lines)
    }

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

/// The joint move with this number, the last role's moves varying fastest.
fn joint_at(legal: &[Vec<Move>], mut index: u64, joint: &mut Vec<Move>) {
    joint.clear();
    for moves in legal.iter().rev() {
        joint.push(moves[(index % moves.len() as u64) as usize]);
        index /= moves.len() as u64;
    }
    joint.reverse();
}
