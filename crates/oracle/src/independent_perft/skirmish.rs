//! Skirmish: knights, bishops, rooks and capturing pawns on a board of 64
//! characters, capitals for white.

use super::Position;

/// The rows from the top, black's home row first.
const START: [&[u8; 8]; 8] = [
    b".nbrrbn.",
    b"..pppp..",
    b"........",
    b"........",
    b"........",
    b"........",
    b"..PPPP..",
    b".NBRRBN.",
];

/// The number of moves after which the game is over.
const LIMIT: u32 = 100;

const STRAIGHT: [(i32, i32); 4] = [(-1, 0), (0, 1), (1, 0), (0, -1)];
const SLANTING: [(i32, i32); 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];
const JUMPS: [(i32, i32); 8] =
    [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)];

#[derive(Clone, Copy)]
pub struct Board {
    rows: [[u8; 8]; 8],
    moves: u32,
}

/// A row from the top and a column from the left.
type Cell = (i32, i32);

impl Board {
    /// Returns the content of a cell; `None` outside of the board.
    fn at(&self, (row, column): Cell) -> Option<u8> {
        let row = self.rows.get(usize::try_from(row).ok()?)?;
        row.get(usize::try_from(column).ok()?).copied()
    }

    fn white_to_move(&self) -> bool {
        self.moves.is_multiple_of(2)
    }

    /// Whether the piece belongs to the player to move.
    fn own(&self, piece: u8) -> bool {
        piece != b'.' && piece.is_ascii_uppercase() == self.white_to_move()
    }

    /// Returns the cells to which the piece on `from` can go.
    fn targets(&self, from: Cell, piece: u8) -> Vec<Cell> {
        let mut targets = Vec::new();
        let forward = if self.white_to_move() { -1 } else { 1 };
        let (steps, far): (Vec<Cell>, bool) = match piece.to_ascii_lowercase() {
            b'n' => (JUMPS.to_vec(), false),
            b'b' => (SLANTING.to_vec(), true),
            b'r' => (STRAIGHT.to_vec(), true),
            b'q' => ([STRAIGHT, SLANTING].concat(), true),
            _ => (vec![(forward, -1), (forward, 1)], false),
        };
        for (down, right) in steps {
            let mut to = (from.0 + down, from.1 + right);
            while let Some(there) = self.at(to) {
                let capture = there != b'.' && !self.own(there);
                let quiet = there == b'.' && !piece.eq_ignore_ascii_case(&b'p');
                if capture || quiet {
                    targets.push(to);
                }
                if there != b'.' || !far {
                    break;
                }
                to = (to.0 + down, to.1 + right);
            }
        }
        targets
    }

    /// Returns the start and the end of every move.
    fn all_moves(&self) -> Vec<(Cell, Cell)> {
        let mut all = Vec::new();
        if self.moves == LIMIT {
            return all;
        }
        for row in 0..8 {
            for column in 0..8 {
                let from = (row, column);
                match self.at(from) {
                    Some(piece) if self.own(piece) => {
                        all.extend(self.targets(from, piece).into_iter().map(|to| (from, to)));
                    }
                    _ => {}
                }
            }
        }
        all
    }

    /// Returns the board after a move.
    fn after(&self, from: Cell, to: Cell) -> Self {
        let mut next = Board { moves: self.moves + 1, ..*self };
        let start = &mut next.rows[from.0 as usize][from.1 as usize];
        let piece = match (*start, to.0) {
            (b'P', 0) => b'Q',
            (b'p', 7) => b'q',
            (other, _) => other,
        };
        *start = b'.';
        next.rows[to.0 as usize][to.1 as usize] = piece;
        next
    }
}

impl Position for Board {
    fn start() -> Self {
        Board { rows: START.map(|row| *row), moves: 0 }
    }

    fn successors(&self) -> Vec<Self> {
        self.all_moves().into_iter().map(|(from, to)| self.after(from, to)).collect()
    }

    fn moves(&self) -> u64 {
        self.all_moves().len() as u64
    }
}
