//! The variance of playouts from the same state, measured while the player searches: it tells how far differences
//! between moves are due to chance.

/// Variance of playouts from the same state.
pub struct PlayoutVariance {
    /// Variance of a role's goal in a playout, as a multiple of the variance if all games were won or lost.
    pub factor: f64,
    /// Number of batches since the last measurement, and number of batches before the next.
    waited: u32,
    patience: u32,
}

impl Default for PlayoutVariance {
    fn default() -> PlayoutVariance {
        PlayoutVariance { factor: 1.0, waited: 0, patience: 0 }
    }
}

/// Largest number of batches between two measurements. The first batch is measured, then fewer and fewer.
const MAX_PATIENCE: u32 = 32;

impl PlayoutVariance {
    /// Returns whether to measure in this batch.
    pub fn is_due(&mut self) -> bool {
        self.waited += 1;
        let is_due = self.waited > self.patience;
        if is_due {
            self.waited = 0;
            self.patience = (2 * self.patience + 1).min(MAX_PATIENCE);
        }
        is_due
    }

    /// Learns from the means of a role in two sets of playouts of the same states, each of this number of playouts.
    pub fn learn(&mut self, pairs: impl Iterator<Item = (f64, f64)>, playouts: f64) {
        let (mut difference, mut expected) = (0.0, 0.0);
        for (one, other) in pairs {
            let mean = f64::midpoint(one, other);
            difference += (one - other).powi(2) / 2.0 * playouts;
            expected += mean * (100.0 - mean);
        }
        if expected > 0.0 {
            // The expectation of `mean · (100 − mean)` is too small by the variance of the mean.
            let measured = difference / (expected + difference / (2.0 * playouts));
            self.factor += (measured.min(1.0) - self.factor) / 4.0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Random;
    use rand::RngExt;

    /// Returns the factor that is learnt from playouts with these goals, in means of this number of playouts.
    fn factor(playouts: u32, playout: impl Fn(&mut Random) -> f64) -> f64 {
        let mut random = game::random(1);
        let mut mean =
            || (0..playouts).map(|_| playout(&mut random)).sum::<f64>() / f64::from(playouts);
        let mut variance = PlayoutVariance::default();
        for _ in 0..50 {
            let pairs: Vec<(f64, f64)> = (0..500).map(|_| (mean(), mean())).collect();
            variance.learn(pairs.into_iter(), f64::from(playouts));
        }
        variance.factor
    }

    #[test]
    fn the_variance_of_playouts_is_measured() {
        for playouts in [1, 2, 10] {
            let won_or_lost = factor(playouts, |random| f64::from(random.random_range(0..2) * 100));
            assert!((0.9..=1.0).contains(&won_or_lost), "{playouts}: {won_or_lost}");
            // 40, 50 or 60: a variance of 200 / 3 instead of 2500.
            let graded =
                factor(playouts, |random| f64::from(40 + 10 * random.random_range(0..3u32)));
            assert!((0.024..0.029).contains(&graded), "{playouts}: {graded}");
            assert!(factor(playouts, |_| 70.0) < 1e-5);
        }
    }

    #[test]
    fn the_variance_is_measured_less_and_less_often() {
        let mut variance = PlayoutVariance::default();
        let due: Vec<usize> = (0..100).filter(|_| variance.is_due()).collect();
        assert_eq!(due, [0, 2, 6, 14, 30, 62, 95]);
    }
}
