//! Experiments and their reports, and a list of tournaments.

use super::gallery::strip;
use super::{absent, page};
use crate::reports::{self, is_name, listed};
use crate::{Arena, ReportFile};
use axum::extract::{Path, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use maud::{Markup, PreEscaped, html};
use std::sync::Arc;

/// All experiments, with the reports that there are.
pub async fn list(State(arena): State<Arc<Arena>>) -> Markup {
    let (names, tournaments) = (listed(arena.reports.names()), listed(arena.reports.tournaments()));
    let experiments: Vec<lab::Experiment> = lab::experiments().collect();
    let of =
        |id: &str| -> Vec<&String> { names.iter().filter(|name| is_scale_of(name, id)).collect() };
    let is_other = |name: &&String| !experiments.iter().any(|it| is_scale_of(name, &it.id));
    let others: Vec<&String> = names.iter().filter(is_other).collect();
    page(
        "Laboratory",
        "plain",
        html! {
            h1 { "Laboratory" }
            p .lead { "The tables and figures of the documents that Agon follows, and questions of our own, run again." }
            ul .reports {
                @for experiment in &experiments {
                    li {
                        strong { (experiment.title) }
                        @if let Some(document) = &experiment.document { span .sub { " " (document.to_string()) } }
                        p { (experiment.question) }
                        @for name in of(&experiment.id) { a href={ "/lab/" (name) } { "Report, " (name.rsplit('-').next().unwrap_or_default()) } " " }
                    }
                }
            }
            @if !tournaments.is_empty() {
                h2 { "Tournaments" }
                ul { @for name in &tournaments { li { a href={ "/tournaments/" (name) } { (name) } } } }
            }
            @if !others.is_empty() {
                h2 { "Other reports" }
                ul { @for name in others { li { a href={ "/lab/" (name) } { (name) } } } }
            }
        },
    )
}

/// Whether a report is of an experiment, at one of its scales.
fn is_scale_of(name: &str, id: &str) -> bool {
    name.strip_prefix(id).is_some_and(|scale| matches!(scale, "-small" | "-full"))
}

/// A report.
pub async fn show(State(arena): State<Arc<Arena>>, Path(name): Path<String>) -> Response {
    let text = is_name(&name).then(|| arena.reports.read(&name, ReportFile::Text)).flatten();
    let Some(text) = text else { return absent().await };
    let experiment = lab::experiments().find(|it| is_scale_of(&name, &it.id));
    let body = html! {
        @if let Some(experiment) = &experiment { (strip(experiment.kind.games().into_iter())) }
        article .report { (PreEscaped(reports::html(&text))) }
    };
    page(&name, "plain", body).into_response()
}

/// The figure of a report.
pub async fn figure(State(arena): State<Arc<Arena>>, Path(name): Path<String>) -> Response {
    let figure = is_name(&name).then(|| arena.reports.read(&name, ReportFile::Figure)).flatten();
    match figure {
        Some(figure) => ([(CONTENT_TYPE, "image/svg+xml")], figure).into_response(),
        None => absent().await,
    }
}
