//! Budgets of players: simulations or time.

use play::matches;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;

/// The budget of a player for each move.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Budget {
    /// A number of simulations. With the same seed the match is the same.
    Simulations(u64),
    /// Seconds for each move, and as many before the first. No two matches are the same.
    Clock(f64),
    /// Seconds before the first move, and others for each move. No two matches are the same.
    Clocks {
        /// Seconds before the first move.
        start: f64,
        /// Seconds for each move.
        play: f64,
    },
}

/// Largest number of seconds; more is taken for a mistake.
const LONGEST_CLOCK: f64 = 86_400.0;

impl Budget {
    /// Describes what makes no sense, with its key.
    pub(crate) fn fault(self) -> Option<String> {
        let wrong = |key: &str, seconds: f64| {
            let is_wrong = !(seconds > 0.0 && seconds <= LONGEST_CLOCK);
            is_wrong.then(|| {
                format!("{key}: {seconds} is not a positive number, at most {LONGEST_CLOCK}")
            })
        };
        match self {
            Budget::Simulations(0) => Some("simulations: 0 is not a positive number".to_owned()),
            Budget::Simulations(_) => None,
            Budget::Clock(seconds) => wrong("seconds", seconds),
            Budget::Clocks { start, play } => wrong("start", start).or(wrong("seconds", play)),
        }
    }

    /// Returns whether the budget is one of time.
    pub fn is_clock(self) -> bool {
        !matches!(self, Budget::Simulations(_))
    }
}

impl From<Budget> for matches::Budget {
    fn from(budget: Budget) -> matches::Budget {
        // A definition with a clock that is not a time was refused; a record with one is only shown.
        let clock = |seconds| Duration::try_from_secs_f64(seconds).unwrap_or(Duration::ZERO);
        let (start, play) = match budget {
            Budget::Simulations(count) => return matches::Budget::Simulations(count),
            Budget::Clock(seconds) => (seconds, seconds),
            Budget::Clocks { start, play } => (start, play),
        };
        matches::Budget::Clocks { start: clock(start), play: clock(play) }
    }
}

impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        matches::Budget::from(*self).fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_clock_is_too_strange_to_be_set() {
        let shown = |seconds| Budget::Clock(seconds).to_string();
        assert_eq!(shown(1.5), "1.5 s per move and before the first");
        let both = Budget::Clocks { start: 3.0, play: 0.5 };
        assert_eq!(both.to_string(), "0.5 s per move, 3 s before the first");
        assert!(both.fault().is_none());
        for (start, play, key) in [(0.0, 1.0, "start: 0 "), (1.0, f64::NAN, "seconds: NaN ")] {
            let fault = Budget::Clocks { start, play }.fault().expect("it is wrong");
            assert!(fault.starts_with(key), "{fault}");
        }
        for seconds in [f64::NAN, f64::INFINITY, -1.0, 1e300] {
            assert!(Budget::Clock(seconds).fault().is_some());
            assert!(shown(seconds).ends_with("s per move and before the first"));
        }
    }
}
