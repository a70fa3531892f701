//! Random games of two roles that take turns, as sequences of states.
//!
//! Contains no analysis of games (`game_analysis`).

use super::probe::KeepGoing;
use super::train_error::TrainError;
use game::{Machine, MachineExt, Move, Random, Role, State};
use hashbrown::HashSet;
use rand::RngExt;

/// A random game that was played to its end.
pub struct RandomGame {
    /// The states; the last one is terminal.
    pub states: Vec<State>,
    /// The role that had the move in each state but the last, and its move.
    pub moves: Vec<(Role, Move)>,
    /// The goals of both roles.
    pub goals: [u8; 2],
}

impl RandomGame {
    /// Returns the role with the greater goal. `None` if both are equal.
    pub fn winner(&self) -> Option<Role> {
        match self.goals[0].cmp(&self.goals[1]) {
            std::cmp::Ordering::Greater => Some(Role(0)),
            std::cmp::Ordering::Less => Some(Role(1)),
            std::cmp::Ordering::Equal => None,
        }
    }

    /// Returns the goal of a role.
    pub fn goal(&self, role: Role) -> u8 {
        self.goals[role.0 as usize]
    }

    /// Returns the index of the last state before `end` in which a role had the move.
    pub fn last_turn_of(&self, role: Role, end: usize) -> Option<usize> {
        self.moves[..end].iter().rposition(|(mover, _)| *mover == role)
    }
}

/// Ways in which a random game ends.
pub enum GameEnd {
    /// The game reached its end.
    Over(RandomGame),
    /// The game was too long, or a role had no legal move.
    Abandoned,
    /// Both roles had a choice in the same state.
    Simultaneous,
}

/// Plays random games of two roles, and finds out who has the move where neither has a choice.
#[derive(Clone, Default)]
pub struct GameGenerator {
    /// Moves that roles had to make while the other one had a choice.
    waiting: HashSet<(Role, Move)>,
    legal: [Vec<Move>; 2],
}

impl GameGenerator {
    /// Plays a random game of at most `length` moves.
    pub fn play(
        &mut self,
        machine: &mut dyn Machine,
        random: &mut Random,
        length: usize,
        go_on: KeepGoing,
    ) -> Result<GameEnd, TrainError> {
        let mut states = vec![machine.initial_state()?];
        let mut moves: Vec<(Role, Move)> = Vec::new();
        loop {
            if !go_on() {
                return Err(TrainError::Stopped);
            }
            let state = &states[moves.len()];
            if machine.terminal(state)? {
                let goals =
                    [machine.goal(state, Role(0))?.value(), machine.goal(state, Role(1))?.value()];
                return Ok(GameEnd::Over(RandomGame { states, moves, goals }));
            }
            for (role, legal) in (0..).map(Role).zip(&mut self.legal) {
                machine.legal(state, role, legal)?;
                if legal.is_empty() {
                    return Ok(GameEnd::Abandoned);
                }
            }
            if moves.len() == length {
                return Ok(GameEnd::Abandoned);
            }
            let Some(mover) = self.mover(moves.last().map(|last| last.0)) else {
                return Ok(GameEnd::Simultaneous);
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

    /// Returns the role that has the move, according to the legal moves. `None` if both have a choice. If neither has
    /// one, it is the role that does not only wait, or else the one that did not make the last move.
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
