//! Reasons why a request is refused, each with its HTTP status. The message is a sentence for people.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

/// The reason why a request was refused.
#[derive(Debug, thiserror::Error)]
pub enum RequestError {
    /// Nothing with this name exists.
    #[error("there is no {0}")]
    NotFound(&'static str),
    /// The request is malformed or contains an invalid value.
    #[error("{0}")]
    Invalid(String),
    /// The sender of the request is not allowed to do that.
    #[error("{0}")]
    Forbidden(&'static str),
    /// The request does not fit the current state of the match.
    #[error("{0}")]
    Conflict(String),
    /// A limit of the arena is reached.
    #[error("{0}")]
    Busy(String),
    /// The arena itself failed.
    #[error("{0}")]
    Internal(String),
}

impl RequestError {
    /// Returns the HTTP status of the answer.
    pub fn status(&self) -> StatusCode {
        match self {
            RequestError::NotFound(_) => StatusCode::NOT_FOUND,
            RequestError::Invalid(_) => StatusCode::UNPROCESSABLE_ENTITY,
            RequestError::Forbidden(_) => StatusCode::FORBIDDEN,
            RequestError::Conflict(_) => StatusCode::CONFLICT,
            RequestError::Busy(_) => StatusCode::SERVICE_UNAVAILABLE,
            RequestError::Internal(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

impl IntoResponse for RequestError {
    fn into_response(self) -> Response {
        let body = Json(serde_json::json!({ "error": self.to_string() }));
        (self.status(), body).into_response()
    }
}
