//! States in which one role chooses: which role, and what follows its moves.
//!
//! Does not choose moves.

use game::{Machine, MachineExt, Move, Role, State, StopReason};

/// The choice in a state of a game in which one role chooses at a time.
#[derive(Default)]
pub struct Turn {
    /// The role that has more than one legal move; the first of them if there are several. `None` if no role has a
    /// choice.
    pub role: Option<Role>,
    /// The legal moves of that role.
    pub legal: Vec<Move>,
    /// One move for each role; the entry of the role that has the choice is replaced by each move that is tried.
    joint: Vec<Move>,
    scratch: Vec<Move>,
}

impl Turn {
    /// Reads the choice in a state in which the game is not over. Returns whether every role has a legal move.
    pub fn read(&mut self, machine: &mut dyn Machine, state: &State) -> Result<bool, StopReason> {
        self.role = None;
        self.joint.clear();
        for role in machine.role_ids() {
            machine.legal(state, role, &mut self.scratch)?;
            let Some(&first) = self.scratch.first() else { return Ok(false) };
            self.joint.push(first);
            if self.role.is_none() && self.scratch.len() > 1 {
                self.role = Some(role);
                std::mem::swap(&mut self.legal, &mut self.scratch);
            }
        }
        Ok(true)
    }

    /// Takes the choice from the legal moves of all roles, of which each has at least one.
    pub fn set(&mut self, legal: &[Vec<Move>]) {
        self.role = None;
        self.joint.clear();
        for (role, legal) in (0..).map(Role).zip(legal) {
            self.joint.push(legal[0]);
            if self.role.is_none() && legal.len() > 1 {
                self.role = Some(role);
                self.legal.clone_from(legal);
            }
        }
    }

    /// Returns one move for each role, with the last move given to [`Turn::apply`] for the role that has the choice.
    pub fn joint(&self) -> &[Move] {
        &self.joint
    }

    /// Writes the state that follows a move of the role that has the choice to `out`. `action` is `None` if no role has
    /// a choice.
    pub fn apply(
        &mut self,
        machine: &mut dyn Machine,
        state: &State,
        action: Option<Move>,
        out: &mut State,
    ) -> Result<(), StopReason> {
        if let (Some(role), Some(action)) = (self.role, action) {
            self.joint[role.0 as usize] = action;
        }
        machine.next(state, &self.joint, out)
    }
}
