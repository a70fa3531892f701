//! Preferred moves: rules that replace uniformly random moves in states with certain facts.
//!
//! Nothing here finds or applies preferences.

use crate::{Fact, Move, Role};

/// A move that a role makes instead of all others in states with certain facts.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Preference {
    /// Priority, 0 being the highest. Of several preferred moves that are legal, one with the lowest rank is made.
    pub rank: u32,
    /// The role that makes the move.
    pub role: Role,
    /// The move that is preferred.
    pub action: Move,
    /// The facts that must all be true.
    pub facts: Vec<Fact>,
}
