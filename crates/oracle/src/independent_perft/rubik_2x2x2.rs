//! The pocket cube by pieces: the piece in each corner, and its twist. A search finds the length of the shortest
//! solution.

use super::Position;

/// The turn after which the game is over.
const LIMIT: u8 = 11;

/// A quarter turn clockwise: for each corner, the corner from which its new piece comes, and the number of thirds of a
/// turn by which the piece is twisted on the way. The corners are, by their faces: URF, UFL, ULB, UBR, DFR, DLF and
/// DRB; the eighth, DBL, never moves.
struct Quarter {
    from: [u8; 7],
    twist: [u8; 7],
}

const UP: Quarter = Quarter { from: [3, 0, 1, 2, 4, 5, 6], twist: [0; 7] };
const RIGHT: Quarter = Quarter { from: [4, 1, 2, 0, 6, 5, 3], twist: [2, 0, 0, 1, 1, 0, 2] };
const FRONT: Quarter = Quarter { from: [1, 5, 2, 3, 0, 4, 6], twist: [1, 2, 0, 0, 2, 1, 0] };

/// The turns that lead from the solved cube to the initial position, each with its number of quarter turns.
const SCRAMBLE: [(&Quarter, u8); 7] =
    [(&RIGHT, 1), (&UP, 3), (&FRONT, 2), (&UP, 1), (&RIGHT, 2), (&FRONT, 3), (&UP, 1)];

/// The piece in each corner, its twist, and the number of turns made.
#[derive(Clone, Copy)]
pub struct Cube {
    pieces: [u8; 7],
    twists: [u8; 7],
    turns: u8,
}

const SOLVED: Cube = Cube { pieces: [0, 1, 2, 3, 4, 5, 6], twists: [0; 7], turns: 0 };

impl Cube {
    fn quarter(&self, quarter: &Quarter) -> Self {
        let mut next = *self;
        for corner in 0..7 {
            let from = usize::from(quarter.from[corner]);
            next.pieces[corner] = self.pieces[from];
            next.twists[corner] = (self.twists[from] + quarter.twist[corner]) % 3;
        }
        next
    }

    fn turned(&self, quarter: &Quarter, times: u8) -> Self {
        let mut next = (0..times).fold(*self, |cube, _| cube.quarter(quarter));
        next.turns += 1;
        next
    }

    fn solved(&self) -> bool {
        self.pieces == SOLVED.pieces && self.twists == SOLVED.twists
    }
}

impl Position for Cube {
    fn start() -> Self {
        let cube =
            SCRAMBLE.iter().fold(SOLVED, |cube, (quarter, times)| cube.turned(quarter, *times));
        Cube { turns: 0, ..cube }
    }

    fn successors(&self) -> Vec<Self> {
        if self.solved() || self.turns == LIMIT {
            return Vec::new();
        }
        [&UP, &RIGHT, &FRONT]
            .into_iter()
            .flat_map(|quarter| (1..=3).map(|times| self.turned(quarter, times)))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn the_shortest_solution_has_seven_turns() {
        let mut seen = HashSet::from([(Cube::start().pieces, Cube::start().twists)]);
        let mut frontier = vec![Cube::start()];
        while !frontier.iter().any(Cube::solved) {
            frontier = frontier
                .iter()
                .flat_map(Cube::successors)
                .filter(|cube| seen.insert((cube.pieces, cube.twists)))
                .collect();
            assert!(!frontier.is_empty(), "the cube cannot be solved");
        }
        assert_eq!(frontier[0].turns, 7);
    }
}
