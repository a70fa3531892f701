//! Chess on a board of 64 characters, capitals for white. A move is made first
//! and then thrown away if the king that moved can be captured. The generator
//! is itself confirmed by published counts for positions in which castling,
//! capturing in passing, promotion, pins and checks abound.

use super::Position;

/// The number of moves after which the game is over.
const LIMIT: u32 = 200;

const STRAIGHT: [(i32, i32); 4] = [(-1, 0), (0, 1), (1, 0), (0, -1)];
const SLANTING: [(i32, i32); 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];
const JUMPS: [(i32, i32); 8] =
    [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)];

/// A row from the top and a column from the left.
type Cell = (i32, i32);

#[derive(Clone, Copy)]
pub struct Board {
    rows: [[u8; 8]; 8],
    white: bool,
    /// Whether each side, white first, may castle on the king's side and on the queen's side.
    castling: [[bool; 2]; 2],
    /// The column of a double step made with the last move.
    passing: Option<i32>,
    moves: u32,
}

impl Board {
    /// Reads a position in the notation of Forsyth and Edwards, without its last two numbers.
    fn read(text: &str) -> Self {
        let words: Vec<&str> = text.split(' ').collect();
        let mut rows = [[b'.'; 8]; 8];
        for (row, letters) in rows.iter_mut().zip(words[0].split('/')) {
            let mut column = 0;
            for letter in letters.bytes() {
                if letter.is_ascii_digit() {
                    column += usize::from(letter - b'0');
                } else {
                    row[column] = letter;
                    column += 1;
                }
            }
        }
        let may = |letter| words[2].contains(letter);
        Board {
            rows,
            white: words[1] == "w",
            castling: [[may('K'), may('Q')], [may('k'), may('q')]],
            passing: None,
            moves: 0,
        }
    }

    /// Returns the content of a cell; `None` outside of the board.
    fn at(&self, (row, column): Cell) -> Option<u8> {
        if (row | column) & !7 != 0 {
            return None;
        }
        Some(self.rows[row as usize][column as usize])
    }

    fn put(&mut self, (row, column): Cell, piece: u8) {
        self.rows[row as usize][column as usize] = piece;
    }

    /// Returns the piece of a side for a small letter.
    fn of(letter: u8, white: bool) -> u8 {
        if white { letter.to_ascii_uppercase() } else { letter }
    }

    /// Whether this side attacks the cell.
    fn attacks(&self, white: bool, (row, column): Cell) -> bool {
        let piece = |letter| Some(Self::of(letter, white));
        let behind = if white { row + 1 } else { row - 1 };
        let pawns = [column - 1, column + 1];
        if pawns.into_iter().any(|beside| self.at((behind, beside)) == piece(b'p')) {
            return true;
        }
        if JUMPS.iter().any(|(down, right)| self.at((row + down, column + right)) == piece(b'n')) {
            return true;
        }
        for (glider, ways) in [(b'r', STRAIGHT), (b'b', SLANTING)] {
            for (down, right) in ways {
                let mut distance = 1;
                let mut cell = (row + down, column + right);
                while self.at(cell) == Some(b'.') {
                    cell = (cell.0 + down, cell.1 + right);
                    distance += 1;
                }
                let met = self.at(cell);
                if met == piece(glider)
                    || met == piece(b'q')
                    || (distance == 1 && met == piece(b'k'))
                {
                    return true;
                }
            }
        }
        false
    }

    /// Whether the king of this side is attacked.
    fn checked(&self, white: bool) -> bool {
        let king = Self::of(b'k', white);
        (0..64)
            .map(|index| (index / 8, index % 8))
            .find(|cell| self.at(*cell) == Some(king))
            .is_some_and(|cell| self.attacks(!white, cell))
    }

    /// Returns the board after a piece has moved, with the other side to move.
    fn after(&self, from: Cell, to: Cell, piece: u8) -> Self {
        let mut next = *self;
        next.put(from, b'.');
        next.put(to, piece);
        next.white = !self.white;
        next.passing = None;
        next.moves += 1;
        for cell in [from, to] {
            match cell {
                (7, 4) => next.castling[0] = [false; 2],
                (7, 7) => next.castling[0][0] = false,
                (7, 0) => next.castling[0][1] = false,
                (0, 4) => next.castling[1] = [false; 2],
                (0, 7) => next.castling[1][0] = false,
                (0, 0) => next.castling[1][1] = false,
                _ => {}
            }
        }
        next
    }

    /// Whether this is a piece of the side that is not to move.
    fn enemy(&self, piece: u8) -> bool {
        piece != b'.' && piece.is_ascii_uppercase() != self.white
    }

    /// Adds the boards after each move of the pawn on `from`.
    fn pawn_moves(&self, from: Cell, pawn: u8, boards: &mut Vec<Self>) {
        let (forward, start, last, passing) = if self.white { (-1, 6, 0, 3) } else { (1, 1, 7, 4) };
        let row = from.0 + forward;
        let mut arrive = |to: Cell| {
            if to.0 == last {
                let officers = b"qrbn".iter().map(|letter| Self::of(*letter, self.white));
                boards.extend(officers.map(|officer| self.after(from, to, officer)));
            } else {
                boards.push(self.after(from, to, pawn));
            }
        };
        for beside in [from.1 - 1, from.1 + 1] {
            if self.at((row, beside)).is_some_and(|piece| self.enemy(piece)) {
                arrive((row, beside));
            }
        }
        if self.at((row, from.1)) == Some(b'.') {
            arrive((row, from.1));
            let double = (row + forward, from.1);
            if from.0 == start && self.at(double) == Some(b'.') {
                let mut next = self.after(from, double, pawn);
                next.passing = Some(from.1);
                boards.push(next);
            }
        }
        if let Some(column) = self.passing
            && from.0 == passing
            && (column - from.1).abs() == 1
        {
            let mut next = self.after(from, (row, column), pawn);
            next.put((from.0, column), b'.');
            boards.push(next);
        }
    }

    /// Adds the boards after castling.
    fn castlings(&self, boards: &mut Vec<Self>) {
        let (side, row) = if self.white { (0, 7) } else { (1, 0) };
        let king = Self::of(b'k', self.white);
        let rook = Self::of(b'r', self.white);
        let empty = |columns: &[i32]| columns.iter().all(|c| self.at((row, *c)) == Some(b'.'));
        let safe = |columns: &[i32]| !columns.iter().any(|c| self.attacks(!self.white, (row, *c)));
        let mut castle = |corner: i32, king_to: i32, rook_to: i32| {
            let mut next = self.after((row, 4), (row, king_to), king);
            next.put((row, corner), b'.');
            next.put((row, rook_to), rook);
            boards.push(next);
        };
        if self.castling[side][0] && empty(&[5, 6]) && safe(&[4, 5, 6]) {
            castle(7, 6, 5);
        }
        if self.castling[side][1] && empty(&[1, 2, 3]) && safe(&[2, 3, 4]) {
            castle(0, 2, 3);
        }
    }
}

impl Position for Board {
    fn start() -> Self {
        Self::read("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -")
    }

    fn successors(&self) -> Vec<Self> {
        let mut boards = Vec::new();
        if self.moves == LIMIT {
            return boards;
        }
        for from in (0..64).map(|index| (index / 8, index % 8)) {
            let piece = self.rows[from.0 as usize][from.1 as usize];
            if piece == b'.' || self.enemy(piece) {
                continue;
            }
            let (ways, far): (&[Cell], bool) = match piece.to_ascii_lowercase() {
                b'n' => (&JUMPS, false),
                b'b' => (&SLANTING, true),
                b'r' => (&STRAIGHT, true),
                letter @ (b'q' | b'k') => (&[STRAIGHT, SLANTING].concat(), letter == b'q'),
                _ => {
                    self.pawn_moves(from, piece, &mut boards);
                    continue;
                }
            };
            for (down, right) in ways {
                let mut to = (from.0 + down, from.1 + right);
                while let Some(there) = self.at(to) {
                    if there == b'.' || self.enemy(there) {
                        boards.push(self.after(from, to, piece));
                    }
                    if there != b'.' || !far {
                        break;
                    }
                    to = (to.0 + down, to.1 + right);
                }
            }
        }
        self.castlings(&mut boards);
        boards.retain(|next| !next.checked(self.white));
        boards
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::independent_perft::leaves;

    /// Positions whose counts are published.
    #[test]
    fn chess_counts_of_other_positions_are_those_published() {
        for (position, counts) in [
            ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -", [48, 2039, 97862]),
            (
                "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - -",
                [46, 2079, 89890],
            ),
            ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", [14, 191, 2812]),
            ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -", [44, 1486, 62379]),
        ] {
            for (depth, count) in (1..).zip(counts) {
                assert_eq!(leaves(&Board::read(position), depth), count, "{position} {depth}");
            }
        }
    }
}
