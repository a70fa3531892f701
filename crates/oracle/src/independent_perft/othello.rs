//! Othello on a padded mailbox board, for three boards: 8 by 8, 6 by 6, and the diamond of Nothello. Every cell outside
//! the board is a wall, which ends a line in any direction.

use super::Position;

/// Number of cells in a row: eight of the board and a wall on either side.
const WIDTH: i32 = 10;
const AROUND: [i32; 8] = [1, -1, WIDTH, -WIDTH, WIDTH + 1, WIDTH - 1, 1 - WIDTH, -1 - WIDTH];

/// The content of a cell; `Own` belongs to the player to move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cell {
    Wall,
    Empty,
    Own,
    Enemy,
}

/// The shape of the board, whose rows above and below the middle are mirror images: the number of cells from the middle
/// of a row to its end, for the rows from the middle outwards.
pub trait Shape: Copy {
    const HALVES: [usize; 4];
}

#[derive(Clone, Copy)]
pub struct Full;

impl Shape for Full {
    const HALVES: [usize; 4] = [4, 4, 4, 4];
}

#[derive(Clone, Copy)]
pub struct Small;

impl Shape for Small {
    const HALVES: [usize; 4] = [3, 3, 3, 0];
}

#[derive(Clone, Copy)]
pub struct Diamond;

impl Shape for Diamond {
    const HALVES: [usize; 4] = [4, 3, 2, 1];
}

#[derive(Clone, Copy)]
pub struct Board<S: Shape> {
    cells: [Cell; 100],
    shape: std::marker::PhantomData<S>,
}

impl<S: Shape> Board<S> {
    /// Returns the number of enemy discs that a disc put on `cell` would turn in the direction `step`.
    fn turned(&self, cell: i32, step: i32) -> i32 {
        let mut count = 0;
        loop {
            match self.cells[(cell + (count + 1) * step) as usize] {
                Cell::Enemy => count += 1,
                Cell::Own => return count,
                Cell::Wall | Cell::Empty => return 0,
            }
        }
    }

    /// Returns the cells where the player to move can put a disc.
    fn places(&self) -> Vec<i32> {
        (0..100)
            .filter(|&cell| self.cells[cell as usize] == Cell::Empty)
            .filter(|&cell| AROUND.iter().any(|&step| self.turned(cell, step) > 0))
            .collect()
    }

    /// Returns the board as the other player sees it.
    fn handed_over(&self) -> Self {
        let mut board = *self;
        for cell in &mut board.cells {
            *cell = match *cell {
                Cell::Own => Cell::Enemy,
                Cell::Enemy => Cell::Own,
                other => other,
            };
        }
        board
    }
}

impl<S: Shape> Position for Board<S> {
    fn start() -> Self {
        let mut cells = [Cell::Wall; 100];
        for (distance, half) in S::HALVES.into_iter().enumerate() {
            for row in [4 - distance, 5 + distance] {
                for cell in 5 - half..5 + half {
                    cells[row * WIDTH as usize + cell] = Cell::Empty;
                }
            }
        }
        cells[44] = Cell::Enemy;
        cells[45] = Cell::Own;
        cells[54] = Cell::Own;
        cells[55] = Cell::Enemy;
        Board { cells, shape: std::marker::PhantomData }
    }

    fn successors(&self) -> Vec<Self> {
        let places = self.places();
        if places.is_empty() {
            let passed = self.handed_over();
            return if passed.places().is_empty() { Vec::new() } else { vec![passed] };
        }
        places
            .into_iter()
            .map(|place| {
                let mut board = *self;
                for step in AROUND {
                    for turned in 0..=self.turned(place, step) {
                        board.cells[(place + turned * step) as usize] = Cell::Own;
                    }
                }
                board.handed_over()
            })
            .collect()
    }

    fn moves(&self) -> u64 {
        match self.places().len() as u64 {
            0 => u64::from(!self.handed_over().places().is_empty()),
            places => places,
        }
    }
}
