//! Three trails: three walkers on a hexagon of nineteen cells, each closing the cells it visits. A cell has two
//! coordinates, counted from the centre along two of the three axes of the hexagon; with the third one, their sum is 0.

use super::Position;

/// The distance from the centre to a corner.
const RADIUS: i8 = 2;

/// The steps to the six neighbours.
const STEPS: [(i8, i8); 6] = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)];

/// A cell, by its first two coordinates.
type Cell = (i8, i8);

/// Returns the bit of a cell in a set of closed cells; `None` outside the board.
fn bit(cell: Cell) -> Option<u32> {
    let third = -cell.0 - cell.1;
    let inside = [cell.0, cell.1, third].iter().all(|coordinate| coordinate.abs() <= RADIUS);
    inside.then(|| 1 << ((cell.0 + RADIUS) * 5 + cell.1 + RADIUS))
}

/// The walkers, the one to move first, and the cells closed so far.
#[derive(Clone, Copy)]
pub struct Board {
    walkers: [Cell; 3],
    closed: u32,
}

impl Board {
    /// Returns the free cells beside a walker, with their bits.
    fn exits(&self, walker: Cell) -> impl Iterator<Item = (Cell, u32)> {
        let closed = self.closed;
        STEPS
            .iter()
            .map(move |step| (walker.0 + step.0, walker.1 + step.1))
            .filter_map(|cell| bit(cell).map(|bit| (cell, bit)))
            .filter(move |(_, bit)| closed & bit == 0)
    }

    /// Whether no walker can move any more.
    fn over(&self) -> bool {
        self.walkers.iter().all(|walker| self.exits(*walker).next().is_none())
    }
}

impl Position for Board {
    fn start() -> Self {
        let walkers = [(0, -1), (1, 0), (-1, 1)];
        Board { walkers, closed: walkers.into_iter().filter_map(bit).sum() }
    }

    fn successors(&self) -> Vec<Self> {
        if self.over() {
            return Vec::new();
        }
        let [mover, second, third] = self.walkers;
        let mut positions: Vec<Self> = self
            .exits(mover)
            .map(|(cell, bit)| Board { walkers: [second, third, cell], closed: self.closed | bit })
            .collect();
        if positions.is_empty() {
            positions.push(Board { walkers: [second, third, mover], closed: self.closed });
        }
        positions
    }

    fn moves(&self) -> u64 {
        match self.exits(self.walkers[0]).count() {
            0 if self.over() => 0,
            0 => 1,
            exits => exits as u64,
        }
    }
}
