//! The state of a match, as a player without a tree follows it.

use game::{Machine, MachineExt, Move, Role, State, StopReason};

/// The present state of a match, with a machine and the role of the player.
pub(crate) struct MatchState {
    pub machine: Box<dyn Machine>,
    pub role: Role,
    pub state: State,
}

impl MatchState {
    /// Creates the state at the beginning of a match.
    pub fn new(mut machine: Box<dyn Machine>, role: Role) -> Result<MatchState, StopReason> {
        let state = machine.initial_state()?;
        Ok(MatchState { machine, role, state })
    }

    /// Returns the player's legal moves.
    pub fn legal(&mut self) -> Result<Vec<Move>, StopReason> {
        let mut legal = Vec::new();
        self.machine.legal(&self.state, self.role, &mut legal)?;
        Ok(legal)
    }

    /// Goes on to the state after a joint move.
    pub fn advance(&mut self, joint: &[Move]) -> Result<(), StopReason> {
        let mut next = State::default();
        self.machine.next(&self.state, joint, &mut next)?;
        self.state = next;
        Ok(())
    }
}
