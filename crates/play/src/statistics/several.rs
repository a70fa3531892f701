//! Correction of probabilities for the number of tests.

/// Returns the probability that at least one of `tests` independent tests yields a probability of at most `p` by chance
/// (Šidák's correction). If the tests depend on each other, it is an upper bound.
pub fn probability_of_any(p: f64, tests: usize) -> f64 {
    // Where p is small, 1 - (1 - p)ⁿ would lose all its digits.
    -f64::exp_m1(tests as f64 * f64::ln_1p(-p.clamp(0.0, 1.0)))
}

/// Returns the p-values of several tests, adjusted for their number by Holm's method.
///
/// If those below a level are taken for differences, the probability that any of them is none is at most this level
/// (the family-wise error), even if the tests depend on each other.
pub fn holm(p_values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&one, &other| p_values[one].total_cmp(&p_values[other]));
    let mut adjusted = vec![1.0; p_values.len()];
    let mut largest = 0.0_f64;
    for (smaller, place) in order.into_iter().enumerate() {
        let others = (p_values.len() - smaller) as f64;
        largest = largest.max(others * p_values[place]).min(1.0);
        adjusted[place] = largest;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_of_many_tests_says_little() {
        for (p, tests, expected) in [
            (0.05, 1, 0.05),
            (0.05, 14, 0.5123),
            (0.001, 426, 0.3470),
            (1e-12, 1000, 1e-9),
            (0.0, 1000, 0.0),
            (1.0, 3, 1.0),
            (0.5, 0, 0.0),
        ] {
            let found = probability_of_any(p, tests);
            assert!((found - expected).abs() < 1e-4 * expected.max(1e-9), "{p} {tests}: {found}");
        }
    }

    /// By hand: 4 · 0.005, 3 · 0.01, 2 · 0.03, and for the last, which is no smaller than those before it, 0.06 instead of
    /// 1 · 0.04.
    #[test]
    fn smaller_probabilities_are_corrected_for_more_tests() {
        let found = holm(&[0.01, 0.04, 0.03, 0.005]);
        for (found, expected) in found.into_iter().zip([0.03, 0.06, 0.06, 0.02]) {
            assert!((found - expected).abs() < 1e-12, "{found} and {expected}");
        }
        assert_eq!(holm(&[0.7, 0.9]), [1.0, 1.0]);
        assert!(holm(&[]).is_empty());
    }
}
