//! The trait of all players, and the reasons why a player cannot think.
//!
//! Contains no player.

use crate::{DisplayedFeature, Limit, NodeStatistics, Report};
use game::playouts::PlayoutError;
use game::{Move, StopReason};

/// Reason why a player could not think.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ThinkError {
    /// The machine did not answer a question.
    #[error(transparent)]
    Machine(#[from] StopReason),
    /// Random games, on which the search is based, cannot be played.
    #[error("random games cannot be played: {0}")]
    Playouts(#[from] PlayoutError),
}

/// A player of one role in one match.
///
/// Errors are those of the machine or of the playouts: they gave up, and the player is still in the same state of the
/// match.
pub trait Player: Send {
    /// Thinks about the present state until the limit is reached. Results of earlier calls are kept, so that thinking
    /// can be cut into pieces, and can begin while other roles think.
    fn think(&mut self, limit: &Limit) -> Result<(), ThinkError>;

    /// Returns a legal move in the present state: the best as far as the player has thought.
    fn choose(&mut self) -> Result<Move, StopReason>;

    /// Goes on to the state after a joint move, which has one move for each role, in the order of the roles.
    fn advance(&mut self, joint: &[Move]) -> Result<(), StopReason>;

    /// Returns the player's opinion of the present state.
    fn report(&self) -> Report;

    /// Returns the statistics of the node of the player's tree that a line of joint moves from the present state leads
    /// to; `None` if it has no tree or the line leaves it.
    fn explore(&self, _line: &[Vec<Move>]) -> Option<NodeStatistics> {
        None
    }

    /// Returns the features that are active in the present state, for people: at most [`MAX_ACTIVE_FEATURES`], the most
    /// important first. Features that are learnt when the player first thinks are missing before; if the machine gives
    /// up, the list is empty.
    ///
    /// [`MAX_ACTIVE_FEATURES`]: crate::MAX_ACTIVE_FEATURES
    fn active_features(&mut self) -> Vec<DisplayedFeature> {
        Vec::new()
    }
}
