//! Means of samples, with intervals by Student's t: samples of matches are often small.

use super::Z;
use serde::Serialize;
use statrs::distribution::{ContinuousCDF, StudentsT};
use std::fmt;

/// An interval of numbers, with both ends.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

/// Writes both ends with the requested precision, such as `12.5 to 87.5` for `{:.1}`.
impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match f.precision() {
            Some(digits) => write!(f, "{:.digits$} to {:.digits$}", self.low, self.high),
            None => write!(f, "{} to {}", self.low, self.high),
        }
    }
}

/// Running totals of a sample: its size, mean and spread, without its values.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sample {
    count: u64,
    mean: f64,
    /// Sum of the squared differences from the mean (Welford's method).
    squares: f64,
}

impl Sample {
    /// Adds one value to the sample.
    pub fn add(&mut self, value: f64) {
        self.count += 1;
        let before = value - self.mean;
        self.mean += before / self.count as f64;
        self.squares += before * (value - self.mean);
    }

    /// Adds a value that occurs several times.
    pub fn add_many(&mut self, value: f64, times: u64) {
        if times == 0 {
            return;
        }
        self.count += times;
        let before = value - self.mean;
        self.mean += before * times as f64 / self.count as f64;
        self.squares += before * times as f64 * (value - self.mean);
    }

    /// Returns the number of values.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Returns the mean, or `None` if there are no values.
    pub fn mean(&self) -> Option<f64> {
        (self.count > 0).then_some(self.mean)
    }

    /// Returns half the width of the 95 % interval of the true mean, or `None` if there are fewer than two values.
    ///
    /// For values that cannot leave a range, such as goals, see [`Sample::interval_within`].
    pub fn margin(&self) -> Option<f64> {
        if self.count < 2 {
            return None;
        }
        let freedom = (self.count - 1) as f64;
        Some(upper_quantile(freedom)? * (self.squares / freedom / self.count as f64).sqrt())
    }

    /// Returns whether the values differ from each other.
    pub(super) fn has_spread(&self) -> bool {
        self.squares > 0.0
    }
}

/// Number of degrees of freedom from which Student's quantile is approximated: `statrs` needs more and more steps to find
/// it, and for some tens of millions does not end.
const MANY: f64 = 100_000.0;

/// Returns the quantile of Student's distribution that leaves 2.5 % above it.
fn upper_quantile(freedom: f64) -> Option<f64> {
    if freedom < MANY {
        return Some(StudentsT::new(0.0, 1.0, freedom).ok()?.inverse_cdf(0.975));
    }
    // The first terms of its expansion at the quantile of the normal distribution; the next one is below 1e-9.
    Some(Z + (Z.powi(3) + Z) / (4.0 * freedom))
}

/// Returns the probability that the mean of `sample` exceeds that of `other` by as much as it does if the true means
/// are the same, by Welch's one-sided test; `None` if one has fewer than two values, or neither has any spread.
pub fn probability_of_greater(sample: &Sample, other: &Sample) -> Option<f64> {
    if sample.count < 2 || other.count < 2 {
        return None;
    }
    let error = |sample: &Sample| {
        let freedom = (sample.count - 1) as f64;
        (sample.squares / freedom / sample.count as f64, freedom)
    };
    let ((here, freedom), (there, freedom_there)) = (error(sample), error(other));
    let both = here + there;
    if both <= 0.0 {
        return None;
    }
    let freedom = both * both / (here * here / freedom + there * there / freedom_there);
    let t = (sample.mean - other.mean) / both.sqrt();
    Some(1.0 - StudentsT::new(0.0, 1.0, freedom).ok()?.cdf(t))
}

impl FromIterator<f64> for Sample {
    fn from_iter<I: IntoIterator<Item = f64>>(values: I) -> Sample {
        let mut sample = Sample::default();
        values.into_iter().for_each(|value| sample.add(value));
        sample
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_tell_the_same_as_single_values() {
        let (mut one_by_one, mut counted) = (Sample::default(), Sample::default());
        for (value, times) in [(100.0, 3), (0.0, 5), (50.0, 0), (37.0, 1)] {
            (0..times).for_each(|_| one_by_one.add(value));
            counted.add_many(value, times);
        }
        assert_eq!(one_by_one.count(), counted.count());
        assert!((one_by_one.mean().unwrap() - counted.mean().unwrap()).abs() < 1e-9);
        assert!((one_by_one.margin().unwrap() - counted.margin().unwrap()).abs() < 1e-9);
    }

    #[test]
    fn few_values_tell_little() {
        let sample = Sample::default();
        assert_eq!((sample.mean(), sample.margin()), (None, None));
        let sample: Sample = [40.0].into_iter().collect();
        assert_eq!((sample.count(), sample.mean(), sample.margin()), (1, Some(40.0), None));
        let sample: Sample = [40.0; 7].into_iter().collect();
        assert_eq!(sample.margin(), Some(0.0));
    }

    #[test]
    fn quantiles_of_many_values_are_found_at_once_and_fit_those_of_fewer() {
        let exact = StudentsT::new(0.0, 1.0, MANY - 1.0).unwrap().inverse_cdf(0.975);
        assert_eq!(upper_quantile(MANY - 1.0), Some(exact));
        let many = upper_quantile(MANY).unwrap();
        // The exact quantile for 100,000 degrees of freedom is 1.95998771; `statrs` is some millionths off.
        assert!((many - 1.959_987_71).abs() < 1e-8, "{many}");
        assert!((many - exact).abs() < 1e-5, "{many} and {exact}");
        let mut sample = Sample::default();
        for value in [0.0, 100.0] {
            sample.add_many(value, 5_000_000_000);
        }
        assert!((sample.margin().unwrap() - 50.0 * Z / 1e5).abs() < 1e-6);
    }

    #[test]
    fn the_test_is_that_of_the_textbooks() {
        // The first example of Wikipedia's article on Welch's test: t = -2.46, 25.0 degrees of freedom, p = 0.021 on
        // both sides together.
        let few = [
            27.5, 21.0, 19.0, 23.6, 17.0, 17.9, 16.9, 20.1, 21.9, 22.6, 23.1, 19.6, 19.0, 21.7,
            21.4,
        ];
        let more = [
            27.1, 22.0, 20.8, 23.4, 23.4, 23.5, 25.8, 22.0, 24.8, 20.2, 21.9, 22.1, 22.9, 20.5,
            24.4,
        ];
        let [few, more] = [few, more].map(|values| values.into_iter().collect::<Sample>());
        let p = probability_of_greater(&more, &few).expect("both have spread");
        assert!((p - 0.0107).abs() < 0.0002, "{p}");
        assert!((p + probability_of_greater(&few, &more).unwrap() - 1.0).abs() < 1e-9);
        assert_eq!(probability_of_greater(&few, &Sample::default()), None);
        let flat: Sample = [1.0, 1.0].into_iter().collect();
        assert_eq!(probability_of_greater(&flat, &flat), None);
    }

    /// The heat flow meter data of the NIST/SEMATECH e-Handbook (1.3.5.2, confidence limits for the mean) have 195
    /// values of mean 9.261460 and standard deviation 0.022789, and the interval from 9.258242 to 9.264679; here are
    /// values with the same three.
    #[test]
    fn the_interval_is_that_of_the_handbook() {
        let (mean, deviation) = (9.261460, 0.022789);
        let sign = |n: u32| if n.is_multiple_of(2) { 1.0 } else { -1.0 };
        let values = (0..194).map(|n| mean + sign(n) * deviation);
        let sample: Sample = values.chain([mean]).collect();
        assert!((sample.mean().unwrap() - mean).abs() < 1e-9);
        assert!((mean - sample.margin().unwrap() - 9.258242).abs() < 2e-6);
        assert!((mean + sample.margin().unwrap() - 9.264679).abs() < 2e-6);
    }

    /// Student's own example, as every textbook has it: the extra hours of sleep that ten patients had by a drug
    /// (1908). Their mean is 0.75, and the 95 % interval from −0.5298 to 2.0298.
    #[test]
    fn the_interval_is_that_of_students_sleep() {
        let hours = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0];
        let sample: Sample = hours.into_iter().collect();
        let (mean, margin) = (sample.mean().unwrap(), sample.margin().unwrap());
        assert!((mean - 0.75).abs() < 1e-12);
        assert!((mean - margin + 0.5297804).abs() < 1e-6, "{}", mean - margin);
        assert!((mean + margin - 2.0297804).abs() < 1e-6);
    }
}
