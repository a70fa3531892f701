//! The list of experiments and tournaments, and the reports of experiments.

use super::gallery::strip;
use super::layout::with_code;
use super::{Section, not_found, page};
use crate::reports::{self, is_name, listed};
use crate::{Arena, ReportFile};
use axum::Router;
use axum::extract::{Path, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use maud::{Markup, PreEscaped, html};
use std::sync::Arc;

/// The pages under `/lab`.
pub const SECTION: Section = Section {
    navigation: Some(("/lab", "Laboratory")),
    routes: || {
        Router::new()
            .route("/lab", get(list))
            .route("/lab/{name}", get(show))
            .route("/lab/{name}/figure.svg", get(figure))
    },
};

/// Returns the list of all experiments with their reports, and of all tournaments.
async fn list(State(arena): State<Arc<Arena>>) -> Markup {
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
            p .lead { "Experiments repeat the tables and figures of the documents that Agon follows, and answer further questions. Those without a report have not been run here yet: "
                code { "agon lab run NAME" } " runs one." }
            ul .reports {
                @for experiment in &experiments {
                    li {
                        strong { (with_code(&experiment.title)) }
                        @if let Some(document) = &experiment.document { span .sub { " " (document.to_string()) } }
                        p { (with_code(&experiment.question)) }
                        @for name in of(&experiment.id) { a href={ "/lab/" (name) } { "Report, scale " (name.rsplit('-').next().unwrap_or_default()) } " " }
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

/// Whether a name is that of an experiment's report at one of its scales.
fn is_scale_of(name: &str, id: &str) -> bool {
    name.strip_prefix(id).is_some_and(|scale| matches!(scale, "-small" | "-full"))
}

/// Returns the page of a report.
async fn show(State(arena): State<Arc<Arena>>, Path(name): Path<String>) -> Response {
    let text = is_name(&name).then(|| arena.reports.read(&name, ReportFile::Text)).flatten();
    let Some(text) = text else { return not_found().await };
    let experiment = lab::experiments().find(|it| is_scale_of(&name, &it.id));
    let body = html! {
        @if let Some(experiment) = &experiment { (strip(experiment.games().into_iter())) }
        article .report { (PreEscaped(reports::html(&text))) }
    };
    page(&name, "plain", body).into_response()
}

/// Returns the figure of a report.
async fn figure(State(arena): State<Arc<Arena>>, Path(name): Path<String>) -> Response {
    let figure = is_name(&name).then(|| arena.reports.read(&name, ReportFile::Figure)).flatten();
    match figure {
        Some(figure) => ([(CONTENT_TYPE, "image/svg+xml")], figure).into_response(),
        None => not_found().await,
    }
}
