//! The eight puzzle, with a search for the length of its shortest solution.

use super::Position;

/// The tiles row by row when they are in order; zero is the blank cell.
const ORDERED: [u8; 9] = [1, 2, 3, 4, 5, 6, 7, 8, 0];

/// The step after which the game is over.
const LIMIT: u8 = 60;

/// The tiles row by row, and the number of steps made.
#[derive(Clone, Copy)]
pub struct Board {
    tiles: [u8; 9],
    steps: u8,
}

impl Position for Board {
    fn start() -> Self {
        Board { tiles: [8, 1, 2, 7, 0, 3, 6, 5, 4], steps: 0 }
    }

    fn successors(&self) -> Vec<Self> {
        if self.tiles == ORDERED || self.steps == LIMIT {
            return Vec::new();
        }
        let blank = self.tiles.iter().position(|tile| *tile == 0).expect("one cell is blank");
        (0..9)
            .filter(|cell| (blank / 3).abs_diff(cell / 3) + (blank % 3).abs_diff(cell % 3) == 1)
            .map(|cell| {
                let mut next = *self;
                next.tiles.swap(blank, cell);
                next.steps += 1;
                next
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn the_shortest_solution_has_eighteen_steps() {
        let mut seen = HashSet::from([Board::start().tiles]);
        let mut frontier = vec![Board::start()];
        while frontier.iter().all(|board| board.tiles != ORDERED) {
            frontier = frontier
                .iter()
                .flat_map(Board::successors)
                .filter(|board| seen.insert(board.tiles))
                .collect();
            assert!(!frontier.is_empty(), "the puzzle has no solution");
        }
        assert_eq!(frontier[0].steps, 18);
    }
}
