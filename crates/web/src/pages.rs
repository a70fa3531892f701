//! The pages of the arena. Each is complete when it arrives; `assets/arena.js` makes forms and matches interactive.

mod gallery;
mod laboratory;
mod layout;
mod matches;
mod programs;
mod records;
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

/// Pages that belong together, in one file.
pub struct Section {
    /// Address and title of the entry in the navigation, if the section has one.
    navigation: Option<(&'static str, &'static str)>,
    /// Returns the routes of the pages.
    routes: fn() -> Router<Arc<Arena>>,
}

/// All sections, in the order of the navigation.
const SECTIONS: &[Section] = &[
    gallery::SECTION,
    rules::SECTION,
    matches::SECTION,
    records::SECTION,
    laboratory::SECTION,
    tournaments::SECTION,
    programs::SECTION,
];

/// Returns the routes of all pages and of the files that they load.
pub fn router() -> Router<Arc<Arena>> {
    let files = Router::new()
        .route("/assets/arena.js", get(|| asset("text/javascript", SCRIPT)))
        .route("/assets/arena.css", get(|| asset("text/css", STYLE)))
        .route("/assets/icon.svg", get(|| asset("image/svg+xml", ICON)));
    SECTIONS.iter().fold(files, |router, section| router.merge((section.routes)()))
}

async fn asset(kind: &'static str, text: &'static str) -> impl IntoResponse {
    ([(CONTENT_TYPE, kind), (CACHE_CONTROL, "no-cache")], text)
}

/// Returns the answer to a request for a page that does not exist.
pub async fn not_found() -> Response {
    error_page(StatusCode::NOT_FOUND, "There is no such page.").into_response()
}

/// Returns a page that explains an error, with its status.
fn error_page(status: StatusCode, why: &str) -> (StatusCode, Markup) {
    let title = if status == StatusCode::NOT_FOUND { "Not found" } else { "Error" };
    let body = html! {
        h1 { (title) }
        p { (why) }
        p { a href="/" { "Go to the games" } }
    };
    (status, page(title, "plain", body))
}

/// Returns a page, or one that explains why there is none.
fn or_error(made: Result<Markup, crate::RequestError>) -> Response {
    match made {
        Ok(page) => page.into_response(),
        Err(why) => error_page(why.status(), &format!("Sorry: {why}.")).into_response(),
    }
}
