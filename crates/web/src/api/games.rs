//! Requests about games and players, and rules sent by users.

use super::{JsonBody, PathParameters, run_blocking};
use crate::diagnostics::CheckReport;
use crate::games::ArenaGame;
use crate::{Arena, RequestError, players};
use axum::Json;
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::IntoResponse;
use search::players::{PlayerCondition, PlayerKind};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::sync::Arc;
use term::Term;

/// Returns the list of bundled games.
pub async fn list() -> Json<Vec<Value>> {
    let entry = |game: library::BundledGame| {
        let about = game.about();
        json!({
            "id": game.name(),
            "title": about.title,
            "description": about.description,
            "roles": about.roles,
            "kind": about.kind.name(),
        })
    };
    Json(library::games().map(entry).collect())
}

/// Returns a game, which is opened first if necessary.
pub async fn found(arena: &Arc<Arena>, id: String) -> Result<Arc<ArenaGame>, RequestError> {
    let arena = Arc::clone(arena);
    run_blocking(move || arena.games.find(&id)).await
}

/// Returns the description and the rules of a game.
pub async fn show(
    State(arena): State<Arc<Arena>>,
    PathParameters(id): PathParameters<String>,
) -> Result<Json<Value>, RequestError> {
    let game = found(&arena, id).await?;
    Ok(Json(json!({
        "id": game.id,
        "title": game.title,
        "description": game.about.as_ref().map(|about| &about.description),
        "roles": game.roles.names,
        "seats": game.roles.names_with_player(),
        "rules": game.rules,
        "initial": game.initial.iter().map(Term::as_str).collect::<Vec<_>>(),
        "has_board": game.plan.has_boards(),
    })))
}

/// Returns the picture of a game's initial state.
pub async fn picture(
    State(arena): State<Arc<Arena>>,
    PathParameters(id): PathParameters<String>,
) -> Result<impl IntoResponse, RequestError> {
    let game = found(&arena, id).await?;
    let headers = [(CONTENT_TYPE, "image/svg+xml"), (CACHE_CONTROL, "max-age=3600")];
    Ok((headers, game.picture().svg(&[])))
}

/// Returns the analysis of a game's rules.
pub async fn analysis(
    State(arena): State<Arc<Arena>>,
    PathParameters(id): PathParameters<String>,
) -> Result<Json<Value>, RequestError> {
    let game = found(&arena, id).await?;
    Ok(Json(json!({ "text": game.analysis.to_string(), "analysis": game.analysis })))
}

/// Returns the list of all players.
pub async fn players() -> Json<Vec<Value>> {
    let texts =
        |all: &[PlayerCondition]| all.iter().map(ToString::to_string).collect::<Vec<String>>();
    let entry = |kind: &PlayerKind| {
        json!({
            "name": kind.name,
            "about": kind.description,
            "document": kind.document,
            "strongest": kind.is_strongest,
            "requires": texts(kind.requires),
            "uses": texts(kind.uses),
        })
    };
    Json(players::kinds().map(entry).collect())
}

/// Body of a request to check rules.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SubmittedRules {
    rules: String,
}

/// Result of checking rules sent by a user.
#[derive(Serialize)]
pub struct SubmissionResult {
    #[serde(flatten)]
    report: CheckReport,
    /// Id of the game, if it can be played.
    game: Option<String>,
}

/// Checks rules, and keeps them as a game if they can be played.
pub async fn submit(
    State(arena): State<Arc<Arena>>,
    JsonBody(SubmittedRules { rules }): JsonBody<SubmittedRules>,
) -> Result<Json<SubmissionResult>, RequestError> {
    let received = run_blocking(move || {
        let (report, game) = arena.games.submit(&rules)?;
        Ok(SubmissionResult { report, game: game.map(|game| game.id.clone()) })
    });
    Ok(Json(received.await?))
}
