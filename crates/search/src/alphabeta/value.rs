//! What states are worth: proven results, and estimates that never reach them.
//!
//! A result counts a little less with every move that it is away, towards the middle: what is good is wanted soon, what is bad
//! late. The same state has the same value wherever it is reached.

/// What a state is worth to the side that searches.
pub type Value = i32;

/// One point of a goal.
const POINT: Value = 1000;

/// The most plies that are searched. A result that is so far away still counts more than any estimate.
pub const MOST_DEPTH: u32 = 200;

/// The goals that a role can get.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// The worst.
    pub low: u8,
    /// The best.
    pub high: u8,
}

impl Range {
    /// What a goal is worth when the game is over.
    pub fn result(goal: u8) -> Value {
        Value::from(goal) * POINT
    }

    /// What an estimate from 0 to 1 is worth: one point more than the worst result to one less than the best.
    pub fn estimate(self, share: f64) -> Value {
        let (low, high) = (Range::result(self.low) + POINT, Range::result(self.high) - POINT);
        if high <= low {
            return self.middle();
        }
        low + (f64::from(high - low) * share.clamp(0.0, 1.0)) as Value
    }

    /// The value that a move changes nothing about.
    fn middle(self) -> Value {
        (Range::result(self.low) + Range::result(self.high)) / 2
    }

    /// What a state is worth from which one of this value is a move away.
    pub fn before(self, value: Value) -> Value {
        value - (value - self.middle()).signum()
    }

    /// The window that a state has to be searched with so that [`Range::before`] of its value can be compared with this one:
    /// the value is at or below the first of it if that is at or below the first of this one, and so on.
    pub fn after(self, Window(alpha, beta): Window) -> Window {
        let middle = self.middle();
        let alpha = if alpha >= middle { alpha + 1 } else { alpha - 1 };
        let beta = if beta > middle { beta + 1 } else { beta - 1 };
        Window(alpha, beta)
    }

    /// The window of a state that is not over: it cannot be worth more or less.
    pub fn window(self) -> Window {
        Window(self.before(Range::result(self.low)), self.before(Range::result(self.high)))
    }

    /// Whether a value can only be a proven one, because no estimate is so good or so bad.
    pub fn is_proven(self, value: Value) -> bool {
        let far = MOST_DEPTH as Value;
        value >= Range::result(self.high) - far || value <= Range::result(self.low) + far
    }

    /// A value as a goal from 0 to 100, for people.
    pub fn goal(value: Value) -> f64 {
        f64::from(value) / f64::from(POINT)
    }
}

/// The values that are of interest: those between the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window(pub Value, pub Value);

#[cfg(test)]
mod tests {
    use super::*;

    const RANGE: Range = Range { low: 0, high: 100 };

    #[test]
    fn windows_follow_values() {
        let values = || (49_990..50_010).chain(0..5).chain(99_990..100_000);
        for (value, bound) in values().flat_map(|value| values().map(move |bound| (value, bound))) {
            let Window(alpha, beta) = RANGE.after(Window(bound, bound));
            assert_eq!(RANGE.before(value) <= bound, value <= alpha, "{value} {bound}");
            assert_eq!(RANGE.before(value) >= bound, value >= beta, "{value} {bound}");
        }
    }

    #[test]
    fn estimates_stay_between_results() {
        for range in [RANGE, Range { low: 10, high: 40 }, Range { low: 0, high: 1 }] {
            for share in [-1.0, 0.0, 0.3, 1.0, 7.0, f64::NAN] {
                let value = range.estimate(share);
                assert!(value > Range::result(range.low) && value < Range::result(range.high));
                assert!(!range.is_proven(value));
            }
        }
        let far = (0..MOST_DEPTH).fold(Range::result(100), |value, _| RANGE.before(value));
        assert!(RANGE.is_proven(far) && far > RANGE.estimate(1.0));
    }
}
