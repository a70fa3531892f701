//! Goofspiel: the prizes do not matter for the number of moves, so a position
//! is the two hands as sets of bits.

use super::Position;

#[derive(Clone, Copy)]
pub struct Hands([u8; 2]);

/// Returns the hand after each of its cards has been played.
fn rests(hand: u8) -> impl Iterator<Item = u8> {
    (0..8).filter(move |card| hand >> card & 1 == 1).map(move |card| hand & !(1 << card))
}

impl Position for Hands {
    fn start() -> Self {
        Hands([0b11_1111; 2])
    }

    fn successors(&self) -> Vec<Self> {
        let [left, right] = self.0;
        rests(left).flat_map(|left| rests(right).map(move |right| Hands([left, right]))).collect()
    }
}
