//! Requests about matches: beginning, watching, moving, and opening records.

use super::games::found;
use super::{JsonBody, PathParameters, run_blocking};
use crate::live_match::{
    LiveMatch, MatchClocks, MatchRequest, Participant, PositionView, TreeView,
};
use crate::random_id::RandomId;
use crate::{Arena, RequestError, record};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::IntoResponse;
use play::record::MatchRecord;
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::oneshot;

/// Returns the entry of a match in the list of matches.
fn summary(live_match: &LiveMatch) -> Value {
    let progress = live_match.progress();
    json!({
        "id": live_match.id.to_string(),
        "game": live_match.game.id,
        "title": live_match.game.title,
        "roles": live_match.game.roles.names,
        "players": live_match.participants.iter().map(Participant::name).collect::<Vec<_>>(),
        "status": progress.status.name(),
        "length": progress.ply(),
    })
}

/// Returns the list of all matches.
pub async fn list(State(arena): State<Arc<Arena>>) -> Json<Vec<Value>> {
    Json(arena.matches.all().iter().map(|live_match| summary(live_match)).collect())
}

/// Body of a request to begin a match.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewMatch {
    game: String,
    /// Names of the players, one for each role that needs one.
    players: Vec<String>,
    /// Seconds that a player may think about a move.
    #[serde(default = "usual_seconds")]
    seconds: f64,
    /// Seconds that a player may think before the first move; the same as `seconds` by default.
    start: Option<f64>,
}

fn usual_seconds() -> f64 {
    1.0
}

fn duration(seconds: f64) -> Result<Duration, RequestError> {
    let wrong = |_| RequestError::Invalid("seconds are a number that is not negative".to_owned());
    Duration::try_from_secs_f64(seconds).map_err(wrong)
}

/// Begins a match. The answer contains the keys of all roles that people play.
pub async fn begin(
    State(arena): State<Arc<Arena>>,
    JsonBody(wish): JsonBody<NewMatch>,
) -> Result<impl IntoResponse, RequestError> {
    let play = duration(wish.seconds)?;
    let start = wish.start.map_or(Ok(play), duration)?;
    let game = found(&arena, wish.game).await?;
    let live_match = arena.matches.begin(game, &wish.players, MatchClocks { start, play })?;
    let keys = live_match.participants.iter().zip(&live_match.game.roles.names);
    let keys = keys.filter_map(|(participant, role)| match participant {
        Participant::Person(key) => Some((role.clone(), Value::from(key.to_string()))),
        _ => None,
    });
    let keys: serde_json::Map<String, Value> = keys.collect();
    let organiser = live_match.organiser.to_string();
    let answer = json!({ "id": live_match.id.to_string(), "keys": keys, "organiser": organiser });
    Ok((StatusCode::CREATED, Json(answer)))
}

/// Returns the last position of a match.
pub async fn show(
    State(arena): State<Arc<Arena>>,
    PathParameters(id): PathParameters<String>,
) -> Result<impl IntoResponse, RequestError> {
    let now = arena.matches.find(&id)?.now();
    Ok(([(CONTENT_TYPE, "application/json")], now.to_string()))
}

/// Returns the position of a match after a number of joint moves.
pub async fn position(
    State(arena): State<Arc<Arena>>,
    PathParameters((id, ply)): PathParameters<(String, usize)>,
) -> Result<Json<PositionView>, RequestError> {
    let live_match = arena.matches.find(&id)?;
    let view = PositionView::of(&live_match, &live_match.progress(), ply);
    view.map(Json).ok_or(RequestError::NotFound("such position in the match"))
}

/// Returns the search reports for the joint move made after `ply` others: those of players that had to choose, as far
/// as they are kept.
pub async fn thinking(
    State(arena): State<Arc<Arena>>,
    PathParameters((id, ply)): PathParameters<(String, usize)>,
) -> Result<impl IntoResponse, RequestError> {
    let live_match = arena.matches.find(&id)?;
    let progress = live_match.progress();
    let next = ply.checked_add(1).and_then(|next| progress.positions.get(next));
    let next = next.ok_or(RequestError::NotFound("such move in the match"))?;
    let views = next.thinking.as_deref().unwrap_or("[]").to_owned();
    Ok(([(CONTENT_TYPE, "application/json")], views))
}

/// Body of a request to make a move.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoveBody {
    /// Key of the person's role.
    key: String,
    /// The move in KIF.
    action: String,
    /// Number of joint moves made before.
    ply: usize,
}

/// Returns the role to which a key belongs.
fn role(live_match: &LiveMatch, key: &str) -> Result<game::Role, RequestError> {
    let key = key.parse::<RandomId>().ok();
    key.and_then(|key| live_match.role_of(key))
        .ok_or(RequestError::Forbidden("this key opens no seat here"))
}

/// Waits for the reply of a match.
async fn answer<T>(reply: oneshot::Receiver<Result<T, RequestError>>) -> Result<T, RequestError> {
    reply.await.unwrap_or_else(|_| Err(RequestError::Conflict("the match is over".to_owned())))
}

/// Makes the move of a person.
pub async fn play(
    State(arena): State<Arc<Arena>>,
    PathParameters(id): PathParameters<String>,
    JsonBody(MoveBody { key, action, ply }): JsonBody<MoveBody>,
) -> Result<StatusCode, RequestError> {
    let live_match = arena.matches.find(&id)?;
    let role = role(&live_match, &key)?;
    let (sender, reply) = oneshot::channel();
    live_match.request(MatchRequest::Move { role, action, ply, reply: sender })?;
    answer(reply).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Body of a request to stop a match. The key is that of the match's organiser or of one of its people.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StopBody {
    key: String,
}

/// Stops a match before its end.
pub async fn stop(
    State(arena): State<Arc<Arena>>,
    PathParameters(id): PathParameters<String>,
    JsonBody(StopBody { key }): JsonBody<StopBody>,
) -> Result<StatusCode, RequestError> {
    let live_match = arena.matches.find(&id)?;
    if key.parse() != Ok(live_match.organiser) {
        role(&live_match, &key)?;
    }
    live_match.request(MatchRequest::Stop)?;
    Ok(StatusCode::NO_CONTENT)
}

/// Body of a request for a node of a player's search tree.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TreeBody {
    /// Name of the role whose player is asked.
    role: String,
    /// Joint moves, in KIF, that lead to the node from the current state.
    #[serde(default)]
    line: Vec<Vec<String>>,
}

/// Returns a node of a player's search tree.
pub async fn explore(
    State(arena): State<Arc<Arena>>,
    PathParameters(id): PathParameters<String>,
    JsonBody(TreeBody { role, line }): JsonBody<TreeBody>,
) -> Result<Json<TreeView>, RequestError> {
    let live_match = arena.matches.find(&id)?;
    let role = live_match.role_named(&role).ok_or(RequestError::NotFound("such role"))?;
    let (sender, reply) = oneshot::channel();
    live_match.request(MatchRequest::Explore { role, line, reply: sender })?;
    answer(reply).await.map(Json)
}

/// Returns the record of a match, as a file to save.
pub async fn record(
    State(arena): State<Arc<Arena>>,
    PathParameters(id): PathParameters<String>,
) -> Result<impl IntoResponse, RequestError> {
    let live_match = arena.matches.find(&id)?;
    let text = record::of(&live_match)
        .to_json()
        .map_err(|error| RequestError::Internal(error.to_string()))?;
    let name = format!("attachment; filename=\"match-{}.json\"", live_match.id);
    Ok(([(CONTENT_TYPE, "application/json".to_owned()), (CONTENT_DISPOSITION, name)], text))
}

/// Body of a request to open a record.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordBody {
    record: MatchRecord,
    /// Name of the game; needed if the record does not name a bundled game.
    game: Option<String>,
}

/// Opens a record as a match that can be stepped through.
pub async fn open(
    State(arena): State<Arc<Arena>>,
    JsonBody(RecordBody { record, game }): JsonBody<RecordBody>,
) -> Result<impl IntoResponse, RequestError> {
    let named = game.filter(|game| !game.is_empty());
    let game = found(&arena, named.unwrap_or_else(|| record.game_meta_url.clone())).await?;
    let live_match = run_blocking(move || {
        let progress = record::replay(&game, &record.moves)?;
        arena.matches.keep_record(game, &record.player_names_from_host, progress)
    });
    let answer = json!({ "id": live_match.await?.id.to_string() });
    Ok((StatusCode::CREATED, Json(answer)))
}
