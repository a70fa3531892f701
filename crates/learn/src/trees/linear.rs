//! Sarsa on afterstates with a linear function of features (document 000, section 7.3).

use super::reader::Reader;
use super::worth::Worth;
use crate::values::{Actor, Settings, Turn};
use game::{Best, Machine, Move, Random, State, StopReason};
use rand::RngExt;

/// Learns weights of all features of a tree that are used, by taking part in matches.
pub struct Linear {
    settings: Settings,
    reader: Reader,
    /// What each feature counts for, and at last what is always there. Features that are left out count for nothing.
    weights: Vec<f64>,
    worth: Worth,
    /// The features of the afterstate of its last move, whose value is still to be moved.
    last: Option<Vec<f64>>,
}

impl Linear {
    /// Thinks the same of everything.
    pub fn new(settings: Settings, reader: Reader) -> Linear {
        let mut weights = vec![0.0; reader.len() + 1];
        weights[reader.len()] = settings.default;
        Linear { settings, reader, weights, worth: Worth::default(), last: None }
    }

    /// What each feature counts for.
    pub fn weights(&self) -> &[f64] {
        &self.weights[..self.reader.len()]
    }

    /// All features with what they count for, those first that count for most.
    pub fn greatest(&self) -> Vec<(usize, f64)> {
        let mut all: Vec<(usize, f64)> = self.weights().iter().copied().enumerate().collect();
        all.sort_by(|(_, one), (_, other)| other.abs().total_cmp(&one.abs()));
        all
    }

    /// The features of a state, and what is always there.
    fn features(&mut self, machine: &dyn Machine, state: &State) -> Vec<f64> {
        let values = self.reader.read(machine, state).to_vec();
        let used = |(feature, value)| if self.reader.is_used(feature) { value } else { 0.0 };
        values.into_iter().enumerate().map(used).chain([1.0]).collect()
    }

    fn value(&self, features: &[f64]) -> f64 {
        features.iter().zip(&self.weights).map(|(value, weight)| value * weight).sum()
    }

    /// Moves what is thought of the last afterstate. The step is divided by how long the vector is, so that it never goes beyond the target, and nothing
    /// is thought to be worth more than the best goal or less than the worst: weights would grow without end, as each is moved to what others say.
    fn learn(&mut self, target: f64) {
        let Some(features) = self.last.take() else { return };
        let target = target.clamp(0.0, 100.0);
        let error = target - self.value(&features);
        let length: f64 = features.iter().map(|value| value * value).sum();
        let step = self.settings.rate * error / length.max(1.0);
        for (weight, value) in self.weights.iter_mut().zip(&features) {
            *weight += step * value;
        }
        self.worth.forget();
    }
}

impl Actor for Linear {
    fn choose(
        &mut self,
        machine: &mut dyn Machine,
        state: &State,
        turn: &mut Turn,
        random: &mut Random,
    ) -> Result<Move, StopReason> {
        let mut after = State::default();
        let mut best = Best::default();
        for place in 0..turn.legal.len() {
            turn.make(machine, state, Some(turn.legal[place]), &mut after)?;
            let Linear { reader, weights, worth, .. } = self;
            best.offer(place, worth.of(machine, &after, reader, weights), random);
        }
        let explores = random.random_bool(self.settings.exploration.clamp(0.0, 1.0));
        let chosen = match explores {
            true => random.random_range(0..turn.legal.len()),
            false => best.chosen().unwrap_or(0),
        };
        turn.make(machine, state, Some(turn.legal[chosen]), &mut after)?;
        let features = self.features(machine, &after);
        self.learn(self.value(&features));
        self.last = Some(features);
        Ok(turn.legal[chosen])
    }

    fn end(&mut self, goal: u8) {
        self.learn(f64::from(goal));
    }
}
