//! Requests about tournaments: their reports, and their matches.

use super::games::found;
use super::{PathParameters, run_blocking};
use crate::reports::{is_name, listed};
use crate::{Arena, RequestError, record};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use play::tournament::{self, Tournament, TournamentRecord, TournamentResults};
use serde_json::{Value, json};
use std::sync::Arc;
use term::Term;

/// Returns the names of all tournaments.
pub async fn list(State(arena): State<Arc<Arena>>) -> Result<Json<Vec<String>>, RequestError> {
    run_blocking(move || Ok(Json(listed(arena.reports.tournaments())))).await
}

/// Returns a tournament and the results of its matches so far.
pub async fn read(
    arena: &Arc<Arena>,
    name: String,
) -> Result<(Tournament, TournamentResults), RequestError> {
    let arena = Arc::clone(arena);
    run_blocking(move || {
        let found = is_name(&name).then(|| arena.reports.tournament(&name)).flatten();
        found
            .ok_or(RequestError::NotFound("tournament of this name"))?
            .map_err(RequestError::Invalid)
    })
    .await
}

/// Returns the report and the matches of a tournament.
pub async fn show(
    State(arena): State<Arc<Arena>>,
    PathParameters(name): PathParameters<String>,
) -> Result<Json<Value>, RequestError> {
    let (tournament, results) = read(&arena, name.clone()).await?;
    let played = |record: &TournamentRecord| {
        let TournamentRecord { game, players, number, played, .. } = record;
        let (goals, length) = (&played.goals, played.moves.len());
        json!({ "game": game, "players": players, "number": number, "goals": goals, "length": length })
    };
    Ok(Json(json!({
        "name": name,
        "markdown": tournament::report(&tournament, &results),
        "matches": results.records().iter().map(played).collect::<Vec<_>>(),
    })))
}

/// Opens a match of a tournament as a match that can be stepped through.
pub async fn open(
    State(arena): State<Arc<Arena>>,
    PathParameters((name, index)): PathParameters<(String, usize)>,
) -> Result<impl IntoResponse, RequestError> {
    let (_, results) = read(&arena, name).await?;
    let record = results.records().get(index).ok_or(RequestError::NotFound("such match"))?.clone();
    let game = found(&arena, record.game).await?;
    let live_match = run_blocking(move || {
        let moves: Option<Vec<Vec<String>>> =
            record.played.moves.iter().map(|joint| words(joint)).collect();
        let moves =
            moves.ok_or_else(|| RequestError::Invalid("its moves are not moves".to_owned()))?;
        let progress = record::replay(&game, &moves)?;
        arena.matches.keep_record(game, &record.players, progress)
    });
    let answer = json!({ "id": live_match.await?.id.to_string() });
    Ok((StatusCode::CREATED, Json(answer)))
}

/// Returns the moves of a joint move in KIF.
fn words(joint: &str) -> Option<Vec<String>> {
    Some(term::read_list(joint)?.iter().map(Term::to_string).collect())
}
