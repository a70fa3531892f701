//! What is needed to sit down to a game.

use game::{Machine, Role};
use search::Seat;

/// Why there is no seat.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct SeatError(pub String);

/// Makes what players of a game need. Seats are independent of each other, but all machines give facts and moves the same
/// ids: they are forks of one.
pub trait Seats: Send + Sync {
    /// What a player of this role needs.
    fn seat(&self, role: Role, seed: u64) -> Result<Seat, SeatError>;

    /// A machine for whoever watches over the rules.
    fn machine(&self) -> Result<Box<dyn Machine>, SeatError>;
}

/// Reads rules that come as text.
pub trait GameReader: Send + Sync {
    /// The seats of the game with these rules.
    fn read(&self, rules: &str) -> Result<Box<dyn Seats>, SeatError>;
}
