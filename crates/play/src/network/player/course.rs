//! The course of a match, as the messages tell it: the state, and which moves are legal in it. The player has no part in
//! this, so that there is a legal move whatever the player does.

use super::Log;
use crate::network::message::shortened;
use game::{Machine, Move, Random, Role, State, StopReason};
use rand::RngExt;

/// Where a match stands.
pub struct Course {
    machine: Box<dyn Machine>,
    state: State,
    role: Role,
    random: Random,
    log: Log,
    /// How many joint moves have been made.
    step: usize,
}

impl Course {
    /// At the beginning of a match.
    pub fn new(
        mut machine: Box<dyn Machine>,
        role: Role,
        seed: u64,
        log: Log,
    ) -> Result<Course, StopReason> {
        let state = machine.initial_state()?;
        Ok(Course { machine, state, role, random: game::random(seed), log, step: 0 })
    }

    /// Everybody has moved; their moves. What cannot be understood is replaced by a legal move, so that the match goes on.
    pub fn advance(&mut self, texts: &[String]) -> Result<Vec<Move>, StopReason> {
        let roles = self.machine.roles().len();
        if texts.len() != roles {
            (self.log)(&format!("{} moves for {roles} roles", texts.len()));
        }
        let mut joint = Vec::with_capacity(roles);
        for role in self.machine.role_ids() {
            let text = texts.get(role.0 as usize).map(String::as_str).unwrap_or_default();
            match self.machine.find_move(text) {
                Some(action) => joint.push(action),
                None => joint.extend(self.instead_of(text, role)?),
            }
        }
        // Where a role has no move, the match cannot go on.
        if joint.len() == roles {
            let mut next = State::default();
            self.machine.next(&self.state, &joint, &mut next)?;
            self.state = next;
            self.step += 1;
        }
        Ok(joint)
    }

    /// A legal move for one that is not known.
    fn instead_of(&mut self, text: &str, role: Role) -> Result<Option<Move>, StopReason> {
        let name = &self.machine.roles()[role.0 as usize];
        let text = shortened(text, 80);
        let what =
            format!("`{text}` is no move of this game; {name} is taken to have made another");
        (self.log)(&what);
        let mut legal = Vec::new();
        self.machine.legal(&self.state, role, &mut legal)?;
        Ok(self.any(&legal))
    }

    /// Our legal moves; none if the game is over.
    pub fn legal(&mut self) -> Result<Vec<Move>, StopReason> {
        let mut legal = Vec::new();
        self.machine.legal(&self.state, self.role, &mut legal)?;
        Ok(legal)
    }

    /// Any of these moves.
    pub fn any(&mut self, legal: &[Move]) -> Option<Move> {
        (!legal.is_empty()).then(|| legal[self.random.random_range(0..legal.len())])
    }

    /// A move as text.
    pub fn text(&self, action: Move) -> String {
        self.machine.move_text(action)
    }

    /// How the match stands, for people.
    pub fn summary(&mut self) -> String {
        let goal = match self.machine.terminal(&self.state) {
            Ok(true) => self.machine.goal(&self.state, self.role).ok(),
            Ok(false) | Err(_) => None,
        };
        match goal {
            Some(goal) => format!("the match is over after {} moves: {}", self.step, goal.value()),
            None => format!("the match ended after {} moves", self.step),
        }
    }
}
