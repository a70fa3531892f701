//! Matches: who plays what against whom, in this process and over the network, and what it says about the players.
//!
//! How a move is chosen is not decided here (`search` does), nor how rules are evaluated: what a player needs comes from
//! [`Seats`], which the program makes.

pub mod contest;
mod name;
mod preparation;
pub mod statistics;
mod table;
pub mod tournament;

pub mod network;
pub mod record;

pub use name::PlayerName;
pub use table::{GameReader, SeatError, Seats};
