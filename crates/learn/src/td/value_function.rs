//! Functions that estimate states for one role, besides the learner itself.
//!
//! Contains no choice of moves (`opponents`).

use super::td_learner::TdLearner;
use analyze::FuzzyGoals;
use game::{Machine, State, StopReason};

/// Estimates states for a role. Only the order of its values matters to those who compare moves.
pub trait ValueFunction: Send {
    /// Estimates a state in which the game is not over.
    fn value(&mut self, machine: &mut dyn Machine, state: &State) -> Result<f64, StopReason>;

    /// Converts a goal of the role at the end of the game to the scale of the estimates.
    fn goal_value(&self, goal: u8) -> f64;
}

/// Estimates how near a state is to the role's goals, from 0 to 1, by fuzzy logic.
pub struct FuzzyGoalValue(pub FuzzyGoals);

impl ValueFunction for FuzzyGoalValue {
    fn value(&mut self, machine: &mut dyn Machine, state: &State) -> Result<f64, StopReason> {
        Ok(self.0.read(machine, state))
    }

    fn goal_value(&self, goal: u8) -> f64 {
        f64::from(goal) / 100.0
    }
}

/// The negated estimate of a learner as it was when this was created: a state that is good for the learner is bad for
/// its opponent.
pub struct NegatedValue(pub TdLearner);

impl ValueFunction for NegatedValue {
    fn value(&mut self, machine: &mut dyn Machine, state: &State) -> Result<f64, StopReason> {
        Ok(-self.0.value(machine, state)?)
    }

    fn goal_value(&self, goal: u8) -> f64 {
        self.0.goal_value(goal)
    }
}
