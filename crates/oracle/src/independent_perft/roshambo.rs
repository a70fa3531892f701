//! Rock, paper, scissors up to three wins, with hands as numbers: each of the three hands beats the one before it, and
//! the first beats the last.

use super::Position;

const ROUNDS: u32 = 10;
const WINS: u32 = 3;

#[derive(Clone, Copy)]
pub struct Standing {
    rounds: u32,
    wins: [u32; 2],
}

impl Position for Standing {
    fn start() -> Self {
        Standing { rounds: 0, wins: [0, 0] }
    }

    fn successors(&self) -> Vec<Self> {
        if self.rounds == ROUNDS || self.wins.contains(&WINS) {
            return Vec::new();
        }
        let mut all = Vec::new();
        for left in 0..3 {
            for right in 0..3 {
                let mut next = *self;
                next.rounds += 1;
                match (3 + left - right) % 3 {
                    1 => next.wins[0] += 1,
                    2 => next.wins[1] += 1,
                    _ => {}
                }
                all.push(next);
            }
        }
        all
    }
}
