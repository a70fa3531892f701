//! The reasons why the search of a depth ends before it is complete.
//!
//! Contains no decision when to stop (`Stop` in the module above).

use game::StopReason;

/// Reason why a search ends before it is complete.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum SearchEnd {
    /// The caller's function `Stop` said so; the answer so far counts.
    Stopped,
    /// The machine did not answer a question.
    Machine(StopReason),
}

impl From<StopReason> for SearchEnd {
    fn from(reason: StopReason) -> SearchEnd {
        SearchEnd::Machine(reason)
    }
}
