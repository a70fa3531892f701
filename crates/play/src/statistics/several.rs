//! Correction of probabilities for the number of tests of which they are the best.

/// Returns the probability that at least one of `tests` independent tests yields a probability of at most `p` by chance
/// (Šidák's correction). If the tests depend on each other, it is an upper bound.
pub fn probability_of_any(p: f64, tests: usize) -> f64 {
    // Where p is small, 1 - (1 - p)ⁿ would lose all its digits.
    -f64::exp_m1(tests as f64 * f64::ln_1p(-p.clamp(0.0, 1.0)))
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
}
