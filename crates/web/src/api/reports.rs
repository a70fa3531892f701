//! Requests for the reports of experiments.

use super::PathParameters;
use crate::reports::{is_name, listed};
use crate::{Arena, ReportFile, RequestError};
use axum::Json;
use axum::extract::State;
use serde_json::{Value, json};
use std::sync::Arc;

/// Returns the names of all reports.
pub async fn list(State(arena): State<Arc<Arena>>) -> Json<Vec<String>> {
    Json(listed(arena.reports.names()))
}

/// Returns the text and the figure of a report.
pub async fn show(
    State(arena): State<Arc<Arena>>,
    PathParameters(name): PathParameters<String>,
) -> Result<Json<Value>, RequestError> {
    let text = is_name(&name).then(|| arena.reports.read(&name, ReportFile::Text)).flatten();
    let text = text.ok_or(RequestError::NotFound("report of this name"))?;
    let figure = arena.reports.read(&name, ReportFile::Figure);
    Ok(Json(json!({ "name": name, "markdown": text, "figure": figure })))
}
