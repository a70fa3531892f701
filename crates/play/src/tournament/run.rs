//! Playing what is left of a tournament.

use super::{Fixture, Record, Tournament};
use crate::PlayerName;
use crate::contest::{Conditions, Match, MatchError, Venue, derived, share};

/// Why a match of a tournament was not played.
#[derive(Debug, thiserror::Error)]
#[error("{game}: {error}")]
pub struct FixtureError {
    /// The game.
    pub game: String,
    /// Why.
    pub error: MatchError,
}

/// Plays matches, as long as `go_on` says so, on so many threads, and hands each to `done`, which may fail. `venues` are those of all
/// games, in order.
pub fn play<E: From<FixtureError> + Send>(
    tournament: &Tournament,
    venues: &[&dyn Venue],
    fixtures: &[Fixture],
    threads: usize,
    go_on: &(dyn Fn() -> bool + Sync),
    done: &mut dyn FnMut(Record) -> Result<(), E>,
) -> Result<(), E> {
    let work = |job: usize, wanted: &(dyn Fn() -> bool + Sync)| {
        let fixture = &fixtures[job];
        match one(tournament, venues[fixture.game], fixture, &|| go_on() && wanted()) {
            Ok(record) => Ok(Some(record)),
            Err(MatchError::Interrupted) => Ok(None),
            Err(error) => {
                let game = tournament.games[fixture.game].clone();
                Err(E::from(FixtureError { game, error }))
            }
        }
    };
    share(fixtures.len(), threads, &work, &mut |_, record| record.map_or(Ok(()), &mut *done))
}

fn one(
    tournament: &Tournament,
    venue: &dyn Venue,
    fixture: &Fixture,
    go_on: &(dyn Fn() -> bool + Sync),
) -> Result<Record, MatchError> {
    if !go_on() {
        return Err(MatchError::Interrupted);
    }
    let players: Vec<&PlayerName> =
        fixture.players.iter().map(|&player| &tournament.players[player]).collect();
    let seed = derived(tournament.seed, &identity(tournament, fixture, &players));
    let Conditions { ponder, max_length, .. } = tournament.conditions;
    let entrants = tournament.conditions.entrants(players.iter().copied());
    let seats = venue.seats()?;
    let wish = Match { seats: &*seats, entrants: &entrants, seed, ponder, max_length };
    Ok(tournament.record(fixture, wish.play(go_on)?))
}

/// The seed of a match comes from what it is and not from its place in the tournament, so that more games and players leave the
/// matches of the others as they were.
fn identity(tournament: &Tournament, fixture: &Fixture, players: &[&PlayerName]) -> String {
    let names: Vec<String> = players.iter().map(|player| player.to_string()).collect();
    format!("{} {} {}", tournament.games[fixture.game], names.join(" "), fixture.number)
}
