//! Updates of weights by TD(λ) with eligibility traces.
//!
//! Follows `guenther`, section 5.4. DIVERGENCE: at the end of a match the target is the reward alone; algorithm 5.3
//! adds the discounted estimate of the last state.

use super::linear_model::{LinearModel, reward, slope};
use super::value_function::ValueFunction;
use crate::features::FeatureCounter;
use game::{Machine, Role, State, StopReason};

/// Settings of a learner of weights.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TdSettings {
    /// Share of the difference to the target by which weights move (α).
    pub learning_rate: f64,
    /// Share of a trace that is left after a step (λ).
    pub trace_decay: f64,
    /// Weight of the next state's estimate (γ).
    pub discount: f64,
    /// Probability of a random move in place of the best one (ε).
    pub exploration: f64,
}

impl Default for TdSettings {
    fn default() -> TdSettings {
        TdSettings { learning_rate: 0.15, trace_decay: 0.7, discount: 0.9, exploration: 0.1 }
    }
}

/// Learns the weights of features for one role.
#[derive(Clone)]
pub struct TdLearner {
    /// Settings of the updates.
    pub settings: TdSettings,
    /// The weights learnt so far.
    pub model: LinearModel,
    /// The role it learns for.
    pub role: Role,
    evaluator: FeatureCounter,
    traces: Vec<f64>,
    numbers: Vec<f64>,
}

impl TdLearner {
    /// Creates a learner from a model of the features that the evaluator counts.
    pub fn new(
        settings: TdSettings,
        model: LinearModel,
        evaluator: FeatureCounter,
        role: Role,
    ) -> TdLearner {
        let traces = vec![0.0; model.weights.len()];
        TdLearner { settings, model, role, evaluator, traces, numbers: Vec::new() }
    }

    /// Returns the learnt weights and the counter of their features.
    pub fn into_parts(self) -> (LinearModel, FeatureCounter) {
        (self.model, self.evaluator)
    }

    /// Clears the eligibility traces: at the start of a match and after a random move.
    pub fn clear_traces(&mut self) {
        self.traces.fill(0.0);
    }

    /// Learns from the states of a whole match that others played.
    pub fn learn_from_states(
        &mut self,
        machine: &mut dyn Machine,
        states: &[State],
    ) -> Result<(), StopReason> {
        self.clear_traces();
        for pair in states.windows(2) {
            self.learn(machine, &pair[0], &pair[1])?;
        }
        Ok(())
    }

    /// Learns from one step of a match.
    pub fn learn(
        &mut self,
        machine: &mut dyn Machine,
        before: &State,
        after: &State,
    ) -> Result<(), StopReason> {
        let TdSettings { learning_rate, trace_decay, discount, .. } = self.settings;
        let target = if machine.terminal(after)? {
            reward(machine.goal(after, self.role)?.value())
        } else {
            discount * self.model.value(self.evaluator.read(machine, after))
        };
        let TdLearner { model, evaluator, traces, numbers, .. } = self;
        let counts = evaluator.read(machine, before);
        let value = model.value(counts);
        model.normalise(counts, numbers);
        let (error, steep) = (target - value, slope(value));
        for ((trace, &number), weight) in traces.iter_mut().zip(&*numbers).zip(&mut model.weights) {
            *trace = discount * trace_decay * *trace + steep * number;
            *weight += learning_rate * error * *trace;
        }
        Ok(())
    }
}

impl ValueFunction for TdLearner {
    fn value(&mut self, machine: &mut dyn Machine, state: &State) -> Result<f64, StopReason> {
        Ok(self.model.value(self.evaluator.read(machine, state)))
    }

    fn goal_value(&self, goal: u8) -> f64 {
        reward(goal)
    }
}
