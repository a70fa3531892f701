//! Means of samples and how far they may be off.

use std::fmt;

/// A sample, of which only what its mean and spread need is kept.
#[derive(Clone, Default)]
pub struct Sample {
    count: f64,
    mean: f64,
    /// The sum of squared differences from the mean (Welford's method).
    squares: f64,
}

/// The mean of a sample and half the width of the 95 % interval of the true mean, as far as they are known.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Estimate {
    /// Nothing, if there is no game to speak of.
    pub mean: Option<f64>,
    /// By the normal distribution, so not for a handful of games.
    pub interval: Option<f64>,
}

impl Sample {
    /// Adds a value.
    pub fn add(&mut self, value: f64) {
        self.add_many(value, 1);
    }

    /// Adds a value that was seen so many times.
    pub fn add_many(&mut self, value: f64, times: u64) {
        if times == 0 {
            return;
        }
        let times = times as f64;
        self.count += times;
        let before = value - self.mean;
        self.mean += before * times / self.count;
        self.squares += times * before * (value - self.mean);
    }

    /// What the sample tells.
    pub fn estimate(&self) -> Estimate {
        let variance = self.squares / (self.count - 1.0);
        Estimate {
            mean: (self.count > 0.0).then_some(self.mean),
            interval: (self.count > 1.0).then(|| 1.96 * (variance / self.count).sqrt()),
        }
    }
}

impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match (self.mean, self.interval) {
            (Some(mean), Some(interval)) => write!(f, "{mean:7.2} ± {interval:.2}"),
            (Some(mean), None) => write!(f, "{mean:7.2}"),
            (None, _) => f.write_str("unknown"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_interval_follows_from_the_spread() {
        let mut sample = Sample::default();
        assert_eq!(sample.estimate(), Estimate::default());
        for value in [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0] {
            sample.add(value);
        }
        let estimate = sample.estimate();
        assert!((estimate.mean.unwrap() - 5.0).abs() < 1e-12);
        // The sample's variance is 32/7, that of its mean 4/7.
        assert!((estimate.interval.unwrap() - 1.96 * (4.0f64 / 7.0).sqrt()).abs() < 1e-12);
    }

    #[test]
    fn counts_tell_the_same_as_single_values() {
        let (mut one_by_one, mut counted) = (Sample::default(), Sample::default());
        for (value, times) in [(100.0, 3), (0.0, 5), (50.0, 0), (37.0, 1)] {
            (0..times).for_each(|_| one_by_one.add(value));
            counted.add_many(value, times);
        }
        let (expected, found) = (one_by_one.estimate(), counted.estimate());
        assert!((expected.mean.unwrap() - found.mean.unwrap()).abs() < 1e-9);
        assert!((expected.interval.unwrap() - found.interval.unwrap()).abs() < 1e-9);
    }
}
