//! Games, players, and rules that somebody brings.

use super::{Asked, Named, at_leisure};
use crate::diagnostics::Diagnosis;
use crate::games::Game;
use crate::{Arena, Problem, players};
use axum::Json;
use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::IntoResponse;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::sync::Arc;

/// The games of the library.
pub async fn list() -> Json<Vec<Value>> {
    let entry = |game: library::Game| {
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

/// Reads a game where it keeps nobody waiting.
pub async fn found(arena: &Arc<Arena>, id: String) -> Result<Arc<Game>, Problem> {
    let arena = Arc::clone(arena);
    at_leisure(move || arena.games.find(&id)).await
}

/// A game.
pub async fn show(
    State(arena): State<Arc<Arena>>,
    Named(id): Named<String>,
) -> Result<Json<Value>, Problem> {
    let game = found(&arena, id).await?;
    Ok(Json(json!({
        "id": game.id,
        "title": game.title,
        "description": game.about.as_ref().map(|about| &about.description),
        "roles": game.roles.names,
        "seats": game.roles.seated_names(),
        "rules": game.rules,
        "initial": game.initial,
        "has_board": game.plan.has_boards(),
    })))
}

/// The picture of its initial state.
pub async fn picture(
    State(arena): State<Arc<Arena>>,
    Named(id): Named<String>,
) -> Result<impl IntoResponse, Problem> {
    let game = found(&arena, id).await?;
    let headers = [(CONTENT_TYPE, "image/svg+xml"), (CACHE_CONTROL, "max-age=3600")];
    Ok((headers, game.picture().svg(&[])))
}

/// What the rules say.
pub async fn analysis(
    State(arena): State<Arc<Arena>>,
    Named(id): Named<String>,
) -> Result<Json<Value>, Problem> {
    let game = found(&arena, id).await?;
    Ok(Json(json!({ "text": game.analysis.to_string(), "analysis": game.analysis })))
}

/// All players.
pub async fn players() -> Json<Vec<Value>> {
    let entry = |kind: &search::players::Kind| json!({ "name": kind.name, "about": kind.about });
    Json(players::kinds().iter().map(entry).collect())
}

/// Rules that somebody brings.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Brought {
    rules: String,
}

/// What became of them.
#[derive(Serialize)]
pub struct Received {
    #[serde(flatten)]
    diagnosis: Diagnosis,
    /// The game, if they can be played.
    game: Option<String>,
}

/// Checks rules, and keeps them as a game if they can be played.
pub async fn bring(
    State(arena): State<Arc<Arena>>,
    Asked(Brought { rules }): Asked<Brought>,
) -> Result<Json<Received>, Problem> {
    let received = at_leisure(move || {
        let (diagnosis, game) = arena.games.bring(&rules)?;
        Ok(Received { diagnosis, game: game.map(|game| game.id.clone()) })
    });
    Ok(Json(received.await?))
}
