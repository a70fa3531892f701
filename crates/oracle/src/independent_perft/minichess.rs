//! Minichess: king and rook against king on a square board, in at most nine moves. The size of the board is a
//! parameter; other files use this one for sizes other than four by four.

use super::Position;

/// The number of moves after which the game is over.
const LIMIT: u8 = 9;

/// A column and a row.
type Cell = (i8, i8);

/// Returns all cells of a board with `side` rows.
fn cells(side: i8) -> impl Iterator<Item = Cell> {
    (0..side).flat_map(move |column| (0..side).map(move |row| (column, row)))
}

/// Whether two cells are a king's step apart.
fn adjacent(one: Cell, other: Cell) -> bool {
    one.0.abs_diff(other.0).max(one.1.abs_diff(other.1)) == 1
}

/// Whether a rook can move from one cell to the other if nothing but `blockers` is in its way.
fn in_rook_line(from: Cell, to: Cell, blockers: &[Cell]) -> bool {
    let step = ((to.0 - from.0).signum(), (to.1 - from.1).signum());
    if (step.0 == 0) == (step.1 == 0) {
        return false;
    }
    let mut between = (from.0 + step.0, from.1 + step.1);
    while between != to {
        if blockers.contains(&between) {
            return false;
        }
        between = (between.0 + step.0, between.1 + step.1);
    }
    true
}

/// The cells of the three pieces on a board with `SIDE` rows, and the number of moves made.
#[derive(Clone, Copy)]
pub struct Board<const SIDE: i8> {
    white_king: Cell,
    rook: Cell,
    black_king: Cell,
    moves: u8,
}

impl<const SIDE: i8> Board<SIDE> {
    /// Whether no piece is in this cell.
    fn free(self, cell: Cell) -> bool {
        ![self.white_king, self.rook, self.black_king].contains(&cell)
    }

    /// Whether the rook would attack a black king in this cell. The black king does not shield itself, because it
    /// leaves its cell to get there.
    fn attacked(self, cell: Cell) -> bool {
        in_rook_line(self.rook, cell, &[self.white_king])
    }

    /// Returns the cells that the black king could step to.
    fn black_targets(&self) -> impl Iterator<Item = Cell> {
        cells(SIDE).filter(|cell| {
            adjacent(self.black_king, *cell)
                && self.free(*cell)
                && !adjacent(self.white_king, *cell)
                && !self.attacked(*cell)
        })
    }

    /// Returns the cells that a white piece could move to: free cells that are not next to the black king.
    fn white_targets(&self) -> impl Iterator<Item = Cell> {
        cells(SIDE).filter(|cell| self.free(*cell) && !adjacent(self.black_king, *cell))
    }
}

impl<const SIDE: i8> Position for Board<SIDE> {
    fn start() -> Self {
        let (white_king, rook) = match SIDE {
            3 => ((2, 0), (1, 0)),
            _ => ((SIDE - 2, 0), (SIDE - 1, 0)),
        };
        Board { white_king, rook, black_king: (0, SIDE - 1), moves: 0 }
    }

    fn successors(&self) -> Vec<Self> {
        let stuck = self.black_targets().next().is_none();
        if stuck || self.moves == LIMIT {
            return Vec::new();
        }
        let next = Board { moves: self.moves + 1, ..*self };
        if self.moves % 2 == 1 {
            return self.black_targets().map(|black_king| Board { black_king, ..next }).collect();
        }
        let king_steps = self
            .white_targets()
            .filter(|cell| adjacent(self.white_king, *cell))
            .map(|white_king| Board { white_king, ..next });
        let rook_moves = self
            .white_targets()
            .filter(|cell| in_rook_line(self.rook, *cell, &[self.white_king, self.black_king]))
            .map(|rook| Board { rook, ..next });
        king_steps.chain(rook_moves).collect()
    }
}
