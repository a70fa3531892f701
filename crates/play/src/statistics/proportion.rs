//! Intervals of shares, such as that of matches won, by Wilson's method: unlike a mean with a margin on both sides,
//! they stay between 0 and 1, and they are right where one player wins nearly always.

use super::{Interval, Z};

/// Returns the 95 % interval of the true share if `successes` of `count` trials succeeded; from 0 to 1 if there were
/// none.
///
/// Draws may count as half a success. They spread less than wins and losses do, so that the interval is then wider than
/// necessary, never narrower.
pub fn wilson(successes: f64, count: f64) -> Interval {
    if count <= 0.0 {
        return Interval { low: 0.0, high: 1.0 };
    }
    let share = (successes / count).clamp(0.0, 1.0);
    let squared = Z * Z / count;
    let middle = share + squared / 2.0;
    let reach = (share * (1.0 - share) * squared + squared * squared / 4.0).sqrt();
    let [low, high] = [middle - reach, middle + reach].map(|end| end / (1.0 + squared));
    Interval { low: low.max(0.0), high: high.min(1.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(successes: f64, count: f64, low: f64, high: f64) {
        let found = wilson(successes, count);
        let near = |a: f64, b: f64| (a - b).abs() < 5e-5;
        assert!(
            near(found.low, low) && near(found.high, high),
            "{successes} of {count}: {found:?}"
        );
    }

    /// Newcombe, Two-sided confidence intervals for the single proportion (1998), table I, the score method.
    #[test]
    fn intervals_are_those_of_newcombe() {
        check(81.0, 263.0, 0.2553, 0.3662);
        check(15.0, 148.0, 0.0624, 0.1605);
        check(0.0, 20.0, 0.0, 0.1611);
        check(1.0, 29.0, 0.0061, 0.1718);
    }

    #[test]
    fn the_ends_stay_between_0_and_1() {
        check(0.0, 0.0, 0.0, 1.0);
        let all = wilson(20.0, 20.0);
        assert!(all.low > 0.8 && all.high == 1.0, "{all:?}");
    }
}
