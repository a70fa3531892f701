//! Reports of the laboratory.

use super::Named;
use crate::reports::{is_name, listed};
use crate::{Arena, Problem, ReportFile};
use axum::Json;
use axum::extract::State;
use serde_json::{Value, json};
use std::sync::Arc;

/// The names of all reports.
pub async fn list(State(arena): State<Arc<Arena>>) -> Json<Vec<String>> {
    Json(listed(arena.reports.names()))
}

/// A report.
pub async fn show(
    State(arena): State<Arc<Arena>>,
    Named(name): Named<String>,
) -> Result<Json<Value>, Problem> {
    let text = is_name(&name).then(|| arena.reports.read(&name, ReportFile::Text)).flatten();
    let text = text.ok_or(Problem::Absent("report of this name"))?;
    let figure = arena.reports.read(&name, ReportFile::Figure);
    Ok(Json(json!({ "name": name, "markdown": text, "figure": figure })))
}
