//! Student's t-test of two samples of the same size.
//!
//! Contains no matches.

use statrs::distribution::{ContinuousCDF, StudentsT};

/// Returns the difference of the means (second minus first), and the probability that chance makes a difference this
/// large, by the two-sided t-test.
pub(super) fn t_test(first: &[f64], second: &[f64]) -> (f64, f64) {
    let count = first.len() as f64;
    let mean = |sample: &[f64]| sample.iter().sum::<f64>() / count;
    let squares = |sample: &[f64]| {
        let mean = mean(sample);
        sample.iter().map(|value| (value - mean).powi(2)).sum::<f64>()
    };
    let difference = mean(second) - mean(first);
    let freedom = 2.0 * count - 2.0;
    let variance = (squares(first) + squares(second)) / freedom;
    let error = (2.0 * variance / count).sqrt();
    let p = match StudentsT::new(0.0, 1.0, freedom) {
        Ok(_) if error == 0.0 && difference != 0.0 => 0.0,
        Ok(student) if error > 0.0 => 2.0 * student.sf((difference / error).abs()),
        _ => 1.0,
    };
    (difference, p.max(least_probability(first.len())))
}

/// Returns the smallest p-value that two samples of `count` values can have: the probability of one of the two ways to
/// separate that many others completely. The t-test goes below it where a few results are all equal.
fn least_probability(count: usize) -> f64 {
    (1..=count).map(|number| number as f64 / (count + number) as f64).product::<f64>() * 2.0
}
