//! What can go wrong with a request, and how it is answered: always with a sentence for people, never with a panic.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

/// Why a request was not granted.
#[derive(Debug, thiserror::Error)]
pub enum Problem {
    /// There is nothing of this name.
    #[error("there is no {0}")]
    Absent(&'static str),
    /// The request makes no sense.
    #[error("{0}")]
    Senseless(String),
    /// Whoever asks may not do that.
    #[error("{0}")]
    Forbidden(&'static str),
    /// It cannot be done now.
    #[error("{0}")]
    Untimely(String),
    /// The arena is full.
    #[error("{0}")]
    Full(String),
    /// Something failed that should not.
    #[error("{0}")]
    Failed(String),
}

impl Problem {
    /// The status of the answer.
    pub fn status(&self) -> StatusCode {
        match self {
            Problem::Absent(_) => StatusCode::NOT_FOUND,
            Problem::Senseless(_) => StatusCode::UNPROCESSABLE_ENTITY,
            Problem::Forbidden(_) => StatusCode::FORBIDDEN,
            Problem::Untimely(_) => StatusCode::CONFLICT,
            Problem::Full(_) => StatusCode::SERVICE_UNAVAILABLE,
            Problem::Failed(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let body = Json(serde_json::json!({ "error": self.to_string() }));
        (self.status(), body).into_response()
    }
}
