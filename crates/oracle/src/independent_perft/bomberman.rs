//! Bomberman with sets of cells as bit masks: a cell is the bit 8 * row + column, and bombs are stored by the number of
//! steps that they have burnt.

use super::Position;

const LIMIT: u32 = 50;
const ROW: u64 = 0xff;
const COLUMN: u64 = 0x0101_0101_0101_0101;

/// Number of states in which a bomb lies there before it explodes.
const BURNING: usize = 4;

#[derive(Clone, Copy)]
pub struct Town {
    steps: u32,
    players: [(i32, i32); 2],
    bombs: [u64; BURNING],
    fire: u64,
}

/// An action of a player: the cell to which he goes, and whether he drops a bomb instead of going.
type Action = ((i32, i32), bool);

fn is_street(line: i32) -> bool {
    [0, 2, 5, 7].contains(&line)
}

fn bit((column, row): (i32, i32)) -> u64 {
    1 << (8 * row + column)
}

/// Returns all cells that burn when a bomb explodes in each of the given cells.
fn fire(bombs: u64) -> u64 {
    let mut fire = 0;
    for line in (0..8).filter(|line| is_street(*line)) {
        let (row, column) = (ROW << (8 * line), COLUMN << line);
        if bombs & row != 0 {
            fire |= row;
        }
        if bombs & column != 0 {
            fire |= column;
        }
    }
    fire
}

impl Town {
    fn over(&self) -> bool {
        self.steps == LIMIT || self.players.iter().any(|place| self.fire & bit(*place) != 0)
    }

    fn actions(&self, player: usize) -> Vec<Action> {
        let (column, row) = self.players[player];
        let mut actions = vec![((column, row), false), ((column, row), true)];
        let inside = |line: &i32| (0..8).contains(line);
        if is_street(row) {
            let targets = [column - 1, column + 1].into_iter().filter(inside);
            actions.extend(targets.map(|target| ((target, row), false)));
        }
        if is_street(column) {
            let targets = [row - 1, row + 1].into_iter().filter(inside);
            actions.extend(targets.map(|target| ((column, target), false)));
        }
        actions
    }
}

impl Position for Town {
    fn start() -> Self {
        Town { steps: 0, players: [(0, 0), (7, 7)], bombs: [0; BURNING], fire: 0 }
    }

    fn successors(&self) -> Vec<Self> {
        if self.over() {
            return Vec::new();
        }
        let mut all = Vec::new();
        for first in self.actions(0) {
            for second in self.actions(1) {
                let mut dropped = 0;
                for (place, drops) in [first, second] {
                    if drops {
                        dropped |= bit(place);
                    }
                }
                let [newest, middle, older, oldest] = self.bombs;
                all.push(Town {
                    steps: self.steps + 1,
                    players: [first.0, second.0],
                    bombs: [dropped, newest, middle, older],
                    fire: fire(oldest),
                });
            }
        }
        all
    }

    fn moves(&self) -> u64 {
        if self.over() { 0 } else { (self.actions(0).len() * self.actions(1).len()) as u64 }
    }
}
