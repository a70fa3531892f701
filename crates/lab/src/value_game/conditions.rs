//! The conditions under which values are learnt, as files and command lines name them: the opponent, and the state in
//! which matches begin.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The opponent of a learner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Opponent {
    /// A player that moves at random.
    Random,
    /// A player that sees the ends of the game that are this number of choices away.
    LookAhead(u32),
    /// A player that learned from this number of matches in which both sides learn.
    Trained(u64),
}

impl fmt::Display for Opponent {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Opponent::Random => f.write_str("a player that moves at random"),
            Opponent::LookAhead(1) => {
                f.write_str("a player that wins if one move suffices and otherwise moves at random")
            }
            Opponent::LookAhead(depth) => {
                write!(f, "a player that sees ends of the game {depth} moves ahead")
            }
            Opponent::Trained(matches) => {
                write!(f, "a player that learned from {matches} matches in which both sides learn")
            }
        }
    }
}

/// The state in which matches begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StartState {
    /// The initial state of the rules.
    Initial,
    /// A random state of a random game in which the game is not over.
    Random,
    /// The initial state with the contents of the boards in random places.
    Shuffled,
}
