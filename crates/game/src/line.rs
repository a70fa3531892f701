//! Lines of play as text: a joint move on each line, as [`joint_text`](crate::Machine) writes it.

use crate::{Machine, Move, State, StopReason};

/// Why a line of play cannot be replayed.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// A line is not a joint move.
    #[error("line {0}: `{1}` is not a joint move, one for each role between parentheses")]
    NotAJointMove(usize, String),
    /// A move is not legal there.
    #[error("line {0}: `{2}` is not a legal move of `{1}`")]
    NotLegal(usize, String, String),
    /// The game is over before the line is.
    #[error("line {0}: the game is over before it")]
    Over(usize),
    /// A question about the game was not answered.
    #[error(transparent)]
    Stop(#[from] StopReason),
}

/// The state after a line of play from the initial state. Empty lines are skipped.
pub fn replay(machine: &mut dyn Machine, text: &str) -> Result<State, ReplayError> {
    let mut state = machine.initial_state()?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    for (number, line) in lines.map(|(index, line)| (index + 1, line.trim())) {
        if machine.terminal(&state)? {
            return Err(ReplayError::Over(number));
        }
        let texts = moves_of(line).filter(|texts| texts.len() == machine.roles().len());
        let texts = texts.ok_or_else(|| ReplayError::NotAJointMove(number, line.to_owned()))?;
        let mut joint: Vec<Move> = Vec::new();
        let mut legal = Vec::new();
        for (role, text) in machine.role_ids().zip(texts) {
            machine.legal(&state, role, &mut legal)?;
            let found = machine.find_move(text).filter(|action| legal.contains(action));
            joint.push(found.ok_or_else(|| {
                let role = machine.roles()[role.0 as usize].clone();
                ReplayError::NotLegal(number, role, text.to_owned())
            })?);
        }
        let mut next = State::default();
        machine.next(&state, &joint, &mut next)?;
        state = next;
    }
    Ok(state)
}

/// The texts of the moves in the text of a joint move.
pub fn moves_of(joint: &str) -> Option<Vec<&str>> {
    let inner = joint.strip_prefix('(')?.strip_suffix(')')?;
    let (mut moves, mut begin, mut depth) = (Vec::new(), None, 0usize);
    for (at, c) in inner.char_indices() {
        if c.is_whitespace() && depth == 0 {
            moves.extend(begin.take().map(|begin| &inner[begin..at]));
            continue;
        }
        // A parenthesis outside of others begins a move.
        if c == '(' && depth == 0 {
            moves.extend(begin.take().map(|begin| &inner[begin..at]));
        }
        begin.get_or_insert(at);
        match c {
            '(' => depth += 1,
            ')' => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    moves.extend(begin.take().map(|begin| &inner[begin..=at]));
                }
            }
            _ => {}
        }
    }
    moves.extend(begin.map(|begin| &inner[begin..]));
    (depth == 0).then_some(moves)
}

#[cfg(test)]
mod tests {
    use super::moves_of;

    #[test]
    fn joint_moves_are_taken_apart() {
        let check = |text: &str, expected: &[&str]| assert_eq!(moves_of(text).unwrap(), expected);
        check("((mark 3 2) noop)", &["(mark 3 2)", "noop"]);
        check("(noop (move (at 1 2) 3) wait)", &["noop", "(move (at 1 2) 3)", "wait"]);
        check("(a(b c)d)", &["a", "(b c)", "d"]);
        check("( a  b )", &["a", "b"]);
        check("()", &[]);
        for text in ["", "a", "(a", "a)", "((a)", "(a))", "())("] {
            assert_eq!(moves_of(text), None, "{text}");
        }
    }
}
