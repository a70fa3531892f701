//! What a player may do with the start clock before it thinks about the first move.

use search::Seat;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Random games may be watched in this share of the start clock (document 000, section 4.2) …
const WATCHED: f64 = 0.1;
/// … and until this share of it has gone by players that learn before a match may do so: the rest is for what cannot be cut short.
const STUDIED: f64 = 0.8;

/// Lets whoever takes the seat prepare for a match whose start clock begins now.
pub fn allow(seat: &mut Seat, start_clock: Duration) {
    let begun = Instant::now();
    let (watched, studied) = (start_clock.mul_f64(WATCHED), start_clock.mul_f64(STUDIED));
    seat.watching = Some(Arc::new(move || begun.elapsed() < watched));
    seat.studying = Some(Arc::new(move || match studied.is_zero() {
        true => 1.0,
        false => begun.elapsed().as_secs_f64() / studied.as_secs_f64(),
    }));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seats;
    use crate::contest::tests::SheetSeats;
    use game::Role;

    #[test]
    fn preparing_takes_as_long_as_the_start_clock_allows() {
        let mut seat = SheetSeats::bundled("nim").seat(Role(0), 1).unwrap();
        let now = |seat: &Seat| {
            let (watching, studying) = (seat.watching.clone().unwrap(), seat.studying.clone());
            (watching(), studying.unwrap()())
        };
        allow(&mut seat, Duration::ZERO);
        assert_eq!(now(&seat), (false, 1.0));
        allow(&mut seat, Duration::from_secs(86_400));
        let (watches, elapsed) = now(&seat);
        assert!(watches && elapsed < 1.0, "{elapsed}");
    }
}
