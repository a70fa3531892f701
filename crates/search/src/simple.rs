//! Players that hardly think: `random`, `legal`, and `greedy`, which looks one move ahead.

use crate::player::Table;
use crate::{Limit, Player, Report, Seat};
use game::{Machine, Move, Random, Role, State, StopReason};
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

/// Makes the move after which the goal is best, if the others move at random; ties at random.
pub struct GreedyPlayer {
    table: Table,
    random: Random,
}

/// How many random moves of the others are tried after each move.
const TRIES: usize = 8;

impl GreedyPlayer {
    /// At the beginning of a match.
    pub fn new(seat: Seat) -> Result<GreedyPlayer, StopReason> {
        let random = game::random(seat.seed);
        Ok(GreedyPlayer { table: Table::new(seat.machine, seat.role)?, random })
    }

    /// The sum of the goals after a move.
    fn value(&mut self, action: Move) -> Result<u32, StopReason> {
        let Table { machine, role, state } = &mut self.table;
        let (mut sum, mut next, mut joint) = (0, State::default(), Vec::new());
        for _ in 0..TRIES {
            joint_with(&mut **machine, state, (*role, action), &mut self.random, &mut joint)?;
            machine.next(state, &joint, &mut next)?;
            sum += u32::from(machine.goal(&next, *role)?.value());
        }
        Ok(sum)
    }
}

/// A joint move in which one role makes this move and the others any legal one.
pub(crate) fn joint_with(
    machine: &mut dyn Machine,
    state: &State,
    (role, action): (Role, Move),
    random: &mut Random,
    joint: &mut Vec<Move>,
) -> Result<(), StopReason> {
    joint.clear();
    let mut legal = Vec::new();
    for other in machine.role_ids() {
        if other == role {
            joint.push(action);
            continue;
        }
        machine.legal(state, other, &mut legal)?;
        // Where a role has no move the rules are at fault; any will do.
        let chosen = (!legal.is_empty()).then(|| legal[random.random_range(0..legal.len())]);
        joint.push(chosen.unwrap_or(action));
    }
    Ok(())
}

impl Player for GreedyPlayer {
    fn think(&mut self, _limit: &Limit) -> Result<(), StopReason> {
        Ok(())
    }

    fn choose(&mut self) -> Result<Move, StopReason> {
        let legal = self.table.legal()?;
        let mut best: (Option<u32>, Vec<Move>) = (None, Vec::new());
        for action in legal {
            let value = Some(self.value(action)?);
            if value > best.0 {
                best = (value, Vec::new());
            }
            if value == best.0 {
                best.1.push(action);
            }
        }
        Ok(best.1[self.random.random_range(0..best.1.len())])
    }

    fn advance(&mut self, joint: &[Move]) -> Result<(), StopReason> {
        self.table.advance(joint)
    }

    fn report(&self) -> Report {
        Report::default()
    }
}
