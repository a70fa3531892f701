//! A player that cannot do harm: whatever it does, the match goes on.

use crate::attempt::{Failure, attempt, dismiss, guarded};
use game::{Move, Random, Role, StopReason};
use rand::RngExt;
use search::{Limit, Player};
use serde::{Deserialize, Serialize};
use std::time::{Duration, Instant};

/// How a player behaved in a match.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Conduct {
    /// Its role, by number.
    pub role: u32,
    /// How many simulations it made for all its moves, without those of the start clock.
    pub simulations: u64,
    /// How many games it played out for them.
    #[serde(default)]
    pub playouts: u64,
    /// How long it thought about all its moves, without the start clock.
    pub seconds: f64,
    /// How long it thought about a single move at most, without the start clock.
    pub longest: f64,
    /// How long a simulation took, as the mean over its moves: each counts alike, however many simulations were made for it.
    #[serde(default)]
    pub pace: f64,
    /// How often it failed: a random move was made in its place, or it could not follow the match.
    pub errors: u64,
    /// What it did wrong first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_error: Option<String>,
}

/// A player and how it behaves.
pub(super) struct Guarded {
    /// Nothing, once it has panicked or lost track of the match.
    player: Option<Box<dyn Player>>,
    /// How it behaved.
    pub conduct: Conduct,
    /// How long it took to sit down: what is learnt then is part of the start clock.
    pub seated: Duration,
    /// Simulations and playouts before the first move.
    prepared: (u64, u64),
    /// How long it thought about the last move.
    last: f64,
    /// About how many moves it thought by simulations.
    moves: u64,
}

impl Guarded {
    /// Lets a player sit down. One that panics already has an empty chair.
    pub fn sit<E>(
        role: Role,
        make: impl FnOnce() -> Result<Box<dyn Player>, E>,
    ) -> Result<Guarded, E> {
        let conduct = Conduct { role: role.0, ..Conduct::default() };
        let begun = Instant::now();
        let made = guarded(make);
        let seated = begun.elapsed();
        match made {
            Ok(player) => Ok(Guarded::new(Some(player?), conduct, seated)),
            Err(failure) => {
                let mut empty = Guarded::new(None, conduct, seated);
                empty.note(format!("sitting down {failure}"));
                Ok(empty)
            }
        }
    }

    fn new(player: Option<Box<dyn Player>>, conduct: Conduct, seated: Duration) -> Guarded {
        Guarded { player, conduct, seated, prepared: (0, 0), last: 0.0, moves: 0 }
    }

    /// Thinks before the first move.
    pub fn prepare(&mut self, limit: &Limit) {
        let done = self.attempt("thinking", |player| {
            player.think(limit)?;
            let report = player.report();
            Ok((report.simulations, report.playouts))
        });
        self.prepared = done.unwrap_or((0, 0));
    }

    /// Thinks and names a move; any legal one if that fails.
    pub fn decide(&mut self, legal: &[Move], limit: &Limit, random: &mut Random) -> Move {
        let now = Instant::now();
        let is_there = self.player.is_some();
        let chosen = self.attempt("thinking", |player| {
            player.think(limit)?;
            player.choose()
        });
        let seconds = now.elapsed().as_secs_f64();
        self.last = seconds;
        self.conduct.seconds += seconds;
        self.conduct.longest = self.conduct.longest.max(seconds);
        match chosen {
            Some(action) if legal.contains(&action) => return action,
            Some(_) => self.note("it answered a move that is not legal".to_owned()),
            None if !is_there => self.conduct.errors += 1,
            None => {}
        }
        any(legal, random)
    }

    /// The match goes on.
    pub fn advance(&mut self, joint: &[Move]) {
        let advanced = self.attempt("following the match", |player| {
            let report = player.report();
            player.advance(joint)?;
            Ok((report.simulations, report.playouts))
        });
        match advanced {
            Some((simulations, playouts)) => {
                let before = std::mem::take(&mut self.prepared);
                let simulations = simulations.saturating_sub(before.0);
                let seconds = std::mem::take(&mut self.last);
                if simulations > 0 && seconds > 0.0 {
                    self.moves += 1;
                    let pace = seconds / simulations as f64;
                    self.conduct.pace += (pace - self.conduct.pace) / self.moves as f64;
                }
                self.conduct.simulations += simulations;
                self.conduct.playouts += playouts.saturating_sub(before.1);
            }
            None => self.player = None,
        }
    }

    /// Lets the player do something. What it leaves behind when it panics is not to be trusted, so it goes.
    fn attempt<T>(
        &mut self,
        doing: &str,
        act: impl FnOnce(&mut dyn Player) -> Result<T, StopReason>,
    ) -> Option<T> {
        let player = self.player.as_mut()?;
        match attempt(&mut **player, act) {
            Ok(value) => Some(value),
            Err(failure) => {
                self.note(format!("{doing} {failure}"));
                if let Failure::Panic(_) = failure {
                    dismiss(self.player.take());
                }
                None
            }
        }
    }

    fn note(&mut self, what: String) {
        self.conduct.errors += 1;
        self.conduct.first_error.get_or_insert(what);
    }
}

/// Any of these moves.
pub(super) fn any(legal: &[Move], random: &mut Random) -> Move {
    legal[random.random_range(0..legal.len())]
}
