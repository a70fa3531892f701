//! Pages for people. They are whole when they arrive; `assets/arena.js` brings matches to life.

mod gallery;
mod laboratory;
mod layout;
mod matches;
mod rules;
mod tournaments;

use crate::Arena;
use axum::Router;
use axum::http::StatusCode;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use layout::page;
use maud::{Markup, html};
use std::sync::Arc;

const SCRIPT: &str = include_str!("assets/arena.js");
const STYLE: &str = include_str!("assets/arena.css");
const ICON: &str = include_str!("assets/icon.svg");

/// All pages, and what they load.
pub fn router() -> Router<Arc<Arena>> {
    Router::new()
        .route("/", get(gallery::gallery))
        .route("/games/{game}", get(gallery::game))
        .route("/rules", get(rules::paste))
        .route("/matches", get(matches::list))
        .route("/matches/{id}", get(matches::show))
        .route("/records", get(matches::open))
        .route("/lab", get(laboratory::list))
        .route("/lab/{name}", get(laboratory::show))
        .route("/lab/{name}/figure.svg", get(laboratory::figure))
        .route("/tournaments/{name}", get(tournaments::show))
        .route("/programs", get(rules::programs))
        .route("/assets/arena.js", get(|| asset("text/javascript", SCRIPT)))
        .route("/assets/arena.css", get(|| asset("text/css", STYLE)))
        .route("/assets/icon.svg", get(|| asset("image/svg+xml", ICON)))
}

async fn asset(kind: &'static str, text: &'static str) -> impl IntoResponse {
    ([(CONTENT_TYPE, kind), (CACHE_CONTROL, "no-cache")], text)
}

/// There is no such page.
pub async fn absent() -> Response {
    (StatusCode::NOT_FOUND, problem("There is no such page.")).into_response()
}

/// A page that says what went wrong.
fn problem(why: &str) -> Markup {
    page(
        "Not found",
        "plain",
        html! {
            h1 { "Nothing here" }
            p { (why) }
            p { a href="/" { "To the games" } }
        },
    )
}

/// A page, or one that says why there is none.
fn or_problem(made: Result<Markup, crate::Problem>) -> Response {
    match made {
        Ok(page) => page.into_response(),
        Err(why) => {
            let text = format!("Sorry: {why}.");
            (why.status(), problem(&text)).into_response()
        }
    }
}
