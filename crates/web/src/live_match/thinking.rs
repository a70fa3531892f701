//! Search reports of players, as JSON: visits and values of moves, principal lines, and trees.

use game::{Machine, Move};
use search::{MoveValue, Report};
use serde::Serialize;
use std::time::Duration;

/// Largest number of moves of a player that are sent.
const MAX_MOVES: usize = 20;
/// Largest number of moves of a principal line that are sent.
const MAX_LINE: usize = 20;

/// The search report of a player for one move, as JSON.
#[derive(Clone, Debug, Serialize)]
pub struct ThinkingView {
    /// Name of the player's role.
    pub role: String,
    /// Name of the player.
    pub player: String,
    /// Number of joint moves made before this one.
    pub ply: usize,
    /// Whether the player is still thinking.
    pub thinks: bool,
    /// Number of simulations made for this move.
    pub simulations: u64,
    /// Number of playouts of these simulations.
    pub playouts: u64,
    /// Number of positions in the player's memory.
    pub nodes: u64,
    /// Number of simulations per second.
    pub speed: f64,
    /// The moves that were searched, the best first.
    pub moves: Vec<MoveValueView>,
    /// The principal line: the joint moves that the player expects.
    pub line: Vec<Vec<String>>,
    /// Further remarks of the player.
    pub notes: Vec<String>,
    /// The player's active features.
    pub features: Vec<FeatureView>,
}

/// A move with its statistics.
#[derive(Clone, Debug, Serialize)]
pub struct MoveValueView {
    /// The move in KIF.
    pub action: String,
    /// Number of simulations that chose the move.
    pub visits: u64,
    /// Mean goal value, from 0 to 100.
    pub value: f64,
}

/// An active feature: a learned feature that holds in the current state.
#[derive(Clone, Debug, Serialize)]
pub struct FeatureView {
    /// The feature in words of the rules.
    pub text: String,
    /// Number of instances that hold.
    pub count: u32,
    /// Value of one instance, in points of the goal.
    pub value: f64,
    /// The move that the feature recommends, if it recommends one.
    pub action: Option<String>,
}

/// The statistics of a node in a player's search tree.
#[derive(Clone, Debug, Serialize)]
pub struct TreeView {
    /// Number of visits of the node.
    pub visits: u64,
    /// The moves of each role, the most visited first.
    pub roles: Vec<RoleMovesView>,
    /// Goal value of each role, if the node is terminal.
    pub goals: Option<Vec<u8>>,
}

/// The moves of a role at a node.
#[derive(Clone, Debug, Serialize)]
pub struct RoleMovesView {
    /// Name of the role.
    pub role: String,
    /// Moves of the role.
    pub moves: Vec<MoveValueView>,
}

/// Returns a move and its statistics as JSON. A value that is not finite becomes 0.
pub fn move_value(machine: &dyn Machine, valued: &MoveValue) -> MoveValueView {
    let MoveValue { action, visits, value } = *valued;
    let value = if value.is_finite() { value } else { 0.0 };
    MoveValueView { action: machine.move_text(action), visits, value }
}

impl ThinkingView {
    /// Converts a player's report after `thought` of thinking.
    pub fn new(
        machine: &dyn Machine,
        (role, player): (&str, &str),
        ply: usize,
        report: &Report,
        thought: Duration,
    ) -> ThinkingView {
        let words =
            |joint: &Vec<Move>| joint.iter().map(|&action| machine.move_text(action)).collect();
        let seconds = thought.as_secs_f64().max(1e-3);
        ThinkingView {
            role: role.to_owned(),
            player: player.to_owned(),
            ply,
            thinks: true,
            simulations: report.simulations,
            playouts: report.playouts,
            nodes: report.nodes,
            speed: report.simulations as f64 / seconds,
            moves: report.moves.iter().take(MAX_MOVES).map(|it| move_value(machine, it)).collect(),
            line: report.line.iter().take(MAX_LINE).map(words).collect(),
            notes: report.notes(),
            features: Vec::new(),
        }
    }
}
