//! Tic-tac-toe on two nine-bit boards.

use crate::{Position, confirm};

/// The nine cells.
const BOARD: u16 = 0o777;

/// The rows, columns and diagonals, three bits to a row.
const LINES: [u16; 8] = [0o700, 0o070, 0o007, 0o444, 0o222, 0o111, 0o421, 0o124];

/// Does this set of cells hold a whole line?
pub fn has_line(cells: u16) -> bool {
    LINES.iter().any(|line| cells & line == *line)
}

/// The single cells of a set of cells.
pub fn each_cell(cells: u16) -> impl Iterator<Item = u16> {
    (0..9).map(|shift| 1 << shift).filter(move |cell| cells & cell != 0)
}

/// Who is to move and who has just moved, with their marks.
#[derive(Clone, Copy)]
struct Board {
    mover: u16,
    waiter: u16,
}

impl Board {
    /// The blank cells, or none once the game is over.
    fn choices(self) -> u16 {
        if has_line(self.waiter) { 0 } else { BOARD & !(self.mover | self.waiter) }
    }
}

impl Position for Board {
    fn start() -> Self {
        Board { mover: 0, waiter: 0 }
    }

    fn successors(&self) -> Vec<Self> {
        each_cell(self.choices())
            .map(|cell| Board { mover: self.waiter, waiter: self.mover | cell })
            .collect()
    }

    fn moves(&self) -> u64 {
        u64::from(self.choices().count_ones())
    }
}

#[test]
fn tic_tac_toe_counts_are_confirmed() {
    confirm::<Board>("tic-tac-toe");
}

#[test]
fn inverted_tic_tac_toe_has_the_same_counts() {
    confirm::<Board>("tic-tac-toe-inverted");
}
