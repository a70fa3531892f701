//! What states are worth by features: the sum of what they count for, squashed (document 001, section 5.3).

use game::Random;
use rand::RngExt;

/// A weight for each feature.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// What each feature counts for.
    pub weights: Vec<f64>,
    /// The greatest number that was seen of each; numbers are divided by it.
    pub maxima: Vec<u32>,
}

/// Weights are at most so much at first. If all were the same, those that should become different never would.
const FIRST: f64 = 0.005;

/// A goal as a reward, from -0.48 to 0.48: a little less than what states can be worth, so that there are weights for it.
pub fn reward(goal: u8) -> f64 {
    0.0096 * (f64::from(goal) - 50.0)
}

impl Model {
    /// With small random weights.
    pub fn new(maxima: Vec<u32>, random: &mut Random) -> Model {
        let weights = maxima.iter().map(|_| random.random_range(-FIRST..=FIRST)).collect();
        Model { weights, maxima }
    }

    /// What features count as, from 0 to about 1.
    pub fn normalise(&self, counts: &[u32], out: &mut Vec<f64>) {
        out.clear();
        let pairs = counts.iter().zip(&self.maxima);
        out.extend(pairs.map(|(&count, &most)| f64::from(count) / f64::from(most.max(1))));
    }

    /// What a state is worth, from -0.5 to 0.5.
    pub fn value(&self, counts: &[u32]) -> f64 {
        let parts = counts.iter().zip(&self.maxima).zip(&self.weights);
        let counted = parts.filter(|((count, _), _)| **count > 0);
        let sum: f64 = counted
            .map(|((&count, &most), weight)| weight * f64::from(count) / f64::from(most.max(1)))
            .sum();
        squash(sum)
    }
}

/// From all numbers to those from -0.5 to 0.5.
pub fn squash(sum: f64) -> f64 {
    1.0 / (1.0 + (-sum).exp()) - 0.5
}

/// How steep that is where the value is this.
pub fn slope(value: f64) -> f64 {
    (0.5 + value) * (0.5 - value)
}
