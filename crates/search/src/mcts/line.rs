//! The best line that was ever played, in games of one role: it need not be found a second time.

use super::simulation::Simulation;
use game::Move;
use std::collections::VecDeque;

/// The best line of a simulation from the present state.
pub struct BestLine {
    is_wanted: bool,
    goal: f64,
    moves: VecDeque<Move>,
}

impl BestLine {
    /// Creates an empty line. Lines are kept in games of one role only.
    pub fn new(roles: usize) -> BestLine {
        BestLine { is_wanted: roles == 1, goal: f64::NEG_INFINITY, moves: VecDeque::new() }
    }

    /// Replaces the line by that of a simulation if its goal is better.
    pub fn offer(&mut self, simulation: &Simulation) {
        if self.is_wanted && simulation.goals[0] > self.goal {
            self.goal = simulation.goals[0];
            self.moves = simulation.moves.iter().copied().collect();
        }
    }

    /// Returns the next move of the line.
    pub fn next(&self) -> Option<Move> {
        self.moves.front().copied()
    }

    /// Goes on to the next state of the match. If another move was made, the line is dropped.
    pub fn advance(&mut self, joint: &[Move]) {
        if self.moves.pop_front() != joint.first().copied() || self.moves.is_empty() {
            self.moves.clear();
            self.goal = f64::NEG_INFINITY;
        }
    }
}
