//! Series of matches between the same players.

use super::{Conditions, Match, MatchError, PlayedMatch, Roles, derived, run_jobs};
use crate::PlayerName;
use engine::{OpenGame, Unplayable};
use std::sync::Arc;

/// A series of matches: the game, the players and the conditions.
pub struct Series<'a> {
    /// The game of all matches, compiled once.
    pub game: &'a Arc<OpenGame>,
    /// The players: one for each role that needs a player.
    pub players: &'a [PlayerName],
    /// Number of matches to play.
    pub matches: usize,
    /// Whether the players change roles from match to match, through all rotations.
    pub swap: bool,
    /// The seed of all random choices.
    pub seed: u64,
    /// Number of matches that are played at the same time.
    pub threads: usize,
    /// The conditions of all matches.
    pub conditions: Conditions,
}

/// A match of a series that was played.
#[derive(Clone, Debug, PartialEq)]
pub struct SeriesMatch {
    /// Number of the match, from 0.
    pub number: usize,
    /// Numbers of the players, in the order of the roles that need one.
    pub players: Vec<usize>,
    /// The moves and the result.
    pub played: PlayedMatch,
}

impl Series<'_> {
    /// Plays the matches until all are played or `go_on` returns `false`, and calls `done` after each one with the
    /// number of finished matches. Returns the finished matches in the order of their numbers.
    pub fn play(
        &self,
        go_on: &(dyn Fn() -> bool + Sync),
        done: &mut dyn FnMut(usize),
    ) -> Result<Vec<SeriesMatch>, MatchError> {
        Roles::of(&*self.game.fork()).check(self.players.len())?;
        let mut finished = Vec::new();
        let result = run_jobs(
            self.matches,
            self.threads,
            &|number, wanted| self.one(number, &|| go_on() && wanted()),
            &mut |_, one| {
                finished.push(one);
                done(finished.len());
                Ok(())
            },
        );
        match result {
            Ok(()) | Err(MatchError::Interrupted) => {}
            Err(error) => return Err(error),
        }
        finished.sort_unstable_by_key(|one: &SeriesMatch| one.number);
        Ok(finished)
    }

    fn one(
        &self,
        number: usize,
        go_on: &(dyn Fn() -> bool + Sync),
    ) -> Result<SeriesMatch, MatchError> {
        let count = self.players.len();
        let turn = if self.swap { number } else { 0 };
        let players: Vec<usize> = (0..count).map(|seat| (seat + turn) % count).collect();
        let Conditions { ponder, max_length, .. } = self.conditions;
        let participants =
            self.conditions.participants(players.iter().map(|&player| &self.players[player]));
        let seed = derived(self.seed, &format!("match {number}"));
        let game = self.game.for_match().map_err(Unplayable::from)?;
        let setup = Match { game: &*game, participants: &participants, seed, ponder, max_length };
        Ok(SeriesMatch { number, players, played: setup.play(go_on)? })
    }
}
