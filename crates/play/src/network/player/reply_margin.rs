//! The margin between the end of thinking and the deadline of an answer: measured, because it depends on the computer,
//! its load and the connection.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// The margin is at least the clock divided by this number, limited to `LEAST` and `MOST`.
const SHARE: u32 = 8;
/// Smallest margin, unless half the clock is shorter.
const LEAST: Duration = Duration::from_millis(50);
/// Largest margin that does not depend on a measured delay.
const MOST: Duration = Duration::from_secs(1);
/// Factor of the measured delay: the next answer may take longer.
const CAUTION: f64 = 2.0;
/// Factor of the remembered delay after each quicker answer, so that a single delay is forgotten after some hundred
/// moves.
const FORGETTING: f64 = 0.99;

/// The margin, with the delay from which it is computed.
#[derive(Debug, Default)]
pub struct ReplyMargin {
    /// Largest time from the planned end of thinking to the arrival of the answer; it decreases with quicker answers.
    delay: Mutex<Duration>,
}

impl ReplyMargin {
    /// Returns the margin for a clock: at most half of it.
    pub fn of(&self, clock: Duration) -> Duration {
        let usual = (clock / SHARE).clamp(LEAST, MOST);
        usual.max(self.delay().mul_f64(CAUTION)).min(clock / 2)
    }

    /// Updates the remembered delay by that of one answer: the time from the planned end of thinking to its arrival.
    pub fn learn(&self, delay: Duration) {
        let mut greatest = self.delay.lock().unwrap_or_else(PoisonError::into_inner);
        *greatest = delay.max(greatest.mul_f64(FORGETTING));
    }

    /// Returns the remembered delay.
    pub fn delay(&self) -> Duration {
        *self.delay.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn milliseconds(count: u64) -> Duration {
        Duration::from_millis(count)
    }

    #[test]
    fn the_margin_is_a_share_of_the_clock_within_bounds() {
        let margin = ReplyMargin::default();
        assert_eq!(margin.of(milliseconds(2000)), milliseconds(250));
        assert_eq!(margin.of(milliseconds(200)), milliseconds(50));
        assert_eq!(margin.of(milliseconds(60_000)), milliseconds(1000));
        assert_eq!(margin.of(milliseconds(60)), milliseconds(30));
        assert_eq!(margin.of(Duration::ZERO), Duration::ZERO);
    }

    #[test]
    fn the_margin_grows_with_delays_and_shrinks_again() {
        let margin = ReplyMargin::default();
        margin.learn(milliseconds(400));
        margin.learn(milliseconds(10));
        assert_eq!(margin.of(milliseconds(2000)), milliseconds(792));
        assert_eq!(margin.of(milliseconds(1000)), milliseconds(500));
        (0..1000).for_each(|_| margin.learn(milliseconds(10)));
        assert_eq!(margin.of(milliseconds(2000)), milliseconds(250));
    }
}
