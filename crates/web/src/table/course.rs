//! What has happened in a match.

use super::Frame;
use game::Move;
use std::sync::Arc;

/// How a match stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Status {
    /// Players learn and look at the game before the first move.
    Preparing,
    /// It goes on.
    Running,
    /// It came to an end, with these goals.
    Over(Vec<u8>),
    /// The player of a role failed, and has lost; why.
    Forfeited {
        /// The role.
        role: usize,
        /// What happened.
        why: String,
    },
    /// It was left before its end; why.
    Left(String),
}

impl Status {
    /// Whether it goes on.
    pub fn is_running(&self) -> bool {
        matches!(self, Status::Preparing | Status::Running)
    }

    /// The word for it.
    pub fn name(&self) -> &'static str {
        match self {
            Status::Preparing => "preparing",
            Status::Running => "running",
            Status::Over(_) => "over",
            Status::Forfeited { .. } => "forfeited",
            Status::Left(_) => "left",
        }
    }
}

/// A state of the match.
#[derive(Clone, Debug)]
pub struct Moment {
    /// Its facts, in words.
    pub facts: Arc<[String]>,
    /// The joint move that led to it; none led to the first.
    pub joint: Vec<String>,
    /// What the player of each role expected to get, from 0 to 100, when it chose its part of that move.
    pub values: Vec<Option<f64>>,
    /// What the players thought then, as it was told to those who watched; nothing in records, or if too much is kept of earlier moves.
    pub minds: Option<Frame>,
}

/// What a role may do now.
#[derive(Clone, Debug, Default)]
pub struct Choice {
    /// Its legal moves, sorted by their words.
    pub moves: Vec<(Move, String)>,
    /// Whether it has chosen one of them.
    pub is_made: bool,
}

/// So many bytes of thoughts are kept for each match.
const MOST_THOUGHT: usize = 1 << 20;

/// A match so far.
#[derive(Clone, Debug)]
pub struct Course {
    /// The states, from the first.
    pub moments: Vec<Moment>,
    /// How it stands.
    pub status: Status,
    /// What each role may do now; nothing when it is over.
    pub choices: Vec<Choice>,
    /// How many bytes of thoughts are kept.
    thought: usize,
}

impl Course {
    /// Before the first move.
    pub fn new(initial: &[String]) -> Course {
        let (facts, joint, values) = (initial.into(), Vec::new(), Vec::new());
        let first = Moment { facts, joint, values, minds: None };
        let (status, choices) = (Status::Preparing, Vec::new());
        Course { moments: vec![first], status, choices, thought: 0 }
    }

    /// Another state. What was thought before is forgotten if there is no more room for it.
    pub fn push(&mut self, mut moment: Moment) {
        let size = moment.minds.as_ref().map_or(0, |minds| minds.len());
        match self.thought + size <= MOST_THOUGHT {
            true => self.thought += size,
            false => moment.minds = None,
        }
        self.moments.push(moment);
    }

    /// How many joint moves were made.
    pub fn ply(&self) -> usize {
        self.moments.len() - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thoughts_are_kept_as_long_as_there_is_room() {
        let mut course = Course::new(&[]);
        let half: Frame = " ".repeat(MOST_THOUGHT / 2).into();
        for minds in [None, Some(half.clone()), Some(half.clone()), Some(half)] {
            let moment = Moment { facts: [].into(), joint: Vec::new(), values: Vec::new(), minds };
            course.push(moment);
        }
        let kept = |moment: &Moment| moment.minds.is_some();
        let kept: Vec<bool> = course.moments.iter().map(kept).collect();
        assert_eq!(kept, [false, false, true, true, false]);
    }
}
