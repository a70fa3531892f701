//! The prisoner's dilemma over ten rounds: every round has four joint moves,
//! whatever was chosen before, so a position is the number of rounds left.

use super::Position;

#[derive(Clone, Copy)]
pub struct RoundsLeft(u32);

impl Position for RoundsLeft {
    fn start() -> Self {
        RoundsLeft(10)
    }

    fn successors(&self) -> Vec<Self> {
        match self.0 {
            0 => Vec::new(),
            left => vec![RoundsLeft(left - 1); 4],
        }
    }
}
