//! The best line that was ever played, in games of one role: what was found once need not be found again.

use super::simulation::Simulation;
use game::Move;
use std::collections::VecDeque;

/// The best line from the present state.
pub struct BestLine {
    is_wanted: bool,
    goal: f64,
    moves: VecDeque<Move>,
}

impl BestLine {
    /// Nothing yet; kept in games of one role only.
    pub fn new(roles: usize) -> BestLine {
        BestLine { is_wanted: roles == 1, goal: f64::NEG_INFINITY, moves: VecDeque::new() }
    }

    /// Takes the line of a simulation from the present state if it is better.
    pub fn offer(&mut self, simulation: &Simulation) {
        if self.is_wanted && simulation.goals[0] > self.goal {
            self.goal = simulation.goals[0];
            self.moves = simulation.moves.iter().copied().collect();
        }
    }

    /// Its next move.
    pub fn next(&self) -> Option<Move> {
        self.moves.front().copied()
    }

    /// Follows the match; the line ends if it was left.
    pub fn advance(&mut self, joint: &[Move]) {
        if self.moves.pop_front() != joint.first().copied() || self.moves.is_empty() {
            self.moves.clear();
            self.goal = f64::NEG_INFINITY;
        }
    }
}
