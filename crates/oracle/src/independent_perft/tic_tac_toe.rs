//! Tic-tac-toe on two nine-bit boards.

use super::Position;

/// Bits of the nine cells.
const BOARD: u16 = 0o777;

/// The rows, columns and diagonals, three bits to a row.
const LINES: [u16; 8] = [0o700, 0o070, 0o007, 0o444, 0o222, 0o111, 0o421, 0o124];

/// Whether a set of cells contains a whole line.
pub fn has_line(cells: u16) -> bool {
    LINES.iter().any(|line| cells & line == *line)
}

/// Returns the single cells of a set of cells.
pub fn each_cell(cells: u16) -> impl Iterator<Item = u16> {
    (0..9).map(|shift| 1 << shift).filter(move |cell| cells & cell != 0)
}

/// The player to move and the one who has just moved, with their marks.
#[derive(Clone, Copy)]
pub struct Board {
    mover: u16,
    waiter: u16,
}

impl Board {
    /// Returns the blank cells; none once the game is over.
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
