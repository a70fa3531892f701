//! Lights out with one mask for each row, and a search for the shortest solution that tries all presses of the first
//! row; they determine the presses of all other rows.

use super::Position;

const SIDE: usize = 5;

/// The press after which the game is over.
const LIMIT: u8 = 15;

/// The lamps that are lit, row by row from the bottom, the first column being the
/// lowest bit, and the number of presses made.
#[derive(Clone, Copy)]
pub struct Lamps {
    rows: [u8; SIDE],
    presses: u8,
}

impl Lamps {
    fn dark(&self) -> bool {
        self.rows == [0; SIDE]
    }

    fn pressed(&self, column: usize, row: usize) -> Self {
        let mut next = *self;
        next.presses += 1;
        next.rows[row] ^= (0b111 << column >> 1) & 0b11111;
        if row > 0 {
            next.rows[row - 1] ^= 1 << column;
        }
        if row + 1 < SIDE {
            next.rows[row + 1] ^= 1 << column;
        }
        next
    }
}

impl Position for Lamps {
    fn start() -> Self {
        Lamps { rows: [0b10111, 0b00001, 0b01001, 0b01001, 0b10000], presses: 0 }
    }

    fn successors(&self) -> Vec<Self> {
        if self.dark() || self.presses == LIMIT {
            return Vec::new();
        }
        (0..SIDE * SIDE).map(|lamp| self.pressed(lamp % SIDE, lamp / SIDE)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Lamps {
        /// Presses the lamps of `row` in the columns of `mask`.
        fn pressed_all(mut self, mask: u8, row: usize) -> Self {
            for column in (0..SIDE).filter(|column| mask >> column & 1 == 1) {
                self = self.pressed(column, row);
            }
            self
        }
    }

    #[test]
    fn the_shortest_solution_has_eight_presses() {
        let shortest = (0..1 << SIDE)
            .map(|mask| {
                let first = Lamps::start().pressed_all(mask, 0);
                (1..SIDE).fold(first, |lamps, row| lamps.pressed_all(lamps.rows[row - 1], row))
            })
            .filter(Lamps::dark)
            .map(|lamps| lamps.presses)
            .min();
        assert_eq!(shortest, Some(8));
    }
}
