//! The linear function of features: a weighted sum, mapped to values between −0.5 and 0.5 by a sigmoid.
//!
//! Follows `guenther`, section 5.3. Does not change weights (`td_learner`) and does not count features.

use game::Random;
use rand::RngExt;

/// A weight for each feature.
#[derive(Clone, Debug, PartialEq)]
pub struct LinearModel {
    /// The weight of each feature.
    pub weights: Vec<f64>,
    /// The largest count of each feature that was seen; counts are divided by it.
    pub maxima: Vec<u32>,
}

/// Largest absolute value of initial weights. They are random because equal weights would stay equal.
const MAX_INITIAL_WEIGHT: f64 = 0.005;

/// Converts a goal to a reward from −0.48 to 0.48. The interval is a little smaller than that of estimates, so that
/// weights exist that reach it.
pub fn reward(goal: u8) -> f64 {
    0.0096 * (f64::from(goal) - 50.0)
}

impl LinearModel {
    /// Creates a model with small random weights.
    pub fn new(maxima: Vec<u32>, random: &mut Random) -> LinearModel {
        let weights = maxima
            .iter()
            .map(|_| random.random_range(-MAX_INITIAL_WEIGHT..=MAX_INITIAL_WEIGHT))
            .collect();
        LinearModel { weights, maxima }
    }

    /// Writes the counts divided by their maxima to `out`.
    pub fn normalise(&self, counts: &[u32], out: &mut Vec<f64>) {
        out.clear();
        let pairs = counts.iter().zip(&self.maxima);
        out.extend(pairs.map(|(&count, &most)| f64::from(count) / f64::from(most.max(1))));
    }

    /// Returns the estimate of a state from the counts of its features, from −0.5 to 0.5.
    pub fn value(&self, counts: &[u32]) -> f64 {
        let parts = counts.iter().zip(&self.maxima).zip(&self.weights);
        let counted = parts.filter(|((count, _), _)| **count > 0);
        let sum: f64 = counted
            .map(|((&count, &most), weight)| weight * f64::from(count) / f64::from(most.max(1)))
            .sum();
        squash(sum)
    }
}

/// Returns the sigmoid function of a sum, shifted to values from −0.5 to 0.5.
pub fn squash(sum: f64) -> f64 {
    1.0 / (1.0 + (-sum).exp()) - 0.5
}

/// Returns the derivative of the sigmoid where its value is `value`.
pub fn slope(value: f64) -> f64 {
    (0.5 + value) * (0.5 - value)
}
