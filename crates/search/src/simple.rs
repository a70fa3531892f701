//! Players that hardly think: `random` and `legal`.

use crate::player::Table;
use crate::{Limit, Player, Report, Seat};
use game::{Move, Random, StopReason};
use rand::RngExt;

/// Makes any legal move, all equally likely.
pub struct RandomPlayer {
    table: Table,
    random: Random,
}

impl RandomPlayer {
    /// At the beginning of a match.
    pub fn new(seat: Seat) -> Result<RandomPlayer, StopReason> {
        let random = game::random(seat.seed);
        Ok(RandomPlayer { table: Table::new(seat.machine, seat.role)?, random })
    }
}

impl Player for RandomPlayer {
    fn think(&mut self, _limit: &Limit) -> Result<(), StopReason> {
        Ok(())
    }

    fn choose(&mut self) -> Result<Move, StopReason> {
        let legal = self.table.legal()?;
        Ok(legal[self.random.random_range(0..legal.len())])
    }

    fn advance(&mut self, joint: &[Move]) -> Result<(), StopReason> {
        self.table.advance(joint)
    }

    fn report(&self) -> Report {
        Report::default()
    }
}

/// Makes the first legal move that the machine names.
pub struct LegalPlayer {
    table: Table,
}

impl LegalPlayer {
    /// At the beginning of a match.
    pub fn new(seat: Seat) -> Result<LegalPlayer, StopReason> {
        Ok(LegalPlayer { table: Table::new(seat.machine, seat.role)? })
    }
}

impl Player for LegalPlayer {
    fn think(&mut self, _limit: &Limit) -> Result<(), StopReason> {
        Ok(())
    }

    fn choose(&mut self) -> Result<Move, StopReason> {
        Ok(self.table.legal()?[0])
    }

    fn advance(&mut self, joint: &[Move]) -> Result<(), StopReason> {
        self.table.advance(joint)
    }

    fn report(&self) -> Report {
        Report::default()
    }
}
