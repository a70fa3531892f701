//! The JSON API under `/api`, which `api/openapi.json` describes.

mod games;
mod matches;
mod reports;
mod stream;
mod tournaments;

use crate::{Arena, RequestError};
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

/// The OpenAPI description of the API.
const OPENAPI: &str = include_str!("api/openapi.json");

/// Returns the routes of the API.
pub fn router() -> Router<Arc<Arena>> {
    Router::new()
        .route("/openapi.json", get(openapi))
        .route("/games", get(games::list))
        .route("/games/{game}", get(games::show))
        .route("/games/{game}/picture.svg", get(games::picture))
        .route("/games/{game}/analysis", get(games::analysis))
        .route("/players", get(games::players))
        .route("/rules", post(games::submit))
        .route("/matches", get(matches::list).post(matches::begin))
        .route("/matches/{id}", get(matches::show))
        .route("/matches/{id}/positions/{ply}", get(matches::position))
        .route("/matches/{id}/thinking/{ply}", get(matches::thinking))
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
        .fallback(not_found)
        .method_not_allowed_fallback(not_found)
}

async fn openapi() -> impl IntoResponse {
    ([(CONTENT_TYPE, "application/json")], OPENAPI)
}

async fn not_found() -> RequestError {
    RequestError::NotFound("such thing to ask for")
}

/// The body of a request in JSON. Errors in it are answered in JSON too.
pub struct JsonBody<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for JsonBody<T> {
    type Rejection = RequestError;

    async fn from_request(request: Request, state: &S) -> Result<JsonBody<T>, RequestError> {
        let asked = axum::Json::<T>::from_request(request, state).await;
        asked.map(|json| JsonBody(json.0)).map_err(|rejection| match rejection {
            JsonRejection::BytesRejection(why) => RequestError::Invalid(why.to_string()),
            other => RequestError::Invalid(other.body_text()),
        })
    }
}

/// The parameters in the path of a request. A path that cannot be parsed is answered like an unknown name.
pub struct PathParameters<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for PathParameters<T> {
    type Rejection = RequestError;

    async fn from_request_parts(
        parts: &mut Parts,
        state: &S,
    ) -> Result<PathParameters<T>, RequestError> {
        let named = Path::<T>::from_request_parts(parts, state).await;
        named
            .map(|path| PathParameters(path.0))
            .map_err(|_| RequestError::NotFound("thing of this name"))
    }
}

/// Runs something slow, such as opening a game, on a thread where it does not block other requests.
pub async fn run_blocking<T: Send + 'static>(
    act: impl FnOnce() -> Result<T, RequestError> + Send + 'static,
) -> Result<T, RequestError> {
    let done = tokio::task::spawn_blocking(act).await;
    done.unwrap_or_else(|_| Err(RequestError::Internal("it failed; the arena goes on".to_owned())))
}
