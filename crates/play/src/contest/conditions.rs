//! Under which conditions matches are played.

use super::Entrant;
use crate::PlayerName;
use std::fmt;
use std::time::Duration;

/// How much a player may think.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// So many simulations for every move. With the same seed the match is the same.
    Simulations(u64),
    /// So long.
    Clocks {
        /// Before the first move.
        start: Duration,
        /// For every move.
        play: Duration,
    },
}

/// Under which conditions matches are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conditions {
    /// How much a player may think.
    pub budget: Budget,
    /// Whether players think, as much as ever, when they have only one legal move.
    pub ponder: bool,
    /// A match is left after so many joint moves.
    pub max_length: usize,
}

impl Conditions {
    /// Players that may all think as much.
    pub fn entrants<'a>(
        &self,
        players: impl IntoIterator<Item = &'a PlayerName>,
    ) -> Vec<Entrant<'a>> {
        let budget = self.budget;
        players.into_iter().map(|player| Entrant { player, budget }).collect()
    }
}

impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Budget::Simulations(1) => f.write_str("1 simulation per move"),
            Budget::Simulations(count) => write!(f, "{count} simulations per move"),
            Budget::Clocks { start, play } if start == play => {
                write!(f, "{} s per move and before the first", play.as_secs_f64())
            }
            Budget::Clocks { start, play } => {
                let [start, play] = [start, play].map(Duration::as_secs_f64);
                write!(f, "{play} s per move, {start} s before the first")
            }
        }
    }
}

impl fmt::Display for Conditions {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let always = if self.ponder { ", thinking also without a choice" } else { "" };
        write!(f, "{}{always}, at most {} moves", self.budget, self.max_length)
    }
}
