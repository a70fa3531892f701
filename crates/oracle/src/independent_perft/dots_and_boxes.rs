//! Dots and boxes with one bit per line and the number of lines around each box.

use super::Position;

const SIDE: usize = 3;
/// Number of lines from left to right; as many go from bottom to top.
const ACROSS: usize = SIDE * (SIDE + 1);

#[derive(Clone, Copy)]
pub struct Board {
    lines: u32,
    around: [[u8; SIDE]; SIDE],
    boxes: [u32; 2],
    to_move: usize,
}

/// Returns the columns and rows of the one or two boxes of which a line is a side.
fn beside(line: usize) -> Vec<(usize, usize)> {
    let (step, place) = ((line % ACROSS) / SIDE, line % SIDE);
    let cells = if line < ACROSS {
        [Some((place, step)), step.checked_sub(1).map(|below| (place, below))]
    } else {
        [Some((step, place)), step.checked_sub(1).map(|left| (left, place))]
    };
    cells.into_iter().flatten().filter(|(column, row)| *column < SIDE && *row < SIDE).collect()
}

impl Position for Board {
    fn start() -> Self {
        Board { lines: 0, around: [[0; SIDE]; SIDE], boxes: [0; 2], to_move: 0 }
    }

    fn successors(&self) -> Vec<Self> {
        let mut boards = Vec::new();
        if self.boxes.iter().sum::<u32>() == (SIDE * SIDE) as u32 {
            return boards;
        }
        for line in 0..2 * ACROSS {
            if self.lines >> line & 1 == 1 {
                continue;
            }
            let mut board = *self;
            board.lines |= 1 << line;
            let mut again = false;
            for (column, row) in beside(line) {
                board.around[column][row] += 1;
                if board.around[column][row] == 4 {
                    board.boxes[self.to_move] += 1;
                    again = true;
                }
            }
            if !again {
                board.to_move = 1 - self.to_move;
            }
            boards.push(board);
        }
        boards
    }
}
