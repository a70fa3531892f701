//! Values of states: proven results, and estimates that never reach them.
//!
//! With every move that a result is away its value comes a little nearer to the middle: wins are preferred soon, losses
//! late. The same state has the same value wherever it is reached.

/// Value of a state for the side that searches, in thousandths of a goal point.
pub type Value = i32;

/// Value of one point of a goal.
const POINT: Value = 1000;

/// Largest depth of a search in plies. A result that is so far away is still better, or worse, than any estimate.
pub const MAX_DEPTH: u32 = 200;

/// Range of the goals that a role can get.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// Worst goal of the role.
    pub low: u8,
    /// Best goal of the role.
    pub high: u8,
}

impl Range {
    /// Returns the value of a goal when the game is over.
    pub fn result(goal: u8) -> Value {
        Value::from(goal) * POINT
    }

    /// Returns the value of an estimate from 0 to 1: from one point above the worst result to one below the best.
    pub fn estimate(self, share: f64) -> Value {
        let (low, high) = (Range::result(self.low) + POINT, Range::result(self.high) - POINT);
        if high <= low {
            return self.middle();
        }
        low + (f64::from(high - low) * share.clamp(0.0, 1.0)) as Value
    }

    /// Returns the value that does not change with the distance of a result.
    fn middle(self) -> Value {
        (Range::result(self.low) + Range::result(self.high)) / 2
    }

    /// Returns the value of a state from which a state of this value is one move away.
    pub fn before(self, value: Value) -> Value {
        value - (value - self.middle()).signum()
    }

    /// Returns the window for the search of a state, so that comparing its value with that window gives the same as
    /// comparing [`Range::before`] of the value with this one.
    pub fn after(self, Window(alpha, beta): Window) -> Window {
        let middle = self.middle();
        let alpha = if alpha >= middle { alpha + 1 } else { alpha - 1 };
        let beta = if beta > middle { beta + 1 } else { beta - 1 };
        Window(alpha, beta)
    }

    /// Returns the window of all values that a state can have in which the game is not over.
    pub fn window(self) -> Window {
        Window(self.before(Range::result(self.low)), self.before(Range::result(self.high)))
    }

    /// Returns whether a value must be proven, because no estimate is so good or so bad.
    pub fn is_proven(self, value: Value) -> bool {
        let far = MAX_DEPTH as Value;
        value >= Range::result(self.high) - far || value <= Range::result(self.low) + far
    }

    /// Returns a value as a goal from 0 to 100, for people.
    pub fn goal(value: Value) -> f64 {
        f64::from(value) / f64::from(POINT)
    }
}

/// A window of alpha-beta: only values between the two matter.
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
        let far = (0..MAX_DEPTH).fold(Range::result(100), |value, _| RANGE.before(value));
        assert!(RANGE.is_proven(far) && far > RANGE.estimate(1.0));
    }
}
