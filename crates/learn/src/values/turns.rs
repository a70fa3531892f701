//! Games in which one role chooses at a time: who does, and what comes of it.

use game::{Machine, Move, Role, State, StopReason};

/// What can be done in a state.
#[derive(Default)]
pub struct Turn {
    /// The role that has a choice; the first if there are several, and none if nobody has one.
    pub role: Option<Role>,
    /// Its moves.
    pub legal: Vec<Move>,
    /// A move of every role; that of the role that has a choice is any of its own.
    joint: Vec<Move>,
    scratch: Vec<Move>,
}

impl Turn {
    /// Looks at a state that is not terminal; whether every role has a move.
    pub fn look(&mut self, machine: &mut dyn Machine, state: &State) -> Result<bool, StopReason> {
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

    /// A move of every role, that of the role that has a choice being the one that was last asked about.
    pub fn joint(&self) -> &[Move] {
        &self.joint
    }

    /// Writes what comes of a move of the role that has a choice into `out`.
    pub fn make(
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
