//! A player of a match, with statistics of its work. Its errors and panics are counted and do not end the match.

use crate::player_failure::{PlayerFailure, call_player, catch_panic, drop_player};
use game::{Move, Role};
use search::{Limit, Player, ThinkError};
use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};

/// The work and the errors of a player in a match.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PlayerStats {
    /// Number of the player's role.
    pub role: u32,
    /// Number of simulations for all moves, without those of the start clock.
    pub simulations: u64,
    /// Number of playouts for all moves, without those of the start clock.
    #[serde(default)]
    pub playouts: u64,
    /// Seconds of thinking about all moves, without the start clock.
    pub seconds: f64,
    /// Seconds of the longest thinking about a single move, without the start clock.
    pub longest: f64,
    /// Mean number of seconds for a simulation. Each move has the same weight, no matter how many simulations it had.
    #[serde(default)]
    pub pace: f64,
    /// Number of failures: moves that were replaced by random ones, and joint moves that the player could not follow.
    pub errors: u64,
    /// Description of the first failure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_error: Option<String>,
}

/// A player and its statistics.
pub(super) struct GuardedPlayer {
    /// `None` once the player has panicked or lost track of the match.
    player: Option<Box<dyn Player>>,
    /// The work and the errors so far.
    pub stats: PlayerStats,
    /// Time that it took to make the player. Whatever it learns then is part of the start clock.
    pub construction: Duration,
    /// Simulations and playouts before the first move.
    prepared: (u64, u64),
    /// Seconds of thinking about the last move.
    last: f64,
    /// Number of moves for which simulations were made.
    moves: u64,
}

impl GuardedPlayer {
    /// Makes the player of a role. If that panics, random moves are made in its place.
    pub fn new<E>(
        role: Role,
        make: impl FnOnce() -> Result<Box<dyn Player>, E>,
    ) -> Result<GuardedPlayer, E> {
        let stats = PlayerStats { role: role.0, ..PlayerStats::default() };
        let begun = Instant::now();
        let made = catch_panic(make);
        let construction = begun.elapsed();
        let with = |player| GuardedPlayer {
            player,
            stats,
            construction,
            prepared: (0, 0),
            last: 0.0,
            moves: 0,
        };
        match made {
            Ok(player) => Ok(with(Some(player?))),
            Err(failure) => {
                let mut absent = with(None);
                absent.count_error(format!("making the player {failure}"));
                Ok(absent)
            }
        }
    }

    /// Thinks before the first move.
    pub fn prepare(&mut self, limit: &Limit) {
        let done = self.attempt("thinking", |player| {
            player.think(limit)?;
            let report = player.report();
            Ok((report.simulations, report.playouts))
        });
        self.prepared = self.counted(done).unwrap_or((0, 0));
    }

    /// Thinks and chooses a move. The error describes the failure, which is not counted yet.
    pub fn choose(&mut self, limit: &Limit) -> Result<Move, String> {
        let now = Instant::now();
        let chosen = self.attempt("thinking", |player| {
            player.think(limit)?;
            Ok(player.choose()?)
        });
        let seconds = now.elapsed().as_secs_f64();
        self.last = seconds;
        self.stats.seconds += seconds;
        self.stats.longest = self.stats.longest.max(seconds);
        chosen.unwrap_or_else(|| Err("the player is no longer in the match".to_owned()))
    }

    /// Follows the match after a joint move.
    pub fn advance(&mut self, joint: &[Move]) {
        let advanced = self.attempt("following the match", |player| {
            let report = player.report();
            player.advance(joint)?;
            Ok((report.simulations, report.playouts))
        });
        match self.counted(advanced) {
            Some((simulations, playouts)) => self.add_work(simulations, playouts),
            None => self.player = None,
        }
    }

    /// Adds the work for a move. The report of the first move includes the work before it.
    fn add_work(&mut self, simulations: u64, playouts: u64) {
        let before = std::mem::take(&mut self.prepared);
        let simulations = simulations.saturating_sub(before.0);
        let seconds = std::mem::take(&mut self.last);
        if simulations > 0 && seconds > 0.0 {
            self.moves += 1;
            let pace = seconds / simulations as f64;
            self.stats.pace += (pace - self.stats.pace) / self.moves as f64;
        }
        self.stats.simulations += simulations;
        self.stats.playouts += playouts.saturating_sub(before.1);
    }

    /// Calls the player; returns `None` if it has left the match. A player that panics leaves the match, because its
    /// state cannot be trusted.
    fn attempt<T>(
        &mut self,
        doing: &str,
        act: impl FnOnce(&mut dyn Player) -> Result<T, ThinkError>,
    ) -> Option<Result<T, String>> {
        let player = self.player.as_mut()?;
        let result = call_player(&mut **player, act);
        if let Err(PlayerFailure::Panic(_)) = result {
            drop_player(self.player.take());
        }
        Some(result.map_err(|failure| format!("{doing} {failure}")))
    }

    /// Counts an error, and returns the value if there is one.
    fn counted<T>(&mut self, result: Option<Result<T, String>>) -> Option<T> {
        match result? {
            Ok(value) => Some(value),
            Err(error) => {
                self.count_error(error);
                None
            }
        }
    }

    /// Counts an error and keeps the text of the first one.
    pub fn count_error(&mut self, error: String) {
        self.stats.errors += 1;
        self.stats.first_error.get_or_insert(error);
    }
}
