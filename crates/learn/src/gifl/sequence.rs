//! Random games of two roles that take turns, as sequences of states.

use super::condition::GoOn;
use game::{Machine, Move, Random, Role, State, StopReason};
use hashbrown::HashSet;
use rand::RngExt;

/// A game that was played at random to its end.
pub struct Sequence {
    /// The states, the last one being terminal.
    pub states: Vec<State>,
    /// Who had the move in each state but the last, and what it was.
    pub moves: Vec<(Role, Move)>,
    /// What the roles got.
    pub goals: [u8; 2],
}

impl Sequence {
    /// Who won; nobody, if both got the same.
    pub fn winner(&self) -> Option<Role> {
        match self.goals[0].cmp(&self.goals[1]) {
            std::cmp::Ordering::Greater => Some(Role(0)),
            std::cmp::Ordering::Less => Some(Role(1)),
            std::cmp::Ordering::Equal => None,
        }
    }

    /// The last state before `end` in which a role had the move.
    pub fn last_turn_of(&self, role: Role, end: usize) -> Option<usize> {
        self.moves[..end].iter().rposition(|(mover, _)| *mover == role)
    }
}

/// How a random game ended.
pub enum Ended {
    /// At its end.
    Over(Sequence),
    /// It was too long, or a role had no move.
    Left,
    /// Both roles had a choice at once.
    Simultaneous,
}

/// Plays random games of two roles, and learns who has the move when neither has a choice.
#[derive(Default)]
pub struct Dealer {
    /// The moves that roles had to make while the other one had a choice.
    waiting: HashSet<(Role, Move)>,
    legal: [Vec<Move>; 2],
}

impl Dealer {
    /// Plays a game of at most so many moves.
    pub fn play(
        &mut self,
        machine: &mut dyn Machine,
        random: &mut Random,
        length: usize,
        go_on: GoOn,
    ) -> Result<Ended, StopReason> {
        let mut states = vec![machine.initial_state()?];
        let mut moves: Vec<(Role, Move)> = Vec::new();
        loop {
            if !go_on() {
                return Err(StopReason::Interrupted);
            }
            let state = &states[moves.len()];
            if machine.terminal(state)? {
                let goals =
                    [machine.goal(state, Role(0))?.value(), machine.goal(state, Role(1))?.value()];
                return Ok(Ended::Over(Sequence { states, moves, goals }));
            }
            for (role, legal) in (0..).map(Role).zip(&mut self.legal) {
                machine.legal(state, role, legal)?;
                if legal.is_empty() {
                    return Ok(Ended::Left);
                }
            }
            if moves.len() == length {
                return Ok(Ended::Left);
            }
            let Some(mover) = self.mover(moves.last().map(|last| last.0)) else {
                return Ok(Ended::Simultaneous);
            };
            let joint = [0, 1].map(|role: usize| {
                let legal = &self.legal[role];
                legal[random.random_range(0..legal.len())]
            });
            let mut next = State::default();
            machine.next(state, &joint, &mut next)?;
            moves.push((mover, joint[mover.0 as usize]));
            states.push(next);
        }
    }

    /// Who has the move, by the legal moves; nobody, if both have a choice. Where neither has one it is the role that does not
    /// only wait, or else the one that did not have the last move.
    fn mover(&mut self, last: Option<Role>) -> Option<Role> {
        let [first, second] = &self.legal;
        match (first.len() > 1, second.len() > 1) {
            (true, true) => None,
            (true, false) => {
                self.waiting.insert((Role(1), second[0]));
                Some(Role(0))
            }
            (false, true) => {
                self.waiting.insert((Role(0), first[0]));
                Some(Role(1))
            }
            (false, false) => {
                let waits = |role, action| self.waiting.contains(&(Role(role), action));
                Some(match (waits(0, first[0]), waits(1, second[0])) {
                    (true, false) => Role(1),
                    (false, true) => Role(0),
                    _ => last.map_or(Role(0), |last| Role(1 - last.0)),
                })
            }
        }
    }
}
