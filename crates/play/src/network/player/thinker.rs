//! The player of a match, kept from doing harm: its errors are told, and if it panics it is not asked again.

use super::Log;
use crate::attempt::{Failure, attempt, dismiss};
use game::{Move, StopReason};
use search::{Limit, Player};

/// Thinks about a match as long as it can.
pub struct Thinker {
    /// Nothing once it has failed in a way that leaves it useless.
    player: Option<Box<dyn Player>>,
    log: Log,
}

impl Thinker {
    /// With this player.
    pub fn new(player: Box<dyn Player>, log: Log) -> Thinker {
        Thinker { player: Some(player), log }
    }

    /// Thinks about the present state.
    pub fn think(&mut self, limit: &Limit) {
        self.ask("think", |player| player.think(limit));
    }

    /// Follows the match; a player that cannot is of no more use.
    pub fn advance(&mut self, joint: &[Move]) {
        if self.ask("follow the match", |player| player.advance(joint)).is_none() {
            self.player = None;
        }
    }

    /// The player's choice, if it is one of these.
    pub fn choose(&mut self, legal: &[Move]) -> Option<Move> {
        let chosen = self.ask("choose", |player| player.choose())?;
        if !legal.contains(&chosen) {
            (self.log)("the player chose a move that is not legal");
        }
        Some(chosen).filter(|chosen| legal.contains(chosen))
    }

    /// How many simulations the player has made since the last move.
    pub fn simulations(&self) -> u64 {
        self.player.as_ref().map_or(0, |player| player.report().simulations)
    }

    fn ask<T>(
        &mut self,
        what: &str,
        question: impl FnOnce(&mut dyn Player) -> Result<T, StopReason>,
    ) -> Option<T> {
        let player = self.player.as_mut()?;
        match attempt(&mut **player, question) {
            Ok(answer) => Some(answer),
            Err(Failure::Stop(reason)) => {
                (self.log)(&format!("the player could not {what}: {reason}"));
                None
            }
            Err(Failure::Panic(_)) => {
                dismiss(self.player.take());
                let what =
                    format!("the player failed to {what}; moves are made at random from now on");
                (self.log)(&what);
                None
            }
        }
    }
}
