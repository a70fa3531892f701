//! Choosing moves.
//!
//! A [`Player`] plays one role of one match: it thinks about the present state for as long as it may, names a move, and is
//! told what everybody did. [`players`] makes players by name, with [`Settings`]; what they share is here, one file for each
//! idea.
//!
//! GDL does not appear here, nor do clocks and files: how long to think is an argument, asked again and again.

mod agon;
mod alphabeta;
pub mod estimates;
mod flat;
mod gifl;
mod kuhl;
mod limit;
mod mcts;
mod memory;
mod player;
pub mod players;
mod playouts;
mod sarsa;
mod settings;
mod simple;
#[cfg(test)]
mod testing;

pub use alphabeta::{Extras, Heuristic, heuristics};
pub use limit::Limit;
pub use mcts::Decision;
pub use memory::{Lessons, Memory, Opinions};
pub use player::{Elapsed, Hint, MOST_HINTS, Outlook, Player, Report, Seat, Valued, Watching};
pub use playouts::{Costs, Playouts, Sums};
pub use settings::{Settings, SettingsError};
