//! Pentago on four small boards of nine cells each, which are turned by moving
//! the eight outer cells of a board two places on around its centre.

use super::Position;

/// The outer cells of a quadrant in the order in which they lie around its
/// centre, each as column and row.
const RING: [(usize, usize); 8] = [(0, 0), (0, 1), (0, 2), (1, 2), (2, 2), (2, 1), (2, 0), (1, 0)];

/// A quadrant by its column and row; 0 is an empty cell, 1 and 2 the players.
type Quadrant = [[u8; 3]; 3];

#[derive(Clone, Copy)]
pub struct Board {
    quadrants: [[Quadrant; 2]; 2],
    mover: u8,
    /// Whether the player to move has already put a stone.
    put: bool,
}

impl Board {
    /// Returns the content of a cell of the whole board.
    fn at(&self, column: usize, row: usize) -> u8 {
        self.quadrants[column / 3][row / 3][column % 3][row % 3]
    }

    /// Whether five stones of the same player lie in a line from this cell on, each `right` columns and `up` rows from
    /// the one before it.
    fn five(&self, column: usize, row: usize, right: isize, up: isize) -> bool {
        let stone = self.at(column, row);
        stone != 0
            && (1..5).all(|n| {
                let (x, y) = (column as isize + n * right, row as isize + n * up);
                (0..6).contains(&x)
                    && (0..6).contains(&y)
                    && self.at(x as usize, y as usize) == stone
            })
    }

    fn over(&self) -> bool {
        (0..36).any(|cell| {
            [(1, 0), (0, 1), (1, 1), (1, -1)]
                .iter()
                .any(|&(right, up)| self.five(cell / 6, cell % 6, right, up))
        })
    }

    /// Returns the board with one quadrant turned: its outer cells move on by `by` places.
    fn turned(&self, quadrant: usize, by: usize) -> Self {
        let mut board = *self;
        let (side, height) = (quadrant / 2, quadrant % 2);
        for (place, (column, row)) in RING.into_iter().enumerate() {
            let (to_column, to_row) = RING[(place + by) % 8];
            board.quadrants[side][height][to_column][to_row] =
                self.quadrants[side][height][column][row];
        }
        board.mover = 3 - self.mover;
        board.put = false;
        board
    }
}

impl Position for Board {
    fn start() -> Self {
        Board { quadrants: [[[[0; 3]; 3]; 2]; 2], mover: 1, put: false }
    }

    fn successors(&self) -> Vec<Self> {
        if self.over() {
            return Vec::new();
        }
        if self.put {
            return (0..8).map(|turn| self.turned(turn / 2, 2 + 4 * (turn % 2))).collect();
        }
        (0..36)
            .map(|cell| (cell / 6, cell % 6))
            .filter(|&(column, row)| self.at(column, row) == 0)
            .map(|(column, row)| {
                let mut board = *self;
                board.quadrants[column / 3][row / 3][column % 3][row % 3] = self.mover;
                board.put = true;
                board
            })
            .collect()
    }
}
