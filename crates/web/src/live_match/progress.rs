//! The positions of a match so far, its status, and the moves that can be chosen now.

use super::EventData;
use game::Move;
use std::sync::Arc;
use term::Term;

/// The status of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MatchStatus {
    /// The players prepare for the game before the first move.
    Preparing,
    /// Moves are being made.
    Running,
    /// The game ended; each role has reached this goal value.
    Over(Vec<u8>),
    /// The player of a role failed and has lost.
    Forfeited {
        /// Index of the role.
        role: usize,
        /// Reason of the failure.
        why: String,
    },
    /// The match ended before the game, for this reason.
    Aborted(String),
}

impl MatchStatus {
    /// Whether the match has not ended yet.
    pub fn is_running(&self) -> bool {
        matches!(self, MatchStatus::Preparing | MatchStatus::Running)
    }

    /// Returns the status in one word, as the pages and the API show it.
    pub fn name(&self) -> &'static str {
        match self {
            MatchStatus::Preparing => "preparing",
            MatchStatus::Running => "running",
            MatchStatus::Over(_) => "over",
            MatchStatus::Forfeited { .. } => "forfeited",
            MatchStatus::Aborted(_) => "aborted",
        }
    }
}

/// A position of a match.
#[derive(Clone, Debug)]
pub struct MatchPosition {
    /// Facts of the state.
    pub facts: Arc<[Term]>,
    /// The joint move that led here; empty in the initial position.
    pub joint: Vec<String>,
    /// Goal value, from 0 to 100, that the player of each role expected when it chose its part of that joint move.
    pub values: Vec<Option<f64>>,
    /// The players' search reports for that joint move, as spectators received them. `None` in records, and where
    /// earlier reports have used up the space.
    pub thinking: Option<EventData>,
}

/// The moves that a role can choose from.
#[derive(Clone, Debug, Default)]
pub struct RoleChoice {
    /// Legal moves with their terms, sorted by text.
    pub moves: Vec<(Move, Term)>,
    /// Whether the role has chosen one of them.
    pub is_made: bool,
}

/// Largest number of bytes of search reports that are kept for a match.
const MAX_THINKING_BYTES: usize = 1 << 20;

/// The progress of a match.
#[derive(Clone, Debug)]
pub struct MatchProgress {
    /// All positions, from the initial one on.
    pub positions: Vec<MatchPosition>,
    /// Current status of the match.
    pub status: MatchStatus,
    /// Current choices of each role; empty when the match has ended.
    pub choices: Vec<RoleChoice>,
    /// Number of bytes of search reports that are kept.
    thinking_bytes: usize,
}

impl MatchProgress {
    /// Returns the progress of a match before its first move.
    pub fn new(initial: &[Term]) -> MatchProgress {
        let (facts, joint, values) = (initial.into(), Vec::new(), Vec::new());
        let first = MatchPosition { facts, joint, values, thinking: None };
        let (status, choices) = (MatchStatus::Preparing, Vec::new());
        MatchProgress { positions: vec![first], status, choices, thinking_bytes: 0 }
    }

    /// Adds a position. Its search reports are dropped if there is no space left for them.
    pub fn push(&mut self, mut position: MatchPosition) {
        let size = position.thinking.as_ref().map_or(0, |text| text.len());
        if self.thinking_bytes + size <= MAX_THINKING_BYTES {
            self.thinking_bytes += size;
        } else {
            position.thinking = None;
        }
        self.positions.push(position);
    }

    /// Returns the number of joint moves made so far.
    pub fn ply(&self) -> usize {
        self.positions.len() - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn search_reports_are_kept_while_there_is_space() {
        let mut progress = MatchProgress::new(&[]);
        let half: EventData = " ".repeat(MAX_THINKING_BYTES / 2).into();
        for thinking in [None, Some(half.clone()), Some(half.clone()), Some(half)] {
            let position =
                MatchPosition { facts: [].into(), joint: Vec::new(), values: Vec::new(), thinking };
            progress.push(position);
        }
        let kept = |position: &MatchPosition| position.thinking.is_some();
        let kept: Vec<bool> = progress.positions.iter().map(kept).collect();
        assert_eq!(kept, [false, false, true, true, false]);
    }
}
