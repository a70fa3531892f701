//! The conditions of matches: the limit on thinking and the largest length.

use super::Participant;
use crate::PlayerName;
use std::fmt;
use std::time::Duration;

/// The limit on a player's thinking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// A number of simulations for every move. With the same seed the match is the same.
    Simulations(u64),
    /// Time, measured by the clock of the computer. The same seed need not give the same match.
    Clocks {
        /// Time before the first move.
        start: Duration,
        /// Time for every move.
        play: Duration,
    },
}

/// The conditions that all matches of a series share: budget, pondering and largest length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conditions {
    /// The limit on each player's thinking.
    pub budget: Budget,
    /// Whether players use their whole budget even when they have only one legal move.
    pub ponder: bool,
    /// Largest number of joint moves.
    pub max_length: usize,
}

impl Conditions {
    /// Returns participants that all have the same budget.
    pub fn participants<'a>(
        &self,
        players: impl IntoIterator<Item = &'a PlayerName>,
    ) -> Vec<Participant<'a>> {
        let budget = self.budget;
        players.into_iter().map(|player| Participant { player, budget }).collect()
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
