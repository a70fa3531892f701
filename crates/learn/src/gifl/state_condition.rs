//! Conditions on states: what a move has to bring about.
//!
//! Does not ask a machine (`probe`).

use game::{Fact, Move, Role};

/// A condition on a state.
#[derive(Clone, Debug)]
pub struct StateCondition {
    /// Facts that have to be true, in ascending order.
    pub facts: Vec<Fact>,
    /// A further condition, besides the facts.
    pub outcome: Outcome,
}

/// A condition on a state besides facts.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// Only the facts count.
    Any,
    /// The game is over, with this goal for the role.
    GameOver(Role, u8),
    /// The role can make at least one of these moves.
    CanMove(Role, Vec<Move>),
    /// The role can make this move, and the condition holds after it.
    Achieves(Role, Move, Box<StateCondition>),
}
