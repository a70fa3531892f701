//! Everything that a player is given before a match.

use crate::PriorKnowledge;
use analyze::Analyst;
use game::playouts::Playouts;
use game::{Machine, Role};
use std::sync::Arc;

/// The game, a role, and everything else that a player is made from.
pub struct Seat {
    /// Machine of the player's own: machines remember the last question.
    pub machine: Box<dyn Machine>,
    /// Plays many games at once, if the game allows it.
    pub playouts: Option<Box<dyn Playouts>>,
    /// Role that the player has.
    pub role: Role,
    /// Seed of all random choices.
    pub seed: u64,
    /// Largest number of threads that the player may use.
    pub threads: usize,
    /// The rules and their analysis. Some players cannot be made without it.
    pub analyst: Option<Arc<Analyst>>,
    /// Time for sampling random games before the match; without it, a fixed number of states is sampled.
    pub keep_sampling: Option<KeepSampling>,
    /// Time for learning before the match; without it, a player learns as much as its settings ask for.
    pub learning_time: Option<ElapsedShare>,
    /// Time for learning features of the ends of games, which begins when this is first called; without it, a player
    /// learns as much as its settings ask for.
    pub feature_time: Option<KeepSampling>,
    /// Knowledge about the game from before the match.
    pub knowledge: PriorKnowledge,
    /// Reads a text that a setting names.
    pub read_text: fn(&str) -> Result<String, String>,
}

impl Seat {
    /// Creates a seat with nothing but a machine, for one thread.
    pub fn bare(machine: Box<dyn Machine>, role: Role, seed: u64) -> Seat {
        Seat {
            machine,
            playouts: None,
            role,
            seed,
            threads: 1,
            analyst: None,
            keep_sampling: None,
            learning_time: None,
            feature_time: None,
            knowledge: PriorKnowledge::default(),
            read_text: no_text,
        }
    }
}

/// Returns whether there is time to go on.
pub type KeepSampling = Arc<dyn Fn() -> bool + Send + Sync>;

/// Returns the share of a period that has elapsed: 0 at its beginning, 1 at its end and more afterwards.
pub type ElapsedShare = Arc<dyn Fn() -> f64 + Send + Sync>;

fn no_text(_: &str) -> Result<String, String> {
    Err("files cannot be read here".to_owned())
}
