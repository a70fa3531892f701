//! Verdicts: whether an interval shows that a player is better or worse than another, in words that all reports share.
//!
//! The interval itself is computed elsewhere.

use super::Interval;
use serde::Serialize;
use std::fmt;

/// The result of comparing a player's share of matches won with one half.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The player wins more than half: the whole interval lies above 50 %.
    Better,
    /// The player wins less than half: the whole interval lies below 50 %.
    Worse,
    /// The interval contains 50 %.
    NotSignificant,
}

impl Verdict {
    /// Returns the verdict on a share between 0 and 1 of matches won, by its interval.
    pub fn of_share(share: Interval) -> Verdict {
        Verdict::against(0.5, share)
    }

    /// Returns the verdict on a value, by its interval, in comparison with a known one.
    pub fn against(reference: f64, interval: Interval) -> Verdict {
        if interval.low > reference {
            Verdict::Better
        } else if interval.high < reference {
            Verdict::Worse
        } else {
            Verdict::NotSignificant
        }
    }

    /// Whether the difference is more than chance explains.
    pub fn is_significant(self) -> bool {
        self != Verdict::NotSignificant
    }
}

/// Writes the verdict in one or two words, short enough for the cell of a table.
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Verdict::Better => "better",
            Verdict::Worse => "worse",
            Verdict::NotSignificant => "not significant",
        })
    }
}

/// Returns the verdict on a match series between two players as a sentence without a full stop. `share` is the interval
/// of the first player's share of matches won, between 0 and 1.
pub fn verdict_text(first: &str, second: &str, share: Interval) -> String {
    let percent = Interval { low: 100.0 * share.low, high: 100.0 * share.high };
    let (winner, interval) = match Verdict::of_share(share) {
        Verdict::NotSignificant => {
            return format!("not significant: the interval, {percent:.1} %, contains 50 %");
        }
        Verdict::Better => (first, percent),
        // The second player's share is what the first one lacks.
        Verdict::Worse => {
            (second, Interval { low: 100.0 - percent.high, high: 100.0 - percent.low })
        }
    };
    format!("{winner} wins significantly: the interval, {interval:.1} %, lies above 50 %")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::wilson;

    #[test]
    fn only_an_interval_without_one_half_is_significant() {
        let check = |won: f64, count: f64, expected: Verdict, text: &str| {
            let share = wilson(won, count);
            assert_eq!(Verdict::of_share(share), expected, "{won} of {count}");
            assert_eq!(expected.is_significant(), expected.to_string() != "not significant");
            assert_eq!(verdict_text("uct", "random", share), text);
        };
        let better = "uct wins significantly: the interval, 72.2 to 100.0 %, lies above 50 %";
        check(10.0, 10.0, Verdict::Better, better);
        let worse = "random wins significantly: the interval, 72.2 to 100.0 %, lies above 50 %";
        check(0.0, 10.0, Verdict::Worse, worse);
        let neither = "not significant: the interval, 39.7 to 89.2 %, contains 50 %";
        check(7.0, 10.0, Verdict::NotSignificant, neither);
        let unknown = "not significant: the interval, 0.0 to 100.0 %, contains 50 %";
        check(0.0, 0.0, Verdict::NotSignificant, unknown);
    }

    #[test]
    fn values_are_compared_with_any_other() {
        let interval = Interval { low: 1.0, high: 2.0 };
        let verdicts = [0.5, 1.0, 1.5, 2.0, 2.5].map(|value| Verdict::against(value, interval));
        let neither = Verdict::NotSignificant;
        assert_eq!(verdicts, [Verdict::Better, neither, neither, neither, Verdict::Worse]);
    }
}
