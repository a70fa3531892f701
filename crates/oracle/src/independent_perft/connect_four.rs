//! Connect four on two bit boards of seven columns, seven bits to a column:
//! six cells and one bit that always stays clear, so that lines cannot run
//! from one column's top into the next one's bottom.

use super::Position;

const COLUMNS: u32 = 7;
const ROWS: u32 = 6;
const STRIDE: u32 = ROWS + 1;

/// Whether a set of cells contains four in a line.
fn has_line(cells: u64) -> bool {
    // The shifts stand for vertical and horizontal lines and for both diagonals.
    [1, STRIDE, STRIDE - 1, STRIDE + 1].iter().any(|shift| {
        let pairs = cells & (cells >> shift);
        pairs & (pairs >> (2 * shift)) != 0
    })
}

/// The discs of the player to move and of the one who has just moved.
#[derive(Clone, Copy)]
pub struct Board {
    mover: u64,
    waiter: u64,
}

impl Board {
    /// Returns the cell to which a disc falls in each column that has room; none once somebody has a line.
    fn landings(&self) -> impl Iterator<Item = u64> {
        let taken = self.mover | self.waiter;
        let over = has_line(self.waiter);
        (0..COLUMNS).filter(move |_| !over).filter_map(move |column| {
            (0..ROWS).map(|row| 1 << (column * STRIDE + row)).find(|cell| taken & cell == 0)
        })
    }
}

impl Position for Board {
    fn start() -> Self {
        Board { mover: 0, waiter: 0 }
    }

    fn successors(&self) -> Vec<Self> {
        self.landings()
            .map(|cell| Board { mover: self.waiter, waiter: self.mover | cell })
            .collect()
    }

    fn moves(&self) -> u64 {
        self.landings().count() as u64
    }
}
