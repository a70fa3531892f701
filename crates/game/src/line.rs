//! Lines of play as text: a joint move on each line, as [`joint_text`](crate::MachineExt::joint_text) writes it.

use crate::{Machine, MachineExt, Move, State, StopReason};

/// Reason why a line of play could not be replayed. Lines are counted from 1.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// This line, with this text, is not a joint move.
    #[error("line {0}: `{1}` is not a joint move, one for each role between parentheses")]
    NotAJointMove(usize, String),
    /// In this line, this role makes this move, which is not legal in the state that the lines before lead to.
    #[error("line {0}: `{2}` is not a legal move of `{1}`")]
    NotLegal(usize, String, String),
    /// The game is over before this line.
    #[error("line {0}: the game is over before it")]
    Over(usize),
    /// A question about the game was not answered.
    #[error(transparent)]
    Stop(#[from] StopReason),
}

/// Returns the state after a line of play from the initial state. Empty lines are skipped.
pub fn replay(machine: &mut dyn Machine, text: &str) -> Result<State, ReplayError> {
    let mut state = machine.initial_state()?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    for (number, line) in lines.map(|(index, line)| (index + 1, line.trim())) {
        if machine.terminal(&state)? {
            return Err(ReplayError::Over(number));
        }
        let terms = term::read_list(line).filter(|terms| terms.len() == machine.roles().len());
        let terms = terms.ok_or_else(|| ReplayError::NotAJointMove(number, line.to_owned()))?;
        let mut joint: Vec<Move> = Vec::new();
        let mut legal = Vec::new();
        for (role, term) in machine.role_ids().zip(terms) {
            machine.legal(&state, role, &mut legal)?;
            let found = machine.vocabulary().find_move(&term);
            let found = found.filter(|action| legal.contains(action));
            joint.push(found.ok_or_else(|| {
                let role = machine.roles()[role.0 as usize].clone();
                ReplayError::NotLegal(number, role, term.to_string())
            })?);
        }
        let mut next = State::default();
        machine.next(&state, &joint, &mut next)?;
        state = next;
    }
    Ok(state)
}
