//! What has happened in a match.

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
}

/// What a role may do now.
#[derive(Clone, Debug, Default)]
pub struct Choice {
    /// Its legal moves, sorted by their words.
    pub moves: Vec<(Move, String)>,
    /// Whether it has chosen one of them.
    pub is_made: bool,
}

/// A match so far.
#[derive(Clone, Debug)]
pub struct Course {
    /// The states, from the first.
    pub moments: Vec<Moment>,
    /// How it stands.
    pub status: Status,
    /// What each role may do now; nothing when it is over.
    pub choices: Vec<Choice>,
}

impl Course {
    /// Before the first move.
    pub fn new(initial: &[String]) -> Course {
        let first = Moment { facts: initial.into(), joint: Vec::new(), values: Vec::new() };
        Course { moments: vec![first], status: Status::Preparing, choices: Vec::new() }
    }

    /// How many joint moves were made.
    pub fn ply(&self) -> usize {
        self.moments.len() - 1
    }
}
