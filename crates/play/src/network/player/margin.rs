//! How long before the deadline an answer has to be on its way: measured, because it depends on the machine, its load and
//! the connection.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Before anything is known, this share of the clock …
const SHARE: u32 = 8;
/// … but at least this …
const LEAST: Duration = Duration::from_millis(50);
/// … and at most this.
const MOST: Duration = Duration::from_secs(1);
/// What was measured is multiplied by this: the next answer may be worse.
const CAUTION: f64 = 2.0;
/// With each answer that was quicker, the greatest delay counts a little less, so that a single hiccup is forgotten after
/// some hundred moves.
const FORGETTING: f64 = 0.99;

/// The margin, and what it is learnt from.
#[derive(Debug, Default)]
pub struct Margin {
    /// The greatest time between the planned end of thinking and the moment at which the answer had arrived.
    delay: Mutex<Duration>,
}

impl Margin {
    /// The margin for a clock: never more than half of it.
    pub fn of(&self, clock: Duration) -> Duration {
        let usual = (clock / SHARE).clamp(LEAST, MOST);
        usual.max(self.delay().mul_f64(CAUTION)).min(clock / 2)
    }

    /// Learns from an answer that arrived so long after thinking should have ended.
    pub fn learn(&self, delay: Duration) {
        let mut greatest = self.delay.lock().unwrap_or_else(PoisonError::into_inner);
        *greatest = delay.max(greatest.mul_f64(FORGETTING));
    }

    /// The greatest delay, as far as it is remembered.
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
        let margin = Margin::default();
        assert_eq!(margin.of(milliseconds(2000)), milliseconds(250));
        assert_eq!(margin.of(milliseconds(200)), milliseconds(50));
        assert_eq!(margin.of(milliseconds(60_000)), milliseconds(1000));
        assert_eq!(margin.of(milliseconds(60)), milliseconds(30));
        assert_eq!(margin.of(Duration::ZERO), Duration::ZERO);
    }

    #[test]
    fn the_margin_grows_with_delays_and_shrinks_again() {
        let margin = Margin::default();
        margin.learn(milliseconds(400));
        margin.learn(milliseconds(10));
        assert_eq!(margin.of(milliseconds(2000)), milliseconds(792));
        assert_eq!(margin.of(milliseconds(1000)), milliseconds(500));
        (0..1000).for_each(|_| margin.learn(milliseconds(10)));
        assert_eq!(margin.of(milliseconds(2000)), milliseconds(250));
    }
}
