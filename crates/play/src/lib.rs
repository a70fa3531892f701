//! Matches: who plays what against whom, in this process and over the network, and what it says about the players.
//!
//! How a move is chosen is not decided here (`search` does), nor how rules are evaluated: what a player needs comes from
//! [`Seats`], which the program makes.

mod attempt;
pub mod contest;
mod name;
mod preparation;
pub mod statistics;
mod table;
pub mod tournament;

pub mod network;
pub mod record;

pub use attempt::{Failure, attempt, dismiss, guarded};
pub use name::PlayerName;
pub use preparation::allow as allow_preparation;
pub use table::{GameReader, SeatError, Seats};
