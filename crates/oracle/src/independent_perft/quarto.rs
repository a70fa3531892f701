//! Quarto with pieces as numbers of four bits, one bit for each pair of traits.

use super::Position;

/// The cells of every line, counted row by row.
const LINES: [[usize; 4]; 10] = [
    [0, 1, 2, 3],
    [4, 5, 6, 7],
    [8, 9, 10, 11],
    [12, 13, 14, 15],
    [0, 4, 8, 12],
    [1, 5, 9, 13],
    [2, 6, 10, 14],
    [3, 7, 11, 15],
    [0, 5, 10, 15],
    [3, 6, 9, 12],
];

#[derive(Clone, Copy)]
pub struct Board {
    cells: [Option<u8>; 16],
    /// One bit for each piece that nobody has chosen yet.
    pool: u16,
    /// The piece that has to be put, if one has been handed over.
    given: Option<u8>,
}

impl Board {
    /// Whether the pieces of a full line agree in one of their bits.
    fn won(&self) -> bool {
        LINES.iter().any(|line| {
            let ones = line.iter().try_fold(15, |bits, &cell| Some(bits & self.cells[cell]?));
            let zeros = line.iter().try_fold(15, |bits, &cell| Some(bits & !self.cells[cell]?));
            ones.is_some_and(|bits| bits != 0) || zeros.is_some_and(|bits| bits != 0)
        })
    }
}

impl Position for Board {
    fn start() -> Self {
        Board { cells: [None; 16], pool: u16::MAX, given: None }
    }

    fn successors(&self) -> Vec<Self> {
        if self.won() {
            return Vec::new();
        }
        match self.given {
            Some(piece) => (0..16)
                .filter(|&cell| self.cells[cell].is_none())
                .map(|cell| {
                    let mut board = Board { given: None, ..*self };
                    board.cells[cell] = Some(piece);
                    board
                })
                .collect(),
            None => (0..16)
                .filter(|piece| self.pool & (1 << piece) != 0)
                .map(|piece| Board { pool: self.pool & !(1 << piece), given: Some(piece), ..*self })
                .collect(),
        }
    }
}
