//! Tests whether two shares of matches won differ, such as ours and that of a document.

use super::ShareWon;
use statrs::function::erf::erfc;
use statrs::stats_tests::{Alternative, fishers_exact};

/// The difference between two shares of matches won.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShareDifference {
    difference: f64,
    /// Variance of the difference, if the true shares are the same.
    variance: f64,
}

impl ShareDifference {
    /// Returns the difference of a share from another one. Its variance is that of the share of all matches together.
    ///
    /// Draws spread less than wins and losses do, so that the variance is rather too large than too small.
    pub fn new(share: ShareWon, other: ShareWon) -> ShareDifference {
        let pooled = share.with(other).value();
        let variance = pooled * (1.0 - pooled) * (1.0 / share.matches() + 1.0 / other.matches());
        ShareDifference { difference: share.value() - other.value(), variance }
    }

    /// Returns the mean of independent differences, or `None` if there are none.
    pub fn mean(differences: &[ShareDifference]) -> Option<ShareDifference> {
        if differences.is_empty() {
            return None;
        }
        let count = differences.len() as f64;
        let sum = |part: fn(&ShareDifference) -> f64| differences.iter().map(part).sum::<f64>();
        let (difference, variance) = (sum(|it| it.difference), sum(|it| it.variance));
        Some(ShareDifference { difference: difference / count, variance: variance / count.powi(2) })
    }

    /// Returns the difference, between -1 and 1.
    pub fn value(&self) -> f64 {
        self.difference
    }

    /// Returns the probability of a difference of at least this size, on either side, if the true shares are the same,
    /// by the normal distribution (the two-sample z-test of shares, which is the χ² test of a table of four counts).
    pub fn p_value(&self) -> f64 {
        if self.variance <= 0.0 {
            // All matches ended alike.
            return 1.0;
        }
        erfc(self.difference.abs() / (2.0 * self.variance).sqrt())
    }
}

/// Returns the probability that two players with the same true share of matches won have won counts which differ by at
/// least as much as these, by Fisher's exact test with two sides. Each pair is the number of matches won and of those
/// that were not.
pub fn exact_probability_of_difference(one: [u64; 2], other: [u64; 2]) -> f64 {
    let table = [one[0], one[1], other[0], other[1]];
    // A table of counts always has a hypergeometric distribution.
    fishers_exact(&table, Alternative::TwoSided).unwrap_or(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use statrs::distribution::{Discrete, Hypergeometric};

    fn share(won: u64, drawn: u64, lost: u64) -> ShareWon {
        ShareWon::of_counts(won, drawn, lost).expect("there are matches")
    }

    #[track_caller]
    fn is_near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-6 * expected.max(1e-3), "{found} and {expected}");
    }

    /// `scipy.stats.chi2_contingency([[178, 22], [156, 44]], correction=False)` of SciPy 1.17 has χ² = 8.7824351 and
    /// p = 0.0030414; by hand, z = 0.11 / √(0.835 · 0.165 · 0.01) = 2.9635.
    #[test]
    fn the_test_is_the_chi_squared_test_of_four_counts() {
        let difference = ShareDifference::new(share(156, 0, 44), share(178, 0, 22));
        is_near(difference.value(), -0.11);
        is_near(difference.p_value(), 0.003041449079544365);
    }

    #[test]
    fn draws_count_as_half() {
        let [drawn, mixed] = [share(0, 100, 0), share(50, 0, 50)];
        assert_eq!(ShareDifference::new(drawn, mixed).p_value(), 1.0);
        // By hand: z = 0.165 / √(0.815 · 0.185 · 0.01) = 4.2493; 2 · scipy.stats.norm.sf(z) = 2.1442e-5.
        let document = ShareWon::of_share(0.7325, 200.0).expect("it is a share");
        let difference = ShareDifference::new(share(178, 3, 19), document);
        is_near(difference.p_value(), 2.1442194219533457e-5);
    }

    #[test]
    fn where_all_matches_end_alike_there_is_no_difference() {
        assert_eq!(ShareDifference::new(share(9, 0, 0), share(20, 0, 0)).p_value(), 1.0);
    }

    /// By hand: the mean of 0.2 and 0.4 is 0.3; the variances are 0.5 · 0.5 · 0.2 and 0.6 · 0.4 · 0.2, so that of the mean
    /// is (0.05 + 0.048) / 4 = 0.0245, and z = 0.3 / 0.156525 = 1.91663; 2 · scipy.stats.norm.sf(z) = 0.0552850.
    #[test]
    fn a_mean_of_differences_is_tested_with_the_mean_variance() {
        let differences = [
            ShareDifference::new(share(6, 0, 4), share(4, 0, 6)),
            ShareDifference::new(share(8, 0, 2), share(4, 0, 6)),
        ];
        let mean = ShareDifference::mean(&differences).expect("there are two");
        is_near(mean.value(), 0.3);
        is_near(mean.p_value(), 0.05528499271702408);
        assert_eq!(ShareDifference::mean(&[]), None);
    }

    /// The p-values of `scipy.stats.fisher_exact` of SciPy 1.17; 17/35 = 0.4857143 is that of Fisher's tea tasting.
    #[test]
    fn the_exact_test_is_that_of_the_textbooks() {
        for (one, other, expected) in [
            ([3, 1], [1, 3], 0.48571428571428565),
            ([15, 0], [7, 8], 0.0021989005497251375),
            ([11, 14], [20, 5], 0.018628396562527214),
            ([15, 0], [15, 0], 1.0),
            ([0, 3], [0, 9], 1.0),
        ] {
            is_near(exact_probability_of_difference(one, other), expected);
        }
    }

    /// The definition: the sum of the probabilities of all tables with the same margins that are not more probable.
    #[test]
    fn the_exact_test_follows_its_definition_on_all_small_tables() {
        for (first, second) in (1..8).flat_map(|first| (1..8).map(move |second| (first, second))) {
            for (won, other) in (0..=first).flat_map(|won| (0..=second).map(move |it| (won, it))) {
                let draws = won + other;
                let tables = Hypergeometric::new(first + second, first, draws).expect("counts");
                let probability = |count| tables.pmf(count);
                let own = probability(won) * (1.0 + 1e-7);
                let as_rare = (0..=first.min(draws)).map(probability).filter(|p| *p <= own);
                let expected: f64 = as_rare.sum();
                let found =
                    exact_probability_of_difference([won, first - won], [other, second - other]);
                assert!((found - expected.min(1.0)).abs() < 1e-9, "{won}/{first} {other}/{second}");
            }
        }
    }
}
