//! Sarsa on afterstates with a linear function of the features of a tree.
//!
//! Follows `kuhl`, section 7.3. DIVERGENCE: the document does not tell how it chooses the size of a step; here it is
//! divided by the squared length of the feature vector.

use super::fact_values::FactValues;
use super::tree_evaluator::TreeEvaluator;
use crate::values::{Agent, Turn, ValueSettings};
use game::match_loop::Position;
use game::{Best, Machine, Move, State, StopReason};
use rand::RngExt;

/// Learns weights of all features of a tree that are used, by taking part in matches.
pub struct LinearLearner {
    settings: ValueSettings,
    evaluator: TreeEvaluator,
    /// The weight of each feature, and at the end that of a constant feature. Features that are left out have the
    /// weight 0.
    weights: Vec<f64>,
    fact_values: FactValues,
    /// The features of the afterstate of its last move, whose value is updated next.
    last: Option<Vec<f64>>,
}

impl LinearLearner {
    /// Creates a learner that gives all states the default value.
    pub fn new(settings: ValueSettings, evaluator: TreeEvaluator) -> LinearLearner {
        let mut weights = vec![0.0; evaluator.len() + 1];
        weights[evaluator.len()] = settings.default_value;
        LinearLearner {
            settings,
            evaluator,
            weights,
            fact_values: FactValues::default(),
            last: None,
        }
    }

    /// Returns the weight of each feature.
    pub fn weights(&self) -> &[f64] {
        &self.weights[..self.evaluator.len()]
    }

    /// Returns all features with their weights, those with the largest absolute weight first.
    pub fn by_weight(&self) -> Vec<(usize, f64)> {
        let mut all: Vec<(usize, f64)> = self.weights().iter().copied().enumerate().collect();
        all.sort_by(|(_, one), (_, other)| other.abs().total_cmp(&one.abs()));
        all
    }

    /// Returns the values of the features in a state, and of the constant feature.
    fn features(&mut self, machine: &dyn Machine, state: &State) -> Vec<f64> {
        let values = self.evaluator.evaluate(machine, state).to_vec();
        let used = |(feature, value)| if self.evaluator.is_used(feature) { value } else { 0.0 };
        values.into_iter().enumerate().map(used).chain([1.0]).collect()
    }

    /// Returns the weighted sum of feature values.
    fn value(&self, features: &[f64]) -> f64 {
        features.iter().zip(&self.weights).map(|(value, weight)| value * weight).sum()
    }

    /// Moves the estimate of the last afterstate towards a target. The step is divided by the squared length of the
    /// feature vector, so that it never goes beyond the target, and targets stay between the worst and the best goal:
    /// otherwise weights would grow without limit, as each estimate follows others.
    fn learn(&mut self, target: f64) {
        let Some(features) = self.last.take() else { return };
        let target = target.clamp(0.0, 100.0);
        let error = target - self.value(&features);
        let length: f64 = features.iter().map(|value| value * value).sum();
        let step = self.settings.learning_rate * error / length.max(1.0);
        for (weight, value) in self.weights.iter_mut().zip(&features) {
            *weight += step * value;
        }
        self.fact_values.clear();
    }
}

impl Agent for LinearLearner {
    fn choose(&mut self, position: &mut Position, turn: &mut Turn) -> Result<Move, StopReason> {
        let Position { machine, state, random, .. } = position;
        let machine = &mut **machine;
        let mut after = State::default();
        let mut best = Best::default();
        for place in 0..turn.legal.len() {
            turn.apply(machine, state, Some(turn.legal[place]), &mut after)?;
            let LinearLearner { evaluator, weights, fact_values, .. } = self;
            best.offer(place, fact_values.state_value(machine, &after, evaluator, weights), random);
        }
        let explores = random.random_bool(self.settings.exploration.clamp(0.0, 1.0));
        let chosen = if explores {
            random.random_range(0..turn.legal.len())
        } else {
            best.chosen().unwrap_or(0)
        };
        turn.apply(machine, state, Some(turn.legal[chosen]), &mut after)?;
        let features = self.features(machine, &after);
        self.learn(self.value(&features));
        self.last = Some(features);
        Ok(turn.legal[chosen])
    }

    fn end(&mut self, goal: u8) {
        self.learn(f64::from(goal));
    }
}
