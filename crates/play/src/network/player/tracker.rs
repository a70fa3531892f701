//! Follows a match from the referee's messages: the state and its legal moves. It does not use the player, so that a
//! legal move is known even if the player fails.
//!
//! It does not run a match loop: the referee decides when the match goes on.

use super::Log;
use crate::network::message::shortened;
use game::{Machine, MachineExt, Move, Random, Role, State, StopReason};
use rand::RngExt;

/// The state of a match, according to the referee's messages.
pub struct MatchTracker {
    machine: Box<dyn Machine>,
    state: State,
    role: Role,
    random: Random,
    log: Log,
    /// Number of joint moves made so far.
    step: usize,
}

impl MatchTracker {
    /// Returns the tracker of a match that begins.
    pub fn new(
        mut machine: Box<dyn Machine>,
        role: Role,
        seed: u64,
        log: Log,
    ) -> Result<MatchTracker, StopReason> {
        let state = machine.initial_state()?;
        Ok(MatchTracker { machine, state, role, random: game::random(seed), log, step: 0 })
    }

    /// Makes a joint move and returns it. A move that cannot be read is replaced by a legal one, so that the match goes
    /// on.
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

    /// Returns a legal move in place of one that cannot be read.
    fn instead_of(&mut self, text: &str, role: Role) -> Result<Option<Move>, StopReason> {
        let name = &self.machine.roles()[role.0 as usize];
        let text = shortened(text, 80);
        let what =
            format!("`{text}` is not a move of this game; another move is assumed for {name}");
        (self.log)(&what);
        let mut legal = Vec::new();
        self.machine.legal(&self.state, role, &mut legal)?;
        Ok(self.any(&legal))
    }

    /// Returns the legal moves of the player's role; none if the game is over.
    pub fn legal(&mut self) -> Result<Vec<Move>, StopReason> {
        let mut legal = Vec::new();
        self.machine.legal(&self.state, self.role, &mut legal)?;
        Ok(legal)
    }

    /// Returns one of these moves at random.
    pub fn any(&mut self, legal: &[Move]) -> Option<Move> {
        (!legal.is_empty()).then(|| legal[self.random.random_range(0..legal.len())])
    }

    /// Returns a move as text.
    pub fn text(&self, action: Move) -> String {
        self.machine.move_text(action)
    }

    /// Returns a sentence about the end of the match.
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
