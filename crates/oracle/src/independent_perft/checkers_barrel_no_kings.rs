//! Checkers without kings on a barrel: the first row follows the last one. The board is turned after every turn, so
//! that the player to move always moves towards higher rows.

use super::Position;

const SIDE: usize = 8;

/// The rows of the barrel, with `true` for own men and `false` for the enemy's, and the man that has to go on with a
/// capture.
#[derive(Clone, Copy)]
pub struct Barrel {
    rows: [[Option<bool>; SIDE]; SIDE],
    jumper: Option<(usize, usize)>,
}

impl Barrel {
    /// Returns the cell this number of steps ahead, diagonally to the left or to the right.
    fn ahead((row, column): (usize, usize), left: bool, steps: usize) -> Option<(usize, usize)> {
        let column = if left { column.checked_sub(steps)? } else { column + steps };
        (column < SIDE).then_some(((row + steps) % SIDE, column))
    }

    fn at(&self, (row, column): (usize, usize)) -> Option<bool> {
        self.rows[row][column]
    }

    fn carried(&self, from: (usize, usize), to: (usize, usize)) -> Self {
        let mut barrel = *self;
        barrel.rows[to.0][to.1] = barrel.rows[from.0][from.1].take();
        barrel
    }

    fn turned(&self) -> Self {
        let mut rows = self.rows;
        rows.reverse();
        for row in &mut rows {
            row.reverse();
            for cell in row {
                *cell = cell.map(|own| !own);
            }
        }
        Barrel { rows, jumper: None }
    }

    /// Returns the barrels after each jump of the man in `from`, and the cell to which the man has jumped.
    fn jumps_of(&self, from: (usize, usize)) -> Vec<(Self, (usize, usize))> {
        let mut jumps = Vec::new();
        for left in [true, false] {
            if let (Some(over), Some(to)) = (Self::ahead(from, left, 1), Self::ahead(from, left, 2))
                && self.at(over) == Some(false)
                && self.at(to).is_none()
            {
                let mut barrel = self.carried(from, to);
                barrel.rows[over.0][over.1] = None;
                jumps.push((barrel, to));
            }
        }
        jumps
    }
}

impl Position for Barrel {
    fn start() -> Self {
        let mut rows = [[None; SIDE]; SIDE];
        for row in [0, 1, 2, 5, 6, 7] {
            for column in (row % 2..SIDE).step_by(2) {
                rows[row][column] = Some(row < SIDE / 2);
            }
        }
        Barrel { rows, jumper: None }
    }

    fn successors(&self) -> Vec<Self> {
        let cells = (0..SIDE).flat_map(|row| (0..SIDE).map(move |column| (row, column)));
        let own: Vec<(usize, usize)> = cells.filter(|cell| self.at(*cell) == Some(true)).collect();
        let jumpers = self.jumper.map_or(own.clone(), |jumper| vec![jumper]);
        let mut barrels = Vec::new();
        for (barrel, to) in jumpers.into_iter().flat_map(|cell| self.jumps_of(cell)) {
            if barrel.jumps_of(to).is_empty() {
                barrels.push(barrel.turned());
            } else {
                barrels.push(Barrel { jumper: Some(to), ..barrel });
            }
        }
        if barrels.is_empty() {
            for from in own {
                for to in [true, false].into_iter().filter_map(|left| Self::ahead(from, left, 1)) {
                    if self.at(to).is_none() {
                        barrels.push(self.carried(from, to).turned());
                    }
                }
            }
        }
        barrels
    }
}
