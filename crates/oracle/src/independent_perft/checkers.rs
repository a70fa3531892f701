//! Checkers on a mailbox board of any size. The board is turned after every
//! turn, so that the player to move always moves towards the last row. A jump
//! is one move, and the published counts, in which a whole row of jumps is one
//! move, are confirmed as well.

use super::Position;

/// A piece, seen from the player to move.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Piece {
    own: bool,
    king: bool,
}

/// The row and the column of a cell.
type Cell = (usize, usize);

/// The rows from the home row of the player to move to the enemy's, and the
/// piece that has to go on with a capture.
#[derive(Clone, Copy)]
pub struct Board<const SIDE: usize> {
    rows: [[Option<Piece>; SIDE]; SIDE],
    jumper: Option<Cell>,
}

/// Returns the cell some rows ahead of a cell and some columns beside it; `None` if it is outside the board.
fn offset<const SIDE: usize>((row, column): Cell, ahead: isize, beside: isize) -> Option<Cell> {
    let row = row.checked_add_signed(ahead).filter(|row| *row < SIDE)?;
    let column = column.checked_add_signed(beside).filter(|column| *column < SIDE)?;
    Some((row, column))
}

impl<const SIDE: usize> Board<SIDE> {
    /// Creates a board with men in these cells (row and column, from the first player's left), and in the opposite ones
    /// for the other player.
    pub fn with_men(cells: &[Cell]) -> Self {
        let mut rows = [[None; SIDE]; SIDE];
        for (row, column) in cells {
            rows[*row][*column] = Some(Piece { own: true, king: false });
            let opposite = Some(Piece { own: false, king: false });
            rows[SIDE - 1 - row][SIDE - 1 - column] = opposite;
        }
        Board { rows, jumper: None }
    }

    fn at(&self, (row, column): Cell) -> Option<Piece> {
        self.rows[row][column]
    }

    /// Returns the cells with own pieces, and the pieces.
    fn own_pieces(&self) -> Vec<(Cell, Piece)> {
        let cells = (0..SIDE).flat_map(|row| (0..SIDE).map(move |column| (row, column)));
        cells
            .filter_map(|cell| self.at(cell).filter(|piece| piece.own).map(|piece| (cell, piece)))
            .collect()
    }

    /// Returns the board as the other player sees it.
    fn turned(&self) -> Self {
        let mut turned = Board { rows: [[None; SIDE]; SIDE], jumper: None };
        for row in 0..SIDE {
            for column in 0..SIDE {
                turned.rows[SIDE - 1 - row][SIDE - 1 - column] =
                    self.rows[row][column].map(|piece| Piece { own: !piece.own, ..piece });
            }
        }
        turned
    }

    /// Returns the board after a piece went from one cell to another, and whether the piece became a king. The turn is
    /// not over.
    fn carried(&self, from: Cell, to: Cell) -> (Self, bool) {
        let mut board = *self;
        let piece = board.rows[from.0][from.1].take().expect("a piece moves");
        let crowned = !piece.king && to.0 == SIDE - 1;
        board.rows[to.0][to.1] = Some(Piece { king: piece.king || crowned, ..piece });
        (board, crowned)
    }

    /// Returns the boards after each jump of the piece in `from`, the cell to which the piece has jumped, and whether
    /// it became a king.
    fn jumps_of(&self, from: Cell) -> Vec<(Self, Cell, bool)> {
        let piece = self.at(from).expect("a piece jumps");
        let mut jumps = Vec::new();
        for ahead in if piece.king { vec![1, -1] } else { vec![1] } {
            for beside in [-1, 1] {
                let Some(over) = offset::<SIDE>(from, ahead, beside) else { continue };
                let Some(to) = offset::<SIDE>(from, 2 * ahead, 2 * beside) else { continue };
                if self.at(over).is_some_and(|other| !other.own) && self.at(to).is_none() {
                    let (mut board, crowned) = self.carried(from, to);
                    board.rows[over.0][over.1] = None;
                    jumps.push((board, to, crowned));
                }
            }
        }
        jumps
    }

    /// Returns the boards after each jump. The player keeps the turn if the piece can capture more.
    fn after_jumps(&self) -> Vec<Self> {
        let jumpers = match self.jumper {
            Some(cell) => vec![cell],
            None => self.own_pieces().into_iter().map(|(cell, _)| cell).collect(),
        };
        let jumps = jumpers.into_iter().flat_map(|cell| self.jumps_of(cell));
        jumps
            .map(|(board, to, crowned)| {
                if crowned || board.jumps_of(to).is_empty() {
                    board.turned()
                } else {
                    Board { jumper: Some(to), ..board }
                }
            })
            .collect()
    }

    /// Returns the boards after each move without a capture.
    fn after_steps(&self) -> Vec<Self> {
        let mut boards = Vec::new();
        for (from, piece) in self.own_pieces() {
            for ahead in if piece.king { vec![1, -1] } else { vec![1] } {
                for beside in [-1, 1] {
                    if let Some(to) = offset::<SIDE>(from, ahead, beside)
                        && self.at(to).is_none()
                    {
                        boards.push(self.carried(from, to).0.turned());
                    }
                }
            }
        }
        boards
    }

    /// Returns the boards after each move, where one jump is a move.
    pub fn after_moves(&self) -> Vec<Self> {
        let jumps = self.after_jumps();
        if jumps.is_empty() { self.after_steps() } else { jumps }
    }
}

/// Returns the dark cells of the first `count` rows.
pub fn dark_cells<const SIDE: usize>(count: usize) -> Vec<Cell> {
    (0..count)
        .flat_map(|row| (0..SIDE).map(move |column| (row, column)))
        .filter(|(row, column)| (row + column) % 2 == 0)
        .collect()
}

impl Position for Board<8> {
    fn start() -> Self {
        Board::with_men(&dark_cells::<8>(3))
    }

    fn successors(&self) -> Vec<Self> {
        self.after_moves()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl<const SIDE: usize> Board<SIDE> {
        /// Returns the boards after each turn; successive jumps of one piece are one turn.
        fn after_turns(&self) -> Vec<Self> {
            let mut open = self.after_moves();
            let mut over = Vec::new();
            while let Some(board) = open.pop() {
                match board.jumper {
                    Some(_) => open.extend(board.after_moves()),
                    None => over.push(board),
                }
            }
            over
        }

        /// Returns the number of lines of `depth` turns.
        fn lines_of_turns(&self, depth: u32) -> u64 {
            let boards = self.after_turns();
            match depth {
                1 => boards.len() as u64,
                _ => boards.iter().map(|board| board.lines_of_turns(depth - 1)).sum(),
            }
        }
    }

    #[test]
    fn checkers_turns_are_as_many_as_published() {
        let published = [7, 49, 302, 1469, 7361, 36_768, 179_740, 845_931];
        for (depth, lines) in (1..).zip(published) {
            assert_eq!(Board::start().lines_of_turns(depth), lines, "{depth} turns");
        }
    }
}
