//! Moving weights: TD(λ) with eligibility traces (document 001, section 5.4).

use super::contest::Judge;
use super::model::{Model, reward, slope};
use crate::features::Evaluator;
use game::{Machine, Role, State, StopReason};

/// How to learn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// By which share of the difference weights are moved.
    pub rate: f64,
    /// How much of a trace is left after a step.
    pub decay: f64,
    /// What the next state counts.
    pub discount: f64,
    /// How often any move is made, in the place of the best.
    pub exploration: f64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { rate: 0.15, decay: 0.7, discount: 0.9, exploration: 0.1 }
    }
}

/// Learns what features are worth to a role.
#[derive(Clone)]
pub struct Learner {
    /// How.
    pub settings: Settings,
    /// What was learnt.
    pub model: Model,
    /// The role.
    pub role: Role,
    evaluator: Evaluator,
    traces: Vec<f64>,
    numbers: Vec<f64>,
}

impl Learner {
    /// With a model of the features that the evaluator counts.
    pub fn new(settings: Settings, model: Model, evaluator: Evaluator, role: Role) -> Learner {
        let traces = vec![0.0; model.weights.len()];
        Learner { settings, model, role, evaluator, traces, numbers: Vec::new() }
    }

    /// What was learnt, and what evaluates the features.
    pub fn into_parts(self) -> (Model, Evaluator) {
        (self.model, self.evaluator)
    }

    /// Forgets which features led here.
    pub fn forget(&mut self) {
        self.traces.fill(0.0);
    }

    /// Learns from the states of a match that others played.
    pub fn follow(
        &mut self,
        machine: &mut dyn Machine,
        states: &[State],
    ) -> Result<(), StopReason> {
        self.forget();
        for pair in states.windows(2) {
            self.learn(machine, &pair[0], &pair[1])?;
        }
        Ok(())
    }

    /// Learns from a step of a match.
    pub fn learn(
        &mut self,
        machine: &mut dyn Machine,
        before: &State,
        after: &State,
    ) -> Result<(), StopReason> {
        let Settings { rate, decay, discount, .. } = self.settings;
        let target = match machine.terminal(after)? {
            true => reward(machine.goal(after, self.role)?.value()),
            false => discount * self.model.value(self.evaluator.read(machine, after)),
        };
        let Learner { model, evaluator, traces, numbers, .. } = self;
        let counts = evaluator.read(machine, before);
        let value = model.value(counts);
        model.normalise(counts, numbers);
        let (error, steep) = (target - value, slope(value));
        for ((trace, &number), weight) in traces.iter_mut().zip(&*numbers).zip(&mut model.weights) {
            *trace = discount * decay * *trace + steep * number;
            *weight += rate * error * *trace;
        }
        Ok(())
    }
}

impl Judge for Learner {
    fn judge(&mut self, machine: &mut dyn Machine, state: &State) -> Result<f64, StopReason> {
        Ok(self.model.value(self.evaluator.read(machine, state)))
    }

    fn result(&self, goal: u8) -> f64 {
        reward(goal)
    }
}
