//! The traits by which matches and servers use open games.

use analyze::Analyst;
use game::{Machine, Role};
use gdl::Rules;
use search::Seat;
use std::sync::Arc;

/// The reason why a game cannot be played.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{0}")]
pub struct Unplayable(pub String);

/// A game that can be played: it makes what its players need. Seats are independent of each other, but all machines
/// give facts and moves the same ids: they are forks of one.
pub trait Playable: Send + Sync {
    /// Returns what a player of a role needs. The seed is that of the player's random choices.
    fn seat(&self, role: Role, seed: u64) -> Result<Seat, Unplayable>;

    /// Returns a machine that no player uses.
    fn machine(&self) -> Result<Box<dyn Machine>, Unplayable>;

    /// Returns the rules of the game, with what is derived from them once. The seats have the same analyst.
    fn analyst(&self) -> &Arc<Analyst>;
}

/// Opens games whose rules come from elsewhere.
pub trait GameOpener: Send + Sync {
    /// Opens the game with these rules.
    fn open(&self, rules: Rules) -> Result<Arc<dyn Playable>, Unplayable>;
}
