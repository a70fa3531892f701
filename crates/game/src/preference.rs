//! Moves that are to be made wherever some facts are true.

use crate::{Fact, Move, Role};

/// A role's move that is preferred to others in some states.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Preference {
    /// How urgent it is: the most urgent have rank 0. If moves of several ranks can be made, those of the lowest are.
    pub rank: u32,
    /// Who makes it.
    pub role: Role,
    /// The move.
    pub action: Move,
    /// What has to be true.
    pub facts: Vec<Fact>,
}
