//! The player of a match over the network: its errors are logged, and after a panic it is not called again.

use super::Log;
use crate::player_failure::{PlayerFailure, call_player, drop_player};
use game::Move;
use search::{Limit, Player, ThinkError};

/// A player whose failures are logged.
pub struct LoggedPlayer {
    /// `None` once it has panicked or lost track of the match.
    player: Option<Box<dyn Player>>,
    log: Log,
}

impl LoggedPlayer {
    /// Returns a player whose failures are written to `log`.
    pub fn new(player: Box<dyn Player>, log: Log) -> LoggedPlayer {
        LoggedPlayer { player: Some(player), log }
    }

    /// Thinks about the current state.
    pub fn think(&mut self, limit: &Limit) {
        self.ask("think", |player| player.think(limit));
    }

    /// Follows the match after a joint move. A player that cannot do so is not called again.
    pub fn advance(&mut self, joint: &[Move]) {
        if self.ask("follow the match", |player| Ok(player.advance(joint)?)).is_none() {
            self.player = None;
        }
    }

    /// Returns the player's choice, if it is legal.
    pub fn choose(&mut self, legal: &[Move]) -> Option<Move> {
        let chosen = self.ask("choose", |player| Ok(player.choose()?))?;
        if !legal.contains(&chosen) {
            (self.log)("the player chose a move that is not legal");
        }
        Some(chosen).filter(|chosen| legal.contains(chosen))
    }

    /// Returns the number of simulations since the last move.
    pub fn simulations(&self) -> u64 {
        self.player.as_ref().map_or(0, |player| player.report().simulations)
    }

    fn ask<T>(
        &mut self,
        what: &str,
        question: impl FnOnce(&mut dyn Player) -> Result<T, ThinkError>,
    ) -> Option<T> {
        let player = self.player.as_mut()?;
        match call_player(&mut **player, question) {
            Ok(answer) => Some(answer),
            Err(PlayerFailure::Stop(reason)) => {
                (self.log)(&format!("the player could not {what}: {reason}"));
                None
            }
            Err(PlayerFailure::Panic(_)) => {
                drop_player(self.player.take());
                let what =
                    format!("the player failed to {what}; moves are made at random from now on");
                (self.log)(&what);
                None
            }
        }
    }
}
