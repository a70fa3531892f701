//! Players that hardly think: `random`, `legal` and `greedy`.

use super::{PlayerKind, constructor};
use crate::Limit;
use crate::{MatchState, Player, Report, Seat, ThinkError};
use game::{Machine, MachineExt, Move, Random, Role, State, StopReason};
use rand::RngExt;

pub(super) const PLAYERS: &[PlayerKind] = &[
    PlayerKind {
        name: "random",
        description: "makes any legal move, all equally likely",
        configure: |_| constructor(RandomPlayer::new),
        ..PlayerKind::PLAIN
    },
    PlayerKind {
        name: "legal",
        description: "makes the first legal move",
        configure: |_| constructor(LegalPlayer::new),
        ..PlayerKind::PLAIN
    },
    PlayerKind {
        name: "greedy",
        description: "looks one move ahead for the best goal, with eight random answers \
            of the other roles",
        configure: |_| constructor(GreedyPlayer::new),
        ..PlayerKind::PLAIN
    },
];

/// A player that makes any legal move, all equally likely.
struct RandomPlayer {
    current: MatchState,
    random: Random,
}

impl RandomPlayer {
    fn new(seat: Seat) -> Result<RandomPlayer, StopReason> {
        let random = game::random(seat.seed);
        Ok(RandomPlayer { current: MatchState::new(seat.machine, seat.role)?, random })
    }
}

impl Player for RandomPlayer {
    fn think(&mut self, _limit: &Limit) -> Result<(), ThinkError> {
        Ok(())
    }

    fn choose(&mut self) -> Result<Move, StopReason> {
        let legal = self.current.legal()?;
        Ok(legal[self.random.random_range(0..legal.len())])
    }

    fn advance(&mut self, joint: &[Move]) -> Result<(), StopReason> {
        self.current.advance(joint)
    }

    fn report(&self) -> Report {
        Report::default()
    }
}

/// A player that makes the first legal move that the machine returns.
struct LegalPlayer {
    current: MatchState,
}

impl LegalPlayer {
    fn new(seat: Seat) -> Result<LegalPlayer, StopReason> {
        Ok(LegalPlayer { current: MatchState::new(seat.machine, seat.role)? })
    }
}

impl Player for LegalPlayer {
    fn think(&mut self, _limit: &Limit) -> Result<(), ThinkError> {
        Ok(())
    }

    fn choose(&mut self) -> Result<Move, StopReason> {
        Ok(self.current.legal()?[0])
    }

    fn advance(&mut self, joint: &[Move]) -> Result<(), StopReason> {
        self.current.advance(joint)
    }

    fn report(&self) -> Report {
        Report::default()
    }
}

/// A player that makes the move with the best goals in the states after it, if the other roles move at random.
struct GreedyPlayer {
    current: MatchState,
    random: Random,
}

/// Number of random moves of the other roles that are tried after each move.
const ANSWERS: usize = 8;

impl GreedyPlayer {
    fn new(seat: Seat) -> Result<GreedyPlayer, StopReason> {
        let random = game::random(seat.seed);
        Ok(GreedyPlayer { current: MatchState::new(seat.machine, seat.role)?, random })
    }

    /// Returns the sum of the goals after a move and each of some random answers.
    fn value(&mut self, action: Move) -> Result<u32, StopReason> {
        let MatchState { machine, role, state } = &mut self.current;
        let (mut sum, mut next, mut joint) = (0, State::default(), Vec::new());
        for _ in 0..ANSWERS {
            joint_with(&mut **machine, state, (*role, action), &mut self.random, &mut joint)?;
            machine.next(state, &joint, &mut next)?;
            sum += u32::from(machine.goal(&next, *role)?.value());
        }
        Ok(sum)
    }
}

/// Writes a joint move in which one role makes a given move and all others make random ones.
pub(super) fn joint_with(
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
        // If a role has no move, the rules are at fault, and any move will do.
        let chosen = (!legal.is_empty()).then(|| legal[random.random_range(0..legal.len())]);
        joint.push(chosen.unwrap_or(action));
    }
    Ok(())
}

impl Player for GreedyPlayer {
    fn think(&mut self, _limit: &Limit) -> Result<(), ThinkError> {
        Ok(())
    }

    fn choose(&mut self) -> Result<Move, StopReason> {
        let legal = self.current.legal()?;
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
        self.current.advance(joint)
    }

    fn report(&self) -> Report {
        Report::default()
    }
}
