//! Amazons on a 6 by 6 board, with a list of amazons and a set of blocked cells.

use super::Position;

const SIDE: i32 = 6;

type Cell = (i32, i32);

/// A position before a walk or before a shot.
#[derive(Clone, Copy)]
pub struct Board {
    /// The amazons of both players, as column and row.
    amazons: [[Cell; 2]; 2],
    /// One bit for each cell with an arrow.
    arrows: u64,
    player: usize,
    /// The amazon of the player that has to shoot, if it has just walked.
    archer: Option<usize>,
}

fn bit((column, row): Cell) -> u64 {
    1 << (row * SIDE + column)
}

impl Board {
    fn free(&self, cell: Cell) -> bool {
        (0..SIDE).contains(&cell.0)
            && (0..SIDE).contains(&cell.1)
            && self.arrows & bit(cell) == 0
            && !self.amazons.as_flattened().contains(&cell)
    }

    /// Returns the cells that a chess queen could move to from here.
    fn reach(&self, (column, row): Cell) -> Vec<Cell> {
        let mut cells = Vec::new();
        for right in -1..=1 {
            for up in -1..=1 {
                // With a step of 0, the queen's own cell ends the line at once.
                let mut cell = (column + right, row + up);
                while self.free(cell) {
                    cells.push(cell);
                    cell = (cell.0 + right, cell.1 + up);
                }
            }
        }
        cells
    }
}

impl Position for Board {
    fn start() -> Self {
        Board { amazons: [[(1, 0), (4, 0)], [(1, 5), (4, 5)]], arrows: 0, player: 0, archer: None }
    }

    fn successors(&self) -> Vec<Self> {
        let own = self.amazons[self.player];
        if let Some(archer) = self.archer {
            let shot = |cell| Board {
                arrows: self.arrows | bit(cell),
                player: 1 - self.player,
                archer: None,
                ..*self
            };
            return self.reach(own[archer]).into_iter().map(shot).collect();
        }
        let mut boards = Vec::new();
        for (index, amazon) in own.into_iter().enumerate() {
            for cell in self.reach(amazon) {
                let mut board = *self;
                board.amazons[self.player][index] = cell;
                board.archer = Some(index);
                boards.push(board);
            }
        }
        boards
    }
}
