//! The eight queens, with a mask of the cells that no queen attacks.

use super::Position;

const SIDE: i32 = 8;

/// The cells that are free: bit 8 * row + column.
#[derive(Clone, Copy)]
pub struct Board(u64);

/// Returns the cells that a queen on `cell` attacks, and `cell` itself.
fn attacked(cell: i32) -> u64 {
    let mut mask = 0;
    for other in 0..SIDE * SIDE {
        let across = (cell % SIDE - other % SIDE).abs();
        let up = (cell / SIDE - other / SIDE).abs();
        if across == 0 || up == 0 || across == up {
            mask |= 1 << other;
        }
    }
    mask
}

impl Position for Board {
    fn start() -> Self {
        Board(u64::MAX)
    }

    fn successors(&self) -> Vec<Self> {
        (0..SIDE * SIDE)
            .filter(|cell| self.0 >> cell & 1 == 1)
            .map(|cell| Board(self.0 & !attacked(cell)))
            .collect()
    }

    fn moves(&self) -> u64 {
        u64::from(self.0.count_ones())
    }
}
