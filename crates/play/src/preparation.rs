//! The division of the start clock and of the first move's clock between learning about the game and searching.

use search::Seat;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// Share of the start clock in which a player may sample random games (`kuhl`, section 4.2).
const SAMPLING_SHARE: f64 = 0.1;
/// Share of the start clock after which players that learn before a match must stop; the rest is for work that cannot
/// be cut short.
const LEARNING_SHARE: f64 = 0.8;

/// Share of the first move's clock in which a player may go on learning features; the rest is for its search.
const FIRST_MOVE_SHARE: f64 = 0.5;

/// Allows the player of a seat to prepare for a match whose start clock begins now.
pub fn allow(seat: &mut Seat, start_clock: Duration, play_clock: Duration) {
    let begun = Instant::now();
    let sampling = start_clock.mul_f64(SAMPLING_SHARE);
    let learning = start_clock.mul_f64(LEARNING_SHARE).as_secs_f64();
    seat.keep_sampling = Some(Arc::new(move || begun.elapsed() < sampling));
    seat.learning_time = Some(Arc::new(move || {
        if learning == 0.0 { 1.0 } else { begun.elapsed().as_secs_f64() / learning }
    }));
    // Before its first turn a player without a start clock only waits.
    let (features, first) = (start_clock + play_clock.mul_f64(FIRST_MOVE_SHARE), OnceLock::new());
    seat.feature_time =
        Some(Arc::new(move || first.get_or_init(Instant::now).elapsed() < features));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::tests::bundled;
    use engine::Playable;
    use game::Role;

    #[test]
    fn preparing_takes_as_long_as_the_start_clock_allows() {
        let mut seat = bundled("nim").seat(Role(0), 1).unwrap();
        let now = |seat: &Seat| {
            let (keep_sampling, learning_time) =
                (seat.keep_sampling.clone().unwrap(), seat.learning_time.clone());
            (keep_sampling(), learning_time.unwrap()())
        };
        allow(&mut seat, Duration::ZERO, Duration::ZERO);
        assert_eq!(now(&seat), (false, 1.0));
        allow(&mut seat, Duration::from_secs(86_400), Duration::ZERO);
        let (watches, elapsed) = now(&seat);
        assert!(watches && elapsed < 1.0, "{elapsed}");
    }

    #[test]
    fn features_may_be_learnt_in_the_first_move_too() {
        let mut seat = bundled("nim").seat(Role(0), 1).unwrap();
        let has_time = |seat: &Seat| seat.feature_time.clone().unwrap()();
        allow(&mut seat, Duration::ZERO, Duration::ZERO);
        assert!(!has_time(&seat));
        for (start, play) in [(0, 86_400), (86_400, 0)] {
            allow(&mut seat, Duration::from_secs(start), Duration::from_secs(play));
            assert!(has_time(&seat), "{start} {play}");
        }
    }
}
