//! The player in the trials of features: minimax search with a weighted sum of features as evaluation.
//!
//! Follows `kuhl`, section 7.2.3. Does not choose weights (`feature_selection`).

use super::fact_values::FactValues;
use super::tree_evaluator::TreeEvaluator;
use crate::values::{Agent, Turn};
use game::match_loop::Position;
use game::{Best, Machine, Move, Role, State, StopReason};
use std::cell::RefCell;

/// Looks a few choices ahead and evaluates states by weighted features.
pub struct SearchAgent<'a> {
    /// Shared, because both sides of a match use the same features with other weights.
    evaluator: &'a RefCell<TreeEvaluator>,
    weights: Vec<f64>,
    fact_values: FactValues,
    depth: u32,
}

/// Value of one point of a goal at the end, more than features can add up to.
const GOAL_SCALE: f64 = 1e6;

impl<'a> SearchAgent<'a> {
    /// Creates an agent from the weight of each feature and the number of choices it looks ahead.
    pub fn new(
        evaluator: &'a RefCell<TreeEvaluator>,
        weights: Vec<f64>,
        depth: u32,
    ) -> SearchAgent<'a> {
        SearchAgent { evaluator, weights, fact_values: FactValues::default(), depth }
    }

    /// Returns the minimax value of a state for a role.
    fn evaluate(
        &mut self,
        machine: &mut dyn Machine,
        state: &State,
        own: Role,
        depth: u32,
    ) -> Result<f64, StopReason> {
        if machine.terminal(state)? {
            return Ok(GOAL_SCALE * (f64::from(machine.goal(state, own)?.value()) - 50.0));
        }
        let mut turn = Turn::default();
        if depth == 0 || !turn.read(machine, state)? {
            let mut evaluator = self.evaluator.borrow_mut();
            return Ok(self.fact_values.state_value(machine, state, &mut evaluator, &self.weights));
        }
        let mut next = State::default();
        let Some(chooser) = turn.role else {
            turn.apply(machine, state, None, &mut next)?;
            return self.evaluate(machine, &next, own, depth - 1);
        };
        let mut best: Option<f64> = None;
        for place in 0..turn.legal.len() {
            turn.apply(machine, state, Some(turn.legal[place]), &mut next)?;
            let value = self.evaluate(machine, &next, own, depth - 1)?;
            let is_own = chooser == own;
            best = Some(best.map_or(
                value,
                |best: f64| {
                    if is_own { best.max(value) } else { best.min(value) }
                },
            ));
        }
        Ok(best.unwrap_or(0.0))
    }
}

impl Agent for SearchAgent<'_> {
    fn choose(&mut self, position: &mut Position, turn: &mut Turn) -> Result<Move, StopReason> {
        let Position { machine, state, random, .. } = position;
        let machine = &mut **machine;
        let (own, mut next) = (turn.role.unwrap_or(Role(0)), State::default());
        let mut best = Best::default();
        for place in 0..turn.legal.len() {
            let action = turn.legal[place];
            turn.apply(machine, state, Some(action), &mut next)?;
            let value = self.evaluate(machine, &next, own, self.depth.saturating_sub(1))?;
            best.offer(action, value, random);
        }
        Ok(best.chosen().unwrap_or(turn.legal[0]))
    }
}
