//! The reasons why features are not learnt to the end.
//!
//! Contains no learning.

use game::StopReason;

/// Reason why features cannot be learnt, or not from this game.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum TrainError {
    /// The number of roles is not two.
    #[error("the game has {0} role(s), and features are learnt in games of two")]
    Roles(usize),
    /// The roles do not take turns.
    #[error(
        "both roles have a choice at the same time, and features are learnt in games in which they take turns"
    )]
    Simultaneous,
    /// The machine did not answer a question.
    #[error(transparent)]
    Stop(#[from] StopReason),
    /// The caller's function `go_on` ended the work.
    #[error("learning was stopped")]
    Stopped,
}
