//! Endgame: king and rook against king on a chess board, with the rules of
//! chess. The game is over with mate, stalemate, the loss of the rook, or
//! after sixteen moves of white.

use super::Position;

/// A column and a row, both from 0.
type Cell = (i32, i32);

/// The number of moves of both sides after which the game is over.
const LIMIT: u32 = 31;

/// The cells of the pieces, and the number of moves made.
#[derive(Clone, Copy)]
pub struct Board {
    white_king: Cell,
    /// `None` once the rook is captured.
    rook: Option<Cell>,
    black_king: Cell,
    moves: u32,
}

/// Returns the cells that a king on `cell` could step to on an empty board.
fn around(cell: Cell) -> Vec<Cell> {
    let mut cells = Vec::new();
    for column in (cell.0 - 1).max(0)..=(cell.0 + 1).min(7) {
        for row in (cell.1 - 1).max(0)..=(cell.1 + 1).min(7) {
            if (column, row) != cell {
                cells.push((column, row));
            }
        }
    }
    cells
}

impl Board {
    /// Returns the cells that the rook could move to, also that of the black king.
    fn rook_targets(&self, rook: Cell) -> Vec<Cell> {
        let mut targets = Vec::new();
        for (right, up) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
            let (mut column, mut row) = (rook.0 + right, rook.1 + up);
            while (0..8).contains(&column) && (0..8).contains(&row) {
                if (column, row) == self.white_king {
                    break;
                }
                targets.push((column, row));
                if (column, row) == self.black_king {
                    break;
                }
                column += right;
                row += up;
            }
        }
        targets
    }

    /// Whether white attacks the black king.
    fn black_in_check(&self) -> bool {
        around(self.white_king).contains(&self.black_king)
            || self.rook.is_some_and(|rook| self.rook_targets(rook).contains(&self.black_king))
    }

    /// Returns the boards after each move of black.
    fn black_moves(&self) -> Vec<Self> {
        around(self.black_king)
            .into_iter()
            .filter(|target| *target != self.white_king)
            .map(|target| Board {
                black_king: target,
                rook: self.rook.filter(|rook| *rook != target),
                moves: self.moves + 1,
                ..*self
            })
            .filter(|next| !next.black_in_check())
            .collect()
    }
}

impl Position for Board {
    fn start() -> Self {
        Board { white_king: (4, 0), rook: Some((7, 0)), black_king: (3, 7), moves: 0 }
    }

    fn successors(&self) -> Vec<Self> {
        let Some(rook) = self.rook else {
            return Vec::new();
        };
        if self.moves == LIMIT {
            return Vec::new();
        }
        if self.moves % 2 == 1 {
            return self.black_moves();
        }
        let next = Board { moves: self.moves + 1, ..*self };
        let rook_moves = self
            .rook_targets(rook)
            .into_iter()
            .filter(|target| *target != self.black_king)
            .map(|target| Board { rook: Some(target), ..next });
        let king_steps = around(self.white_king)
            .into_iter()
            .filter(|target| *target != rook && !around(*target).contains(&self.black_king))
            .map(|white_king| Board { white_king, ..next });
        rook_moves.chain(king_steps).collect()
    }
}
