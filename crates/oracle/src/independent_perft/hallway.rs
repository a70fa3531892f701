//! Hallway with a set of bits for each gap between two rows: the columns that walls bar.

use super::Position;

const SIDE: usize = 9;
const LIMIT: u32 = 200;

#[derive(Clone, Copy)]
pub struct Board {
    /// The row and column of each player's pawn, counted from zero.
    pawns: [(usize, usize); 2],
    /// For each gap above a row, the columns that a wall bars.
    barred: [u16; SIDE - 1],
    /// Number of walls that each player can still place.
    walls: [u32; 2],
    /// Number of moves made; the first player makes the even ones.
    made: u32,
}

impl Board {
    fn over(&self) -> bool {
        self.pawns[0].0 == SIDE - 1 || self.pawns[1].0 == 0 || self.made == LIMIT
    }

    /// Whether a pawn can cross the gap above `row` in this column.
    fn passable(&self, row: usize, column: usize) -> bool {
        self.barred[row] >> column & 1 == 0
    }

    /// Returns the cells that a player's pawn can step to.
    fn steps(&self, player: usize) -> Vec<(usize, usize)> {
        let (row, column) = self.pawns[player];
        let mut cells = Vec::new();
        if column > 0 {
            cells.push((row, column - 1));
        }
        if column + 1 < SIDE {
            cells.push((row, column + 1));
        }
        if row + 1 < SIDE && self.passable(row, column) {
            cells.push((row + 1, column));
        }
        if row > 0 && self.passable(row - 1, column) {
            cells.push((row - 1, column));
        }
        cells.retain(|cell| *cell != self.pawns[1 - player]);
        cells
    }
}

impl Position for Board {
    fn start() -> Self {
        Board {
            pawns: [(0, SIDE / 2), (SIDE - 1, SIDE / 2)],
            barred: [0; SIDE - 1],
            walls: [4; 2],
            made: 0,
        }
    }

    fn successors(&self) -> Vec<Self> {
        if self.over() {
            return Vec::new();
        }
        let player = (self.made % 2) as usize;
        let waited = Board { made: self.made + 1, ..*self };
        let mut boards = vec![waited];
        for cell in self.steps(player) {
            let mut board = waited;
            board.pawns[player] = cell;
            boards.push(board);
        }
        if self.walls[player] > 0 {
            for gap in 0..SIDE - 1 {
                for column in 0..SIDE - 1 {
                    let wall = 0b11 << column;
                    if self.barred[gap] & wall == 0 {
                        let mut board = waited;
                        board.barred[gap] |= wall;
                        board.walls[player] -= 1;
                        boards.push(board);
                    }
                }
            }
        }
        boards
    }
}
