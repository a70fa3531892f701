//! Breakthrough on a mailbox board. The board is turned after every move, so
//! that the player to move always moves towards the last row.

use super::Position;

const SIDE: usize = 8;

/// The content of a cell, seen by the player to move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cell {
    Empty,
    Own,
    Enemy,
}

/// The rows from the home row of the player to move to the enemy's.
#[derive(Clone, Copy)]
pub struct Board([[Cell; SIDE]; SIDE]);

impl Board {
    /// Whether the game is over. Only the player who has just moved can have won.
    fn over(&self) -> bool {
        self.0[0].contains(&Cell::Enemy) || !self.0.iter().flatten().any(|cell| *cell == Cell::Own)
    }

    /// Returns the column, row and new column of every move.
    fn steps(&self) -> Vec<(usize, usize, usize)> {
        let mut steps = Vec::new();
        if self.over() {
            return steps;
        }
        for row in 0..SIDE - 1 {
            for column in 0..SIDE {
                if self.0[row][column] != Cell::Own {
                    continue;
                }
                for target in column.saturating_sub(1)..=(column + 1).min(SIDE - 1) {
                    let allowed = match self.0[row + 1][target] {
                        Cell::Empty => true,
                        Cell::Enemy => target != column,
                        Cell::Own => false,
                    };
                    if allowed {
                        steps.push((column, row, target));
                    }
                }
            }
        }
        steps
    }

    /// Returns the board as the other player sees it.
    fn turned(&self) -> Self {
        let mut rows = self.0;
        rows.reverse();
        for cell in rows.iter_mut().flatten() {
            *cell = match cell {
                Cell::Empty => Cell::Empty,
                Cell::Own => Cell::Enemy,
                Cell::Enemy => Cell::Own,
            };
        }
        Board(rows)
    }
}

impl Position for Board {
    fn start() -> Self {
        let mut rows = [[Cell::Empty; SIDE]; SIDE];
        rows[0] = [Cell::Own; SIDE];
        rows[1] = [Cell::Own; SIDE];
        rows[SIDE - 2] = [Cell::Enemy; SIDE];
        rows[SIDE - 1] = [Cell::Enemy; SIDE];
        Board(rows)
    }

    fn successors(&self) -> Vec<Self> {
        self.steps()
            .into_iter()
            .map(|(column, row, target)| {
                let mut board = *self;
                board.0[row][column] = Cell::Empty;
                board.0[row + 1][target] = Cell::Own;
                board.turned()
            })
            .collect()
    }

    fn moves(&self) -> u64 {
        self.steps().len() as u64
    }
}
