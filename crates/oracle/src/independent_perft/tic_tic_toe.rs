//! Tic-tic-toe: both players mark at once, and a cell chosen by both is lost.

use super::Position;
use super::tic_tac_toe::{each_cell, has_line};

/// The marks of the two players, and the cells still blank.
#[derive(Clone, Copy)]
pub struct Board {
    white: u16,
    black: u16,
    blank: u16,
}

impl Board {
    /// Returns the blank cells; none once the game is over.
    fn choices(self) -> u16 {
        if has_line(self.white) || has_line(self.black) { 0 } else { self.blank }
    }
}

impl Position for Board {
    fn start() -> Self {
        Board { white: 0, black: 0, blank: 0o777 }
    }

    fn successors(&self) -> Vec<Self> {
        let mut positions = Vec::new();
        for white in each_cell(self.choices()) {
            for black in each_cell(self.choices()) {
                let mut next = *self;
                next.blank &= !(white | black);
                if white != black {
                    next.white |= white;
                    next.black |= black;
                }
                positions.push(next);
            }
        }
        positions
    }

    fn moves(&self) -> u64 {
        u64::from(self.choices().count_ones()).pow(2)
    }
}
