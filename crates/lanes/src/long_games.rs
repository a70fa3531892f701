//! The search for games that take too long. Lanes do not count their moves: from time to time, the lanes in which no
//! game has ended or begun since the last search are found.

use crate::word::{LaneWord, Word};

/// Finds the games that take too long: each is found after at least the largest number of moves of a game, and at most
/// twice that number.
pub struct LongGames {
    max_length: u64,
    /// Steps since the last search.
    steps: u64,
    /// Lanes in which a game has ended or begun since then.
    changed: Word,
}

impl LongGames {
    /// Begins with games of at most `max_length` moves.
    pub fn new(max_length: u64) -> LongGames {
        LongGames { max_length: max_length.max(1), steps: 0, changed: Word::NONE }
    }

    /// Notes that all lanes that play made a move.
    #[inline(always)]
    pub fn step(&mut self) {
        self.steps += 1;
    }

    /// Notes that a game has ended or begun in some lanes.
    #[inline(always)]
    pub fn change(&mut self, lanes: Word) {
        self.changed = self.changed | lanes;
    }

    /// Whether it is time for a search.
    #[inline(always)]
    pub fn are_due(&self) -> bool {
        self.steps >= self.max_length
    }

    /// Returns the lanes among `playing` in which no game has ended or begun since the last search: their games take
    /// too long. The next search begins here.
    pub fn take(&mut self, playing: Word) -> Word {
        self.steps = 0;
        playing & !std::mem::replace(&mut self.changed, Word::NONE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_that_neither_end_nor_begin_for_long_are_found() {
        let mut games = LongGames::new(3);
        let lanes = |bits: u64| Word([bits; 8]);
        games.change(lanes(0b001));
        for _ in 0..3 {
            assert!(!games.are_due());
            games.step();
        }
        assert!(games.are_due());
        assert_eq!(games.take(lanes(0b011)), lanes(0b010));
        assert!(!games.are_due());
        // Lanes that changed before the last search are found if they did not change since.
        assert_eq!(games.take(lanes(0b011)), lanes(0b011));
    }

    #[test]
    fn games_without_a_length_have_at_least_one_move() {
        assert!(!LongGames::new(0).are_due());
    }
}
