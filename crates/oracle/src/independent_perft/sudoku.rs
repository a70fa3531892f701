//! Sudoku with candidate masks, and a search that counts the solutions.

use super::Position;

/// The puzzle, row by row.
const PUZZLE: [&str; 9] = [
    "..1.8..9.",
    "257...1.6",
    "...7....2",
    "...618..7",
    ".8..5..2.",
    "3..294...",
    "8....3...",
    "4.9...358",
    ".1..2.9..",
];

/// The mask of all nine digits.
const ALL: u16 = 0b11_1111_1110;

/// The digits row by row; zero is an empty cell.
#[derive(Clone, Copy)]
pub struct Grid([u8; 81]);

impl Grid {
    /// Returns the digits that may be written into the cell, as a mask; none if it is filled.
    fn candidates(&self, cell: usize) -> u16 {
        if self.0[cell] != 0 {
            return 0;
        }
        let (row, column) = (cell / 9, cell % 9);
        let mut used = 0;
        for other in 0..81 {
            let (r, c) = (other / 9, other % 9);
            if r == row || c == column || (r / 3 == row / 3 && c / 3 == column / 3) {
                used |= 1 << self.0[other];
            }
        }
        ALL & !used
    }

    /// Returns the candidates of all empty cells; nothing if some empty cell has no candidate.
    fn choices(&self) -> Vec<(usize, u8)> {
        let mut choices = Vec::new();
        for cell in (0..81).filter(|cell| self.0[*cell] == 0) {
            let candidates = self.candidates(cell);
            if candidates == 0 {
                return Vec::new();
            }
            choices.extend((1..=9).filter(|d| candidates >> d & 1 == 1).map(|digit| (cell, digit)));
        }
        choices
    }
}

impl Position for Grid {
    fn start() -> Self {
        let mut cells = [0; 81];
        for (cell, letter) in cells.iter_mut().zip(PUZZLE.iter().flat_map(|row| row.bytes())) {
            *cell = if letter == b'.' { 0 } else { letter - b'0' };
        }
        Grid(cells)
    }

    fn successors(&self) -> Vec<Self> {
        self.choices()
            .into_iter()
            .map(|(cell, digit)| {
                let mut next = *self;
                next.0[cell] = digit;
                next
            })
            .collect()
    }

    fn moves(&self) -> u64 {
        self.choices().len() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Grid {
        /// Returns the number of ways to fill the empty cells.
        fn solutions(&self) -> u32 {
            let tightest = (0..81)
                .filter(|cell| self.0[*cell] == 0)
                .min_by_key(|cell| self.candidates(*cell).count_ones());
            let Some(cell) = tightest else { return 1 };
            let candidates = self.candidates(cell);
            (1..=9)
                .filter(|digit| candidates >> digit & 1 == 1)
                .map(|digit| {
                    let mut next = *self;
                    next.0[cell] = digit;
                    next.solutions()
                })
                .sum()
        }
    }

    #[test]
    fn the_sudoku_has_exactly_one_solution() {
        assert_eq!(Grid::start().solutions(), 1);
    }
}
