//! Matches: beginning them, moving in them, looking at them.

use super::games::found;
use super::{Asked, Named, at_leisure};
use crate::key::Key;
use crate::table::{Chair, Clock, Match, Order, Outlook, PositionView};
use crate::{Arena, Problem, record};
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::IntoResponse;
use play::record::Record;
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::oneshot;

/// A match in a list.
fn summary(table: &Match) -> Value {
    let course = table.course();
    json!({
        "id": table.id.to_string(),
        "game": table.game.id,
        "title": table.game.title,
        "roles": table.game.roles.names,
        "players": table.chairs.iter().map(Chair::name).collect::<Vec<_>>(),
        "status": course.status.name(),
        "length": course.ply(),
    })
}

/// All matches.
pub async fn list(State(arena): State<Arc<Arena>>) -> Json<Vec<Value>> {
    Json(arena.hall.all().iter().map(|table| summary(table)).collect())
}

/// A match that somebody wants.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wish {
    game: String,
    /// Who plays, one for each role that needs a player.
    players: Vec<String>,
    /// Seconds for each move.
    #[serde(default = "usual_seconds")]
    seconds: f64,
    /// Seconds before the first move; if nothing is said, as for a move.
    start: Option<f64>,
}

fn usual_seconds() -> f64 {
    1.0
}

fn duration(seconds: f64) -> Result<Duration, Problem> {
    let wrong = |_| Problem::Senseless("seconds are a number that is not negative".to_owned());
    Duration::try_from_secs_f64(seconds).map_err(wrong)
}

/// Begins a match. Whoever does so gets the keys of all seats of people.
pub async fn begin(
    State(arena): State<Arc<Arena>>,
    Asked(wish): Asked<Wish>,
) -> Result<impl IntoResponse, Problem> {
    let play = duration(wish.seconds)?;
    let start = wish.start.map_or(Ok(play), duration)?;
    let game = found(&arena, wish.game).await?;
    let table = arena.hall.begin(game, &wish.players, Clock { start, play })?;
    let keys = table.chairs.iter().zip(&table.game.roles.names);
    let keys = keys.filter_map(|(chair, role)| match chair {
        Chair::Person(key) => Some((role.clone(), Value::from(key.to_string()))),
        _ => None,
    });
    let keys: serde_json::Map<String, Value> = keys.collect();
    let steward = table.steward.to_string();
    let answer = json!({ "id": table.id.to_string(), "keys": keys, "steward": steward });
    Ok((StatusCode::CREATED, Json(answer)))
}

/// How a match stands.
pub async fn show(
    State(arena): State<Arc<Arena>>,
    Named(id): Named<String>,
) -> Result<impl IntoResponse, Problem> {
    let now = arena.hall.find(&id)?.now();
    Ok(([(CONTENT_TYPE, "application/json")], now.to_string()))
}

/// A position of a match.
pub async fn position(
    State(arena): State<Arc<Arena>>,
    Named((id, ply)): Named<(String, usize)>,
) -> Result<Json<PositionView>, Problem> {
    let table = arena.hall.find(&id)?;
    let view = PositionView::of(&table, &table.course(), ply);
    view.map(Json).ok_or(Problem::Absent("such position in the match"))
}

/// What players thought when so many moves had been made; nothing of those who did not, or of whom nothing was kept.
pub async fn minds(
    State(arena): State<Arc<Arena>>,
    Named((id, ply)): Named<(String, usize)>,
) -> Result<impl IntoResponse, Problem> {
    let table = arena.hall.find(&id)?;
    let course = table.course();
    let next = ply.checked_add(1).and_then(|next| course.moments.get(next));
    let next = next.ok_or(Problem::Absent("such move in the match"))?;
    let minds = next.minds.as_deref().unwrap_or("[]").to_owned();
    Ok(([(CONTENT_TYPE, "application/json")], minds))
}

/// A person's move.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Played {
    /// The key of the seat.
    key: String,
    /// The move, in words.
    action: String,
    /// How many moves had been made.
    ply: usize,
}

/// The role of whoever shows a key.
fn role(table: &Match, key: &str) -> Result<game::Role, Problem> {
    let key = key.parse::<Key>().ok();
    key.and_then(|key| table.role_of(key)).ok_or(Problem::Forbidden("this key opens no seat here"))
}

/// What the thread of a match answers.
async fn answer<T>(reply: oneshot::Receiver<Result<T, Problem>>) -> Result<T, Problem> {
    reply.await.unwrap_or_else(|_| Err(Problem::Untimely("the match is over".to_owned())))
}

/// Makes a person's move.
pub async fn play(
    State(arena): State<Arc<Arena>>,
    Named(id): Named<String>,
    Asked(Played { key, action, ply }): Asked<Played>,
) -> Result<StatusCode, Problem> {
    let table = arena.hall.find(&id)?;
    let role = role(&table, &key)?;
    let (sender, reply) = oneshot::channel();
    table.order(Order::Move { role, action, ply, reply: sender })?;
    answer(reply).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The end of a match, as somebody wants it who began it or plays in it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stopped {
    key: String,
}

/// Ends a match.
pub async fn stop(
    State(arena): State<Arc<Arena>>,
    Named(id): Named<String>,
    Asked(Stopped { key }): Asked<Stopped>,
) -> Result<StatusCode, Problem> {
    let table = arena.hall.find(&id)?;
    if key.parse() != Ok(table.steward) {
        role(&table, &key)?;
    }
    table.order(Order::Stop)?;
    Ok(StatusCode::NO_CONTENT)
}

/// A place in a player's tree.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// The role whose player is asked.
    role: String,
    /// Joint moves, in words.
    #[serde(default)]
    line: Vec<Vec<String>>,
}

/// What a player's tree knows.
pub async fn explore(
    State(arena): State<Arc<Arena>>,
    Named(id): Named<String>,
    Asked(Place { role, line }): Asked<Place>,
) -> Result<Json<Outlook>, Problem> {
    let table = arena.hall.find(&id)?;
    let role = table.role_named(&role).ok_or(Problem::Absent("such role"))?;
    let (sender, reply) = oneshot::channel();
    table.order(Order::Explore { role, line, reply: sender })?;
    answer(reply).await.map(Json)
}

/// The record of a match, as a file.
pub async fn record(
    State(arena): State<Arc<Arena>>,
    Named(id): Named<String>,
) -> Result<impl IntoResponse, Problem> {
    let table = arena.hall.find(&id)?;
    let text = record::of(&table).to_json().map_err(|error| Problem::Failed(error.to_string()))?;
    let name = format!("attachment; filename=\"match-{}.json\"", table.id);
    Ok(([(CONTENT_TYPE, "application/json".to_owned()), (CONTENT_DISPOSITION, name)], text))
}

/// A record that somebody brings.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recorded {
    record: Record,
    /// The game, if the record does not name one of the library.
    game: Option<String>,
}

/// Opens a record as a match that can be stepped through.
pub async fn open(
    State(arena): State<Arc<Arena>>,
    Asked(Recorded { record, game }): Asked<Recorded>,
) -> Result<impl IntoResponse, Problem> {
    let named = game.filter(|game| !game.is_empty());
    let game = found(&arena, named.unwrap_or_else(|| record.game_meta_url.clone())).await?;
    let table = at_leisure(move || {
        let course = record::replay(&game, &record.moves)?;
        arena.hall.keep_record(game, &record.player_names_from_host, course)
    });
    let answer = json!({ "id": table.await?.id.to_string() });
    Ok((StatusCode::CREATED, Json(answer)))
}
