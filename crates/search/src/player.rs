//! What a player is.

use crate::{Limit, Memory, Playouts};
use analyze::Analyst;
use game::{Machine, Move, Role, State, StopReason};
use std::sync::Arc;

/// What a player is given: the game, its role, and where its random numbers begin.
pub struct Seat {
    /// Knows the rules. Its own: machines remember what they were asked last.
    pub machine: Box<dyn Machine>,
    /// Plays many games at once, if the game can be played so.
    pub playouts: Option<Box<dyn Playouts>>,
    /// The role to play.
    pub role: Role,
    /// The seed of all random choices.
    pub seed: u64,
    /// How many threads it may use.
    pub threads: usize,
    /// Knows the rules and what they say about the game; without it some players cannot play.
    pub analyst: Option<Arc<Analyst>>,
    /// As long as this says so random games may be watched before the match; without it, a fixed number of states is enough.
    pub watching: Option<Watching>,
    /// How much of the time for learning before the match has gone by; without it, all is learnt that the settings ask for.
    pub studying: Option<Elapsed>,
    /// What is known about the game.
    pub memory: Memory,
    /// Finds the text that a setting names.
    pub texts: fn(&str) -> Result<String, String>,
}

impl Seat {
    /// With nothing but the rules, on one thread.
    pub fn bare(machine: Box<dyn Machine>, role: Role, seed: u64) -> Seat {
        Seat {
            machine,
            playouts: None,
            role,
            seed,
            threads: 1,
            analyst: None,
            watching: None,
            studying: None,
            memory: Memory::default(),
            texts: no_texts,
        }
    }
}

/// Whether to go on.
pub type Watching = Arc<dyn Fn() -> bool + Send + Sync>;

/// How much of a time has gone by: 0 at its beginning, 1 at its end and more afterwards.
pub type Elapsed = Arc<dyn Fn() -> f64 + Send + Sync>;

/// Finds no text.
fn no_texts(_: &str) -> Result<String, String> {
    Err("files cannot be read here".to_owned())
}

/// Plays one role of one match.
pub trait Player: Send {
    /// Thinks about the present state until the limit is reached. What was thought before is kept, so that thinking can be
    /// cut into pieces, and begin while others think.
    fn think(&mut self, limit: &Limit) -> Result<(), StopReason>;

    /// A legal move in the present state: the best as far as the player has thought.
    fn choose(&mut self) -> Result<Move, StopReason>;

    /// The match goes on: every role has made its move, in the order of the roles.
    fn advance(&mut self, joint: &[Move]) -> Result<(), StopReason>;

    /// What the player thinks of the present state.
    fn report(&self) -> Report;

    /// What the player's tree knows after a line of joint moves from the present state; nothing if it has none, or if the line
    /// leaves it.
    fn explore(&self, _line: &[Vec<Move>]) -> Option<Outlook> {
        None
    }

    /// What features say about the present state, for people: at most [`MOST_HINTS`], the most important first. Features that are
    /// learnt when the player first thinks say nothing before; nor do any where the machine gives up, which the next thought will tell.
    fn active(&mut self) -> Vec<Hint> {
        Vec::new()
    }
}

/// No player gives more hints at a time.
pub const MOST_HINTS: usize = 50;

/// What a player thinks of the present state.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// Simulations since the last move of the match: ways down the tree, for players that have one.
    pub simulations: u64,
    /// Games that were played to their end for them: more than simulations, where each plays several.
    pub playouts: u64,
    /// Positions in memory.
    pub nodes: u64,
    /// The player's own moves, the best first.
    pub moves: Vec<Valued>,
    /// The line of joint moves that it expects.
    pub line: Vec<Vec<Move>>,
    /// What else it has learnt, for people.
    pub notes: Vec<String>,
}

/// What is thought of a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Valued {
    /// The move.
    pub action: Move,
    /// How often it was tried.
    pub visits: u64,
    /// The goal it is expected to lead to, from 0 to 100.
    pub value: f64,
}

/// What a tree knows of a state.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outlook {
    /// How many simulations came by.
    pub visits: u64,
    /// For each role its moves that were tried, the most tried first, each with what the role got in the mean.
    pub roles: Vec<Vec<Valued>>,
    /// What the roles get, if the game is over there.
    pub goals: Option<Vec<u8>>,
}

/// A feature that holds in the present state.
#[derive(Clone, Debug, PartialEq)]
pub struct Hint {
    /// In the words of the rules.
    pub text: String,
    /// How often it holds, or how often it was found.
    pub count: u32,
    /// What it is worth: above 0 if it is good, below if it is bad.
    pub worth: f64,
    /// The move that it speaks of, if there is one.
    pub action: Option<Move>,
}

/// The moves that were tried, the most tried first, and among equals the best.
pub(crate) fn most_tried_first(moves: impl Iterator<Item = Valued>) -> Vec<Valued> {
    let mut tried: Vec<Valued> = moves.filter(|valued| valued.visits > 0).collect();
    tried.sort_by(|a, b| b.visits.cmp(&a.visits).then(b.value.total_cmp(&a.value)));
    tried
}

/// The match as a player follows it.
pub(crate) struct Table {
    pub machine: Box<dyn Machine>,
    pub role: Role,
    pub state: State,
}

impl Table {
    /// At the beginning of a match.
    pub fn new(mut machine: Box<dyn Machine>, role: Role) -> Result<Table, StopReason> {
        let state = machine.initial_state()?;
        Ok(Table { machine, role, state })
    }

    /// The player's legal moves.
    pub fn legal(&mut self) -> Result<Vec<Move>, StopReason> {
        let mut legal = Vec::new();
        self.machine.legal(&self.state, self.role, &mut legal)?;
        Ok(legal)
    }

    /// Makes a joint move.
    pub fn advance(&mut self, joint: &[Move]) -> Result<(), StopReason> {
        let mut next = State::default();
        self.machine.next(&self.state, joint, &mut next)?;
        self.state = next;
        Ok(())
    }
}
