//! Hex with a flood fill from the player's first edge after every move. The rule sheet follows chains in thirteen
//! sweeps over the board, which the counts do not test. A test confirms that thirteen sweeps are enough: it looks at
//! all shortest chains, line by line.

use super::Position;

const SIDE: usize = 9;
const NEIGHBOURS: [(isize, isize); 6] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)];

/// A board; players are the numbers 0, who joins the first and the last column,
/// and 1, who joins the first and the last row.
#[derive(Clone, Copy)]
pub struct Board {
    cells: [[Option<usize>; SIDE]; SIDE],
    to_move: usize,
    over: bool,
}

impl Board {
    fn cell(&self, column: isize, row: isize) -> Option<usize> {
        let column = self.cells.get(usize::try_from(column).ok()?)?;
        *column.get(usize::try_from(row).ok()?)?
    }

    /// Whether the stones of `player` join its two edges.
    fn joined(&self, player: usize) -> bool {
        let mut seen = [[false; SIDE]; SIDE];
        let mut waiting: Vec<(isize, isize)> = (0..SIDE as isize)
            .map(|place| if player == 0 { (0, place) } else { (place, 0) })
            .collect();
        while let Some((column, row)) = waiting.pop() {
            if self.cell(column, row) != Some(player) {
                continue;
            }
            let visited = &mut seen[column as usize][row as usize];
            if *visited {
                continue;
            }
            *visited = true;
            if (if player == 0 { column } else { row }) == SIDE as isize - 1 {
                return true;
            }
            waiting.extend(NEIGHBOURS.iter().map(|(right, up)| (column + right, row + up)));
        }
        false
    }
}

impl Position for Board {
    fn start() -> Self {
        Board { cells: [[None; SIDE]; SIDE], to_move: 0, over: false }
    }

    fn successors(&self) -> Vec<Self> {
        let mut boards = Vec::new();
        if self.over {
            return boards;
        }
        for column in 0..SIDE {
            for row in 0..SIDE {
                if self.cells[column][row].is_none() {
                    let mut board = *self;
                    board.cells[column][row] = Some(self.to_move);
                    board.over = board.joined(self.to_move);
                    board.to_move = 1 - self.to_move;
                    boards.push(board);
                }
            }
        }
        boards
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    /// A line of the board with the chains that reach it from the lines before. Every cell of a chain has two
    /// neighbours in the chain, and cells that touch are neighbours, because there would be a shorter chain otherwise.
    #[derive(Clone, Copy, PartialEq, Eq, Hash)]
    struct Line {
        /// The number of the chain that has a cell in this place.
        chains: [Option<usize>; SIDE],
        /// Number of the cell's neighbours in the line after this one.
        missing: [usize; SIDE],
    }

    impl Line {
        /// Returns the line in which a chain begins.
        fn first(place: usize) -> Self {
            let mut line = Line { chains: [None; SIDE], missing: [0; SIDE] };
            line.chains[place] = Some(0);
            line.missing[place] = 1;
            line
        }

        /// Returns the line after this one, in which chains have these cells, and the number of times that they turn
        /// there; `None` if a shortest chain cannot have these cells.
        fn followed_by(&self, cells: [bool; SIDE]) -> Option<(Self, u32)> {
            let count = |place: usize| usize::from(cells.get(place).is_some_and(|cell| *cell));
            for place in 0..SIDE {
                let after = count(place) + count(place.wrapping_sub(1));
                if self.chains[place].is_some() && after != self.missing[place] {
                    return None;
                }
            }
            let mut before = self.chains;
            let mut next = Line { chains: [None; SIDE], missing: [0; SIDE] };
            let (mut turns, mut links) = (0, 0);
            for place in (0..SIDE).filter(|place| cells[*place]) {
                // Adjacent cells are one piece of a chain, with two links to other lines.
                let starts = count(place.wrapping_sub(1)) == 0;
                let chain = if starts { SIDE + place } else { next.chains[place - 1]? };
                next.chains[place] = Some(chain);
                links = if starts { 0 } else { links };
                let mut neighbours = count(place.wrapping_sub(1)) + count(place + 1);
                for beside in [place, place + 1] {
                    let Some(other) = before.get(beside).copied().flatten() else {
                        continue;
                    };
                    if other == chain {
                        return None; // The chain would come back to itself.
                    }
                    let joined = before.iter_mut().chain(&mut next.chains).flatten();
                    joined.filter(|number| **number == other).for_each(|number| *number = chain);
                    neighbours += 1;
                    links += 1;
                }
                next.missing[place] = 2usize.checked_sub(neighbours)?;
                if count(place + 1) == 0 && links != 1 {
                    turns += 1;
                }
            }
            let mut numbers = HashMap::new();
            for chain in next.chains.iter_mut().flatten() {
                let fresh = numbers.len();
                *chain = *numbers.entry(*chain).or_insert(fresh);
            }
            Some((next, turns))
        }
    }

    /// Therefore thirteen sweeps, alternately in both directions, reach the end of every chain.
    #[test]
    fn no_shortest_hex_chain_turns_more_than_twelve_times() {
        // The first line contains only the first cell of a chain, and the last line only its last cell.
        let mut lines: HashMap<Line, u32> =
            (0..SIDE).map(|place| (Line::first(place), 0)).collect();
        for _ in 1..SIDE - 1 {
            let mut following = HashMap::new();
            for (line, before) in lines {
                for bits in 1u32..1 << SIDE {
                    let cells = std::array::from_fn(|place| bits >> place & 1 == 1);
                    if let Some((next, turns)) = line.followed_by(cells) {
                        let most = following.entry(next).or_insert(0);
                        *most = (before + turns).max(*most);
                    }
                }
            }
            lines = following;
        }
        let ends = |line: &Line| {
            (0..SIDE).any(|last| {
                let cells = std::array::from_fn(|place| place == last);
                line.followed_by(cells).is_some_and(|(end, _)| end.missing[last] == 1)
            })
        };
        let most = lines.into_iter().filter(|(line, _)| ends(line)).map(|(_, turns)| turns).max();
        assert_eq!(most, Some(12));
    }
}
