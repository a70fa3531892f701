//! What programs can ask for: JSON under `/api`, as `api/openapi.json` describes it.

mod games;
mod matches;
mod reports;
mod stream;
mod tournaments;

use crate::{Arena, Problem};
use axum::Router;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, FromRequestParts, Path, Request};
use axum::http::header::CONTENT_TYPE;
use axum::http::request::Parts;
use axum::response::IntoResponse;
use axum::routing::{get, post};
pub use games::found as game;
use serde::de::DeserializeOwned;
use std::sync::Arc;
pub use tournaments::read as tournament;

/// The description of all of it.
const OPENAPI: &str = include_str!("api/openapi.json");

/// All of it.
pub fn router() -> Router<Arc<Arena>> {
    Router::new()
        .route("/openapi.json", get(openapi))
        .route("/games", get(games::list))
        .route("/games/{game}", get(games::show))
        .route("/games/{game}/picture.svg", get(games::picture))
        .route("/games/{game}/analysis", get(games::analysis))
        .route("/players", get(games::players))
        .route("/rules", post(games::bring))
        .route("/matches", get(matches::list).post(matches::begin))
        .route("/matches/{id}", get(matches::show))
        .route("/matches/{id}/positions/{ply}", get(matches::position))
        .route("/matches/{id}/minds/{ply}", get(matches::minds))
        .route("/matches/{id}/moves", post(matches::play))
        .route("/matches/{id}/stop", post(matches::stop))
        .route("/matches/{id}/tree", post(matches::explore))
        .route("/matches/{id}/record", get(matches::record))
        .route("/matches/{id}/events", get(stream::events))
        .route("/records", post(matches::open))
        .route("/reports", get(reports::list))
        .route("/reports/{name}", get(reports::show))
        .route("/tournaments", get(tournaments::list))
        .route("/tournaments/{name}", get(tournaments::show))
        .route("/tournaments/{name}/matches/{index}", post(tournaments::open))
        .fallback(absent)
        .method_not_allowed_fallback(absent)
}

async fn openapi() -> impl IntoResponse {
    ([(CONTENT_TYPE, "application/json")], OPENAPI)
}

async fn absent() -> Problem {
    Problem::Absent("such thing to ask for")
}

/// A request in JSON; what is wrong with it is said in JSON too.
pub struct Asked<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Asked<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Asked<T>, Problem> {
        let asked = axum::Json::<T>::from_request(request, state).await;
        asked.map(|json| Asked(json.0)).map_err(|rejection| match rejection {
            JsonRejection::BytesRejection(why) => Problem::Senseless(why.to_string()),
            other => Problem::Senseless(other.body_text()),
        })
    }
}

/// What a path names; what cannot be a name is that of nothing.
pub struct Named<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for Named<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Named<T>, Problem> {
        let named = Path::<T>::from_request_parts(parts, state).await;
        named.map(|path| Named(path.0)).map_err(|_| Problem::Absent("thing of this name"))
    }
}

/// Does what takes a while, such as reading rules, where it keeps nobody else waiting.
pub async fn at_leisure<T: Send + 'static>(
    act: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let done = tokio::task::spawn_blocking(act).await;
    done.unwrap_or_else(|_| Err(Problem::Failed("it failed; the arena goes on".to_owned())))
}
