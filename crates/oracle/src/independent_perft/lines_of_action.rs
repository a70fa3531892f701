//! Lines of action on a mailbox board, with groups found by a flood fill.

use super::Position;

const SIDE: i32 = 8;
const LIMIT: u32 = 300;
const DIRECTIONS: [(i32, i32); 8] =
    [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];

type Cell = (i32, i32);

/// A board; the players are the numbers 0 and 1.
#[derive(Clone, Copy)]
pub struct Board {
    cells: [[Option<usize>; SIDE as usize]; SIDE as usize],
    player: usize,
    /// Number of moves made.
    made: u32,
}

fn inside((column, row): Cell) -> bool {
    (0..SIDE).contains(&column) && (0..SIDE).contains(&row)
}

/// Returns all cells of the board.
fn everywhere() -> impl Iterator<Item = Cell> {
    (0..SIDE).flat_map(|column| (0..SIDE).map(move |row| (column, row)))
}

impl Board {
    fn at(&self, (column, row): Cell) -> Option<usize> {
        self.cells[column as usize][row as usize]
    }

    fn put(&mut self, (column, row): Cell, man: Option<usize>) {
        self.cells[column as usize][row as usize] = man;
    }

    /// Whether all men of `player` are in one group.
    fn joined(&self, player: usize) -> bool {
        let mut left: Vec<Cell> =
            everywhere().filter(|cell| self.at(*cell) == Some(player)).collect();
        let mut waiting: Vec<Cell> = left.pop().into_iter().collect();
        while let Some((column, row)) = waiting.pop() {
            let touches = |cell: &Cell| (cell.0 - column).abs() <= 1 && (cell.1 - row).abs() <= 1;
            waiting.extend(left.iter().copied().filter(touches));
            left.retain(|cell| !touches(cell));
        }
        left.is_empty()
    }

    /// Returns the number of men in this direction from a cell, without the one in the cell.
    fn men(&self, from: Cell, (right, up): (i32, i32)) -> i32 {
        (1..SIDE)
            .map(|step| (from.0 + step * right, from.1 + step * up))
            .filter(|cell| inside(*cell) && self.at(*cell).is_some())
            .count() as i32
    }

    /// Returns the cell to which a man of the player to move can go in this direction; `None` if it cannot move.
    fn target(&self, from: Cell, (right, up): (i32, i32)) -> Option<Cell> {
        let distance = 1 + self.men(from, (right, up)) + self.men(from, (-right, -up));
        let place = |step: i32| (from.0 + step * right, from.1 + step * up);
        let enemy = Some(1 - self.player);
        let possible = inside(place(distance))
            && self.at(place(distance)) != Some(self.player)
            && (1..distance).all(|step| self.at(place(step)) != enemy);
        possible.then(|| place(distance))
    }
}

impl Position for Board {
    fn start() -> Self {
        let mut board = Board { cells: [[None; SIDE as usize]; SIDE as usize], player: 0, made: 0 };
        for place in 1..SIDE - 1 {
            for edge in [0, SIDE - 1] {
                board.put((place, edge), Some(0));
                board.put((edge, place), Some(1));
            }
        }
        board
    }

    fn successors(&self) -> Vec<Self> {
        if self.made == LIMIT || self.joined(0) || self.joined(1) {
            return Vec::new();
        }
        let passed = Board { player: 1 - self.player, made: self.made + 1, ..*self };
        let mut boards = Vec::new();
        for from in everywhere().filter(|cell| self.at(*cell) == Some(self.player)) {
            for target in DIRECTIONS.iter().filter_map(|way| self.target(from, *way)) {
                let mut board = passed;
                board.put(from, None);
                board.put(target, Some(self.player));
                boards.push(board);
            }
        }
        if boards.is_empty() {
            boards.push(passed);
        }
        boards
    }
}
