//! Connect four on two bit boards of seven columns, seven bits to a column:
//! six cells and one bit that always stays clear, so that lines cannot run
//! from one column's top into the next one's bottom.

use crate::{Position, confirm};

const COLUMNS: u32 = 7;
const ROWS: u32 = 6;
const STRIDE: u32 = ROWS + 1;

/// Does this set of cells hold four in a line?
fn has_line(cells: u64) -> bool {
    // Upright, across, and the two slanting directions.
    [1, STRIDE, STRIDE - 1, STRIDE + 1].iter().any(|shift| {
        let pairs = cells & (cells >> shift);
        pairs & (pairs >> (2 * shift)) != 0
    })
}

/// The discs of the player to move and of the one who has just moved.
#[derive(Clone, Copy)]
struct Board {
    mover: u64,
    waiter: u64,
}

impl Board {
    /// The cell a disc falls to in each column that has room; none once
    /// somebody has a line.
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

#[test]
fn connect_four_counts_are_confirmed() {
    confirm::<Board>("connect-four");
}
