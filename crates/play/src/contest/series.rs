//! Many matches between the same players.

use super::{Conditions, Match, MatchError, Played, Roles, Venue, derived, share};
use crate::PlayerName;

/// Matches between the same players.
pub struct Series<'a> {
    /// The game.
    pub venue: &'a dyn Venue,
    /// As many as there are roles that need one.
    pub players: &'a [PlayerName],
    /// How many matches.
    pub matches: usize,
    /// Whether the players change roles from match to match, through all rotations.
    pub swap: bool,
    /// The seed of all random choices.
    pub seed: u64,
    /// How many matches are played at once.
    pub threads: usize,
    /// How long to think, and how long to play.
    pub conditions: Conditions,
}

/// A match of a series that was played.
#[derive(Clone, Debug, PartialEq)]
pub struct Finished {
    /// Which one, from 0.
    pub number: usize,
    /// Who played each of the roles that need a player, by number.
    pub players: Vec<usize>,
    /// What came of it.
    pub played: Played,
}

impl Series<'_> {
    /// Plays, as long as `go_on` says so, and calls `done` after each match with their number. The matches that were finished come in
    /// order.
    pub fn play(
        &self,
        go_on: &(dyn Fn() -> bool + Sync),
        done: &mut dyn FnMut(usize),
    ) -> Result<Vec<Finished>, MatchError> {
        Roles::of(&*self.venue.seats()?.machine()?).check(self.players.len())?;
        let mut finished = Vec::new();
        let result = share(
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
        finished.sort_unstable_by_key(|one: &Finished| one.number);
        Ok(finished)
    }

    fn one(
        &self,
        number: usize,
        go_on: &(dyn Fn() -> bool + Sync),
    ) -> Result<Finished, MatchError> {
        let count = self.players.len();
        let turn = if self.swap { number } else { 0 };
        let players: Vec<usize> = (0..count).map(|seat| (seat + turn) % count).collect();
        let Conditions { ponder, max_length, .. } = self.conditions;
        let entrants =
            self.conditions.entrants(players.iter().map(|&player| &self.players[player]));
        let seed = derived(self.seed, &format!("match {number}"));
        let seats = self.venue.seats()?;
        let wish = Match { seats: &*seats, entrants: &entrants, seed, ponder, max_length };
        Ok(Finished { number, players, played: wish.play(go_on)? })
    }
}
