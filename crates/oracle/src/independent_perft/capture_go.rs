//! Capture go with a flood fill from every stone that was placed or touched by the last move.

use super::Position;

/// A board of `SIDE` by `SIDE` points; players are the numbers 0 and 1.
#[derive(Clone, Copy)]
pub struct Board<const SIDE: usize> {
    points: [[Option<usize>; SIDE]; SIDE],
    to_move: usize,
    over: bool,
}

impl<const SIDE: usize> Board<SIDE> {
    fn neighbours(row: usize, column: usize) -> Vec<(usize, usize)> {
        let mut points = Vec::new();
        if row > 0 {
            points.push((row - 1, column));
        }
        if column > 0 {
            points.push((row, column - 1));
        }
        if row + 1 < SIDE {
            points.push((row + 1, column));
        }
        if column + 1 < SIDE {
            points.push((row, column + 1));
        }
        points
    }

    /// Whether the group of the stone on this point has an empty point beside it.
    fn has_liberty(&self, row: usize, column: usize) -> bool {
        let colour = self.points[row][column];
        let mut seen = [[false; SIDE]; SIDE];
        seen[row][column] = true;
        let mut waiting = vec![(row, column)];
        while let Some((row, column)) = waiting.pop() {
            for (row, column) in Self::neighbours(row, column) {
                let point = self.points[row][column];
                if point.is_none() {
                    return true;
                }
                if point == colour && !seen[row][column] {
                    seen[row][column] = true;
                    waiting.push((row, column));
                }
            }
        }
        false
    }

    /// Returns the board after the player to move has placed a stone. A group without liberties ends the game,
    /// whichever player it belongs to.
    fn placed(mut self, row: usize, column: usize) -> Self {
        self.points[row][column] = Some(self.to_move);
        self.to_move = 1 - self.to_move;
        self.over = !self.has_liberty(row, column)
            || Self::neighbours(row, column).into_iter().any(|(row, column)| {
                self.points[row][column].is_some() && !self.has_liberty(row, column)
            });
        self
    }
}

impl<const SIDE: usize> Position for Board<SIDE> {
    fn start() -> Self {
        Board { points: [[None; SIDE]; SIDE], to_move: 0, over: false }
    }

    fn successors(&self) -> Vec<Self> {
        let mut boards = Vec::new();
        if self.over {
            return boards;
        }
        for row in 0..SIDE {
            for column in 0..SIDE {
                if self.points[row][column].is_none() {
                    boards.push(self.placed(row, column));
                }
            }
        }
        boards
    }

    fn moves(&self) -> u64 {
        if self.over {
            return 0;
        }
        self.points.iter().flatten().filter(|point| point.is_none()).count() as u64
    }
}
