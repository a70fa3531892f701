//! What players think, in words that can be shown.

use game::{Machine, Move};
use search::{Report, Valued};
use serde::Serialize;
use std::time::Duration;

/// More moves of a player are not told.
const MOST_MOVES: usize = 20;
/// Nor more of a line.
const MOST_LINE: usize = 20;

/// What a player thinks of the present state.
#[derive(Clone, Debug, Serialize)]
pub struct Mind {
    /// The role that it plays.
    pub role: String,
    /// What it is called.
    pub player: String,
    /// How many joint moves had been made.
    pub ply: usize,
    /// Whether it is thinking now.
    pub thinks: bool,
    /// How many simulations it made for this move.
    pub simulations: u64,
    /// How many games it played out for them.
    pub playouts: u64,
    /// How many positions it has in memory.
    pub nodes: u64,
    /// Simulations in a second.
    pub speed: f64,
    /// Its moves, the best first.
    pub moves: Vec<Weighed>,
    /// What it expects: joint moves.
    pub line: Vec<Vec<String>>,
    /// What else it has to say.
    pub notes: Vec<String>,
    /// The features that hold now.
    pub hints: Vec<HintView>,
}

/// A move and what is thought of it.
#[derive(Clone, Debug, Serialize)]
pub struct Weighed {
    /// The move.
    pub action: String,
    /// How often it was tried.
    pub visits: u64,
    /// What it is expected to lead to, from 0 to 100.
    pub value: f64,
}

/// A feature that holds.
#[derive(Clone, Debug, Serialize)]
pub struct HintView {
    /// In words of the rules.
    pub text: String,
    /// How often it holds.
    pub count: u32,
    /// What it is worth.
    pub worth: f64,
    /// The move that it speaks for.
    pub action: Option<String>,
}

/// What a player's tree knows after a line of moves.
#[derive(Clone, Debug, Serialize)]
pub struct Outlook {
    /// How many simulations came by.
    pub visits: u64,
    /// For each role its moves, the most tried first.
    pub roles: Vec<Branches>,
    /// What the roles get, if the game is over there.
    pub goals: Option<Vec<u8>>,
}

/// The moves of a role.
#[derive(Clone, Debug, Serialize)]
pub struct Branches {
    /// The role.
    pub role: String,
    /// Its moves.
    pub moves: Vec<Weighed>,
}

/// A move in words.
pub fn weighed(machine: &dyn Machine, valued: &Valued) -> Weighed {
    let Valued { action, visits, value } = *valued;
    let value = if value.is_finite() { value } else { 0.0 };
    Weighed { action: machine.move_text(action), visits, value }
}

impl Mind {
    /// By what a player reports after thinking for so long.
    pub fn new(
        machine: &dyn Machine,
        (role, player): (&str, &str),
        ply: usize,
        report: &Report,
        thought: Duration,
    ) -> Mind {
        let words =
            |joint: &Vec<Move>| joint.iter().map(|&action| machine.move_text(action)).collect();
        let seconds = thought.as_secs_f64().max(1e-3);
        Mind {
            role: role.to_owned(),
            player: player.to_owned(),
            ply,
            thinks: true,
            simulations: report.simulations,
            playouts: report.playouts,
            nodes: report.nodes,
            speed: report.simulations as f64 / seconds,
            moves: report.moves.iter().take(MOST_MOVES).map(|it| weighed(machine, it)).collect(),
            line: report.line.iter().take(MOST_LINE).map(words).collect(),
            notes: report.notes.clone(),
            hints: Vec::new(),
        }
    }
}
