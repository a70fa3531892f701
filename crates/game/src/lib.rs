//! The contract between machines that know the rules of a game and programs that play it.
//!
//! A [`Machine`] answers five questions about a game: which state it begins in, which moves are
//! legal, which state follows, whether the game is over, and what each role gets. It speaks in ids;
//! text appears only when somebody asks for the name of an id. Search, learning and play know this
//! trait and never an implementation.
//!
//! The crate also holds what can be done with any machine: random [`playout`]s, [`perft`] counts, [`line`](mod@line)s of
//! play as text, and the [`contract`] that every machine must satisfy on random play.
//!
//! GDL does not appear here, nor do files, clocks or ambient randomness: seeds and limits are
//! arguments.

mod best;
mod goal;
mod machine;
mod preference;
mod state;

pub mod contract;
pub mod line;
pub mod perft;
pub mod playout;

pub use best::Best;
pub use goal::GoalSet;
pub use machine::{Fact, Machine, Move, Role, StopReason};
pub use preference::Preference;
pub use state::State;

/// The random numbers used throughout: seedable, fast, and the same on every platform.
pub type Random = rand_xoshiro::Xoshiro256PlusPlus;

/// Random numbers from a seed.
pub fn random(seed: u64) -> Random {
    rand::SeedableRng::seed_from_u64(seed)
}
