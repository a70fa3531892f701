//! Small Chinese checkers for three and for four players, on the hexagonal
//! grid seen from its middle: a cell is a vector of three numbers whose sum is
//! zero. The counts stay below the depth at which a game could end.

use super::Position;

type Vector = [i32; 3];

fn plus(a: Vector, b: Vector) -> Vector {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

fn times(a: Vector, factor: i32) -> Vector {
    a.map(|part| part * factor)
}

/// Returns a vector turned clockwise by some sixths of a turn. (The first number grows to the right, the third one
/// downwards.)
fn turned(a: Vector, sixths: usize) -> Vector {
    (0..sixths).fold(a, |[x, y, z], _| [-z, -x, -y])
}

/// Whether a cell belongs to the hexagon in the middle, whose cells are at most two steps from the centre.
fn in_middle(cell: Vector) -> bool {
    cell.iter().all(|part| part.abs() <= 2)
}

/// The three cells of the top corner.
const TOP: [Vector; 3] = [[2, 2, -4], [1, 2, -3], [2, 1, -3]];

/// The two directions that lead down from the top corner.
const DOWN: [Vector; 2] = [[-1, 0, 1], [0, -1, 1]];

/// A game of `PLAYERS`, who take turns and start in the corners `SIXTHS`
/// (sixths of a turn clockwise from the top, as decimal digits).
#[derive(Clone, Copy)]
pub struct Star<const PLAYERS: usize, const SIXTHS: usize> {
    pieces: [[Vector; 3]; PLAYERS],
    turn: usize,
}

impl<const PLAYERS: usize, const SIXTHS: usize> Star<PLAYERS, SIXTHS> {
    fn sixths(player: usize) -> usize {
        SIXTHS / 10_usize.pow((PLAYERS - 1 - player) as u32) % 10
    }

    fn taken(&self, cell: Vector) -> bool {
        self.pieces.as_flattened().contains(&cell)
    }

    /// Whether pieces of the player to move may stand in this cell.
    fn allowed(&self, cell: Vector) -> bool {
        let from_top = turned(cell, 6 - Self::sixths(self.turn));
        in_middle(cell) || TOP.contains(&from_top) || TOP.contains(&times(from_top, -1))
    }

    /// Returns the two forward directions of the player to move.
    fn forward(&self) -> [Vector; 2] {
        DOWN.map(|way| turned(way, Self::sixths(self.turn)))
    }

    /// Returns the cells to which one jump from a cell can lead.
    fn jumps(&self, from: Vector) -> Vec<Vector> {
        let ways = self.forward().into_iter();
        ways.filter(|way| self.taken(plus(from, *way)))
            .map(|way| plus(from, times(way, 2)))
            .filter(|to| self.allowed(*to) && !self.taken(*to))
            .collect()
    }

    /// Returns the cells to which a piece can go from a cell, each once.
    fn targets(&self, from: Vector) -> Vec<Vector> {
        let steps = self.forward().map(|way| plus(from, way));
        let mut targets: Vec<Vector> = steps.into_iter().collect();
        targets.retain(|to| self.allowed(*to) && !self.taken(*to));
        for first in self.jumps(from) {
            targets.push(first);
            targets.extend(self.jumps(first));
        }
        targets.sort_unstable();
        targets.dedup();
        targets
    }
}

impl<const PLAYERS: usize, const SIXTHS: usize> Position for Star<PLAYERS, SIXTHS> {
    fn start() -> Self {
        let pieces = std::array::from_fn(|player| TOP.map(|c| turned(c, Self::sixths(player))));
        Star { pieces, turn: 0 }
    }

    fn successors(&self) -> Vec<Self> {
        let passed = Star { turn: (self.turn + 1) % PLAYERS, ..*self };
        let mut boards = vec![passed];
        for piece in 0..3 {
            for to in self.targets(self.pieces[self.turn][piece]) {
                let mut board = passed;
                board.pieces[self.turn][piece] = to;
                boards.push(board);
            }
        }
        boards
    }
}
