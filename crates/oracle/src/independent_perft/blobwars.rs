//! Blob wars on two bit boards, with the cells around a cell found by shifting.

use super::Position;

const SIDE: u32 = 8;
const LIMIT: u32 = 200;
const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;
const LAST_COLUMN: u64 = FIRST_COLUMN << 7;

#[derive(Clone, Copy)]
pub struct Board {
    /// The blobs of the player to move.
    own: u64,
    /// The blobs of the other player.
    enemy: u64,
    /// The moves made so far.
    made: u32,
}

/// Returns these cells and all cells around them.
fn spread(cells: u64) -> u64 {
    let wide = cells | (cells & !FIRST_COLUMN) >> 1 | (cells & !LAST_COLUMN) << 1;
    wide | wide << SIDE | wide >> SIDE
}

/// Returns the single cells of a set.
fn cells(mut set: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let cell = set & set.wrapping_neg();
        set ^= cell;
        (cell != 0).then_some(cell)
    })
}

impl Board {
    fn empty(&self) -> u64 {
        !(self.own | self.enemy)
    }

    fn over(&self) -> bool {
        self.empty() == 0 || self.own == 0 || self.enemy == 0 || self.made == LIMIT
    }

    /// Returns the board for the other player after a blob has entered `target`; `own` are the other blobs of the
    /// player who moves.
    fn entered(&self, own: u64, target: u64) -> Self {
        let seized = self.enemy & spread(target);
        Board { own: self.enemy & !seized, enemy: own | target | seized, made: self.made + 1 }
    }
}

impl Position for Board {
    fn start() -> Self {
        Board { own: 1 << 7 | 1 << 56, enemy: 1 | 1 << 63, made: 0 }
    }

    fn successors(&self) -> Vec<Self> {
        if self.over() {
            return Vec::new();
        }
        let mut boards = Vec::new();
        for target in cells(spread(self.own) & self.empty()) {
            boards.push(self.entered(self.own, target));
        }
        for blob in cells(self.own) {
            let near = spread(blob);
            for target in cells(spread(near) & !near & self.empty()) {
                boards.push(self.entered(self.own & !blob, target));
            }
        }
        if boards.is_empty() {
            boards.push(Board { own: self.enemy, enemy: self.own, made: self.made + 1 });
        }
        boards
    }
}
