//! Plays the matches of a tournament that have no result yet.

use super::{ScheduledMatch, Tournament, TournamentRecord};
use crate::PlayerName;
use crate::matches::{Conditions, Match, MatchError, derived, run_jobs};
use engine::{OpenGame, Unplayable};
use std::sync::Arc;

/// The reason why a match of a tournament was not played.
#[derive(Debug, thiserror::Error)]
#[error("{game}: {error}")]
pub struct ScheduledMatchError {
    /// The name of the game.
    pub game: String,
    /// The error of the match.
    pub error: MatchError,
}

/// Plays the matches of a schedule on a number of threads while `go_on` returns `true`, and passes each record to
/// `done`, which may fail. `games` are all games of the tournament, in its order.
pub fn play<E: From<ScheduledMatchError> + Send>(
    tournament: &Tournament,
    games: &[Arc<OpenGame>],
    schedule: &[ScheduledMatch],
    threads: usize,
    go_on: &(dyn Fn() -> bool + Sync),
    done: &mut dyn FnMut(TournamentRecord) -> Result<(), E>,
) -> Result<(), E> {
    let work = |job: usize, wanted: &(dyn Fn() -> bool + Sync)| {
        let scheduled = &schedule[job];
        match one(tournament, &games[scheduled.game], scheduled, &|| go_on() && wanted()) {
            Ok(record) => Ok(Some(record)),
            Err(MatchError::Interrupted) => Ok(None),
            Err(error) => {
                let game = tournament.games[scheduled.game].clone();
                Err(E::from(ScheduledMatchError { game, error }))
            }
        }
    };
    run_jobs(schedule.len(), threads, &work, &mut |_, record| record.map_or(Ok(()), &mut *done))
}

fn one(
    tournament: &Tournament,
    game: &Arc<OpenGame>,
    scheduled: &ScheduledMatch,
    go_on: &(dyn Fn() -> bool + Sync),
) -> Result<TournamentRecord, MatchError> {
    if !go_on() {
        return Err(MatchError::Interrupted);
    }
    let players: Vec<&PlayerName> =
        scheduled.players.iter().map(|&player| &tournament.players[player]).collect();
    let seed = derived(tournament.seed, &identity(tournament, scheduled, &players));
    let Conditions { ponder, max_length, .. } = tournament.conditions;
    let participants = tournament.conditions.participants(players.iter().copied());
    let game = game.for_match().map_err(Unplayable::from)?;
    let setup = Match { game: &*game, participants: &participants, seed, ponder, max_length };
    Ok(tournament.record(scheduled, setup.play(go_on)?))
}

/// Returns the text from which the seed of a match is derived. It names the match and not its place in the tournament,
/// so that the matches stay the same when games and players are added.
fn identity(
    tournament: &Tournament,
    scheduled: &ScheduledMatch,
    players: &[&PlayerName],
) -> String {
    let names: Vec<String> = players.iter().map(|player| player.to_string()).collect();
    format!("{} {} {}", tournament.games[scheduled.game], names.join(" "), scheduled.number)
}
