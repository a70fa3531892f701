//! Checkers in which captures are free and one, two or three jumps are a single
//! move, on the 32 dark cells as bits of a word. The cells are counted row by
//! row from the home row of the player to move, and the board is turned after
//! every move.

use super::Position;

/// Number of cells in a row, number of rows, and largest number of jumps of a move.
const ACROSS: usize = 4;
const ROWS: usize = 8;
const MOST_JUMPS: usize = 3;

/// Own pieces, the enemy's, and which of both are kings.
#[derive(Clone, Copy)]
pub struct Draughts {
    own: u32,
    enemy: u32,
    kings: u32,
}

/// A direction: ahead or back, and to the left or to the right.
#[derive(Clone, Copy)]
struct Way {
    ahead: bool,
    left: bool,
}

impl Way {
    /// Returns the directions in which a piece can move, those ahead first.
    fn of(is_king: bool) -> impl Iterator<Item = Way> {
        let senses = [true, false].into_iter().take(if is_king { 2 } else { 1 });
        senses.flat_map(|ahead| [true, false].map(|left| Way { ahead, left }))
    }

    /// Returns the next cell in this direction. The dark cells of every other row lie half a cell further to the right.
    fn from(self, cell: usize) -> Option<usize> {
        let (row, place) = (cell / ACROSS, cell % ACROSS);
        let row = if self.ahead { row + 1 } else { row.checked_sub(1)? };
        let is_shifted = cell / ACROSS % 2 == 1;
        let place = if self.left {
            (place + usize::from(is_shifted)).checked_sub(1)?
        } else {
            place + usize::from(is_shifted)
        };
        (row < ROWS && place < ACROSS).then_some(row * ACROSS + place)
    }
}

/// Whether a set of cells contains a cell.
fn has(cells: u32, cell: usize) -> bool {
    (cells >> cell) & 1 == 1
}

impl Draughts {
    fn is_empty(&self, cell: usize) -> bool {
        !has(self.own | self.enemy, cell)
    }

    /// Returns the board after a piece went from one cell to another. The turn is not over, and the piece does not
    /// become a king yet.
    fn carried(&self, from: usize, to: usize) -> Self {
        let moved = |cells: u32| (cells & !(1 << from)) | (u32::from(has(cells, from)) << to);
        Draughts { own: moved(self.own), kings: moved(self.kings), ..*self }
    }

    /// Returns the boards after one jump of the piece in `from`, and the cell to which the piece has jumped.
    fn jumps(&self, from: usize) -> Vec<(Self, usize)> {
        let jump = |way: Way| {
            let over = way.from(from)?;
            let to = way.from(over)?;
            let captures = has(self.enemy, over) && self.is_empty(to);
            captures.then(|| {
                let gone = !(1 << over);
                let board = self.carried(from, to);
                (Draughts { enemy: board.enemy & gone, kings: board.kings & gone, ..board }, to)
            })
        };
        Way::of(has(self.kings, from)).filter_map(jump).collect()
    }

    /// Returns the boards after each move of the piece in `from`, and the cell to which the piece has moved.
    fn moves_of(&self, from: usize) -> Vec<(Self, usize)> {
        let steps = Way::of(has(self.kings, from)).filter_map(|way| way.from(from));
        let open = steps.filter(|to| self.is_empty(*to));
        let mut all: Vec<(Self, usize)> = open.map(|to| (self.carried(from, to), to)).collect();
        let mut latest = vec![(*self, from)];
        for _ in 0..MOST_JUMPS {
            latest = latest.iter().flat_map(|(board, cell)| board.jumps(*cell)).collect();
            all.extend(&latest);
        }
        all
    }

    /// Returns the board as the other player sees it, after a move that ended in `cell`.
    fn passed(&self, cell: usize) -> Self {
        let is_last_row = cell / ACROSS == ROWS - 1;
        let kings = self.kings | (u32::from(is_last_row) << cell);
        Draughts {
            own: self.enemy.reverse_bits(),
            enemy: self.own.reverse_bits(),
            kings: kings.reverse_bits(),
        }
    }
}

impl Position for Draughts {
    fn start() -> Self {
        let own = (1 << (3 * ACROSS)) - 1;
        Draughts { own, enemy: own.reverse_bits(), kings: 0 }
    }

    fn successors(&self) -> Vec<Self> {
        let own = (0..ROWS * ACROSS).filter(|cell| has(self.own, *cell));
        own.flat_map(|from| self.moves_of(from)).map(|(board, to)| board.passed(to)).collect()
    }
}
