//! Tournaments: their reports, and their matches to be stepped through.

use super::games::found;
use super::{Named, at_leisure};
use crate::reports::{is_name, listed};
use crate::{Arena, Problem, record};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::IntoResponse;
use library::Term;
use play::tournament::{self, Record, Results, Tournament};
use serde_json::{Value, json};
use std::sync::Arc;

/// The names of all tournaments.
pub async fn list(State(arena): State<Arc<Arena>>) -> Result<Json<Vec<String>>, Problem> {
    at_leisure(move || Ok(Json(listed(arena.reports.tournaments())))).await
}

/// A tournament, and what has been played of it.
pub async fn read(arena: &Arc<Arena>, name: String) -> Result<(Tournament, Results), Problem> {
    let arena = Arc::clone(arena);
    at_leisure(move || {
        let found = is_name(&name).then(|| arena.reports.tournament(&name)).flatten();
        found.ok_or(Problem::Absent("tournament of this name"))?.map_err(Problem::Senseless)
    })
    .await
}

/// What came of a tournament.
pub async fn show(
    State(arena): State<Arc<Arena>>,
    Named(name): Named<String>,
) -> Result<Json<Value>, Problem> {
    let (tournament, results) = read(&arena, name.clone()).await?;
    let played = |record: &Record| {
        let Record { game, players, number, played, .. } = record;
        let (goals, length) = (&played.goals, played.moves.len());
        json!({ "game": game, "players": players, "number": number, "goals": goals, "length": length })
    };
    Ok(Json(json!({
        "name": name,
        "markdown": tournament::report(&tournament, &results),
        "matches": results.records().iter().map(played).collect::<Vec<_>>(),
    })))
}

/// Opens a match of a tournament, to be stepped through.
pub async fn open(
    State(arena): State<Arc<Arena>>,
    Named((name, index)): Named<(String, usize)>,
) -> Result<impl IntoResponse, Problem> {
    let (_, results) = read(&arena, name).await?;
    let record = results.records().get(index).ok_or(Problem::Absent("such match"))?.clone();
    let game = found(&arena, record.game).await?;
    let table = at_leisure(move || {
        let moves: Option<Vec<Vec<String>>> =
            record.played.moves.iter().map(|joint| words(joint)).collect();
        let moves =
            moves.ok_or_else(|| Problem::Senseless("its moves are not moves".to_owned()))?;
        let course = record::replay(&game, &moves)?;
        arena.hall.keep_record(game, &record.players, course)
    });
    let answer = json!({ "id": table.await?.id.to_string() });
    Ok((StatusCode::CREATED, Json(answer)))
}

/// The moves of a joint move.
fn words(joint: &str) -> Option<Vec<String>> {
    match Term::read(joint)? {
        Term::List(moves) => Some(moves.iter().map(Term::to_string).collect()),
        Term::Word(_) => None,
    }
}
