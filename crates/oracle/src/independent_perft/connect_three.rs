//! Connect three on a square board: the columns are stacks of discs, and lines are searched for around every disc.

use super::Position;

/// The discs in each of the `SIDE` columns from the bottom up, and the player to move. The players are 1 and 2; 0 is an
/// empty cell.
#[derive(Clone, Copy)]
pub struct Board<const SIDE: usize> {
    columns: [[u8; SIDE]; SIDE],
    mover: u8,
}

impl<const SIDE: usize> Board<SIDE> {
    /// Returns the content of a cell. Cells outside the board are empty.
    fn at(&self, column: isize, row: isize) -> u8 {
        let inside = |n: isize| (0..SIDE as isize).contains(&n);
        if inside(column) && inside(row) { self.columns[column as usize][row as usize] } else { 0 }
    }

    /// Whether somebody has three in a line. The middle disc of a line has a disc of the same player on both sides.
    fn decided(&self) -> bool {
        let side = SIDE as isize;
        (0..side * side).any(|cell| {
            let (column, row) = (cell / side, cell % side);
            let disc = self.at(column, row);
            disc != 0
                && [(1, 0), (0, 1), (1, 1), (1, -1)].iter().any(|&(right, up)| {
                    self.at(column + right, row + up) == disc
                        && self.at(column - right, row - up) == disc
                })
        })
    }
}

impl<const SIDE: usize> Position for Board<SIDE> {
    fn start() -> Self {
        Board { columns: [[0; SIDE]; SIDE], mover: 1 }
    }

    fn successors(&self) -> Vec<Self> {
        if self.decided() {
            return Vec::new();
        }
        (0..SIDE)
            .filter_map(|column| {
                let row = self.columns[column].iter().position(|disc| *disc == 0)?;
                let mut board = *self;
                board.columns[column][row] = self.mover;
                board.mover = 3 - self.mover;
                Some(board)
            })
            .collect()
    }
}
