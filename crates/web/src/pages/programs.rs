//! The page for programmers, with examples of requests to the API. The API itself is in `api`.

use super::{Section, page};
use crate::Arena;
use axum::Router;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::HOST;
use axum::routing::get;
use maud::{Markup, html};
use std::net::SocketAddr;
use std::sync::Arc;

/// The page at `/programs`.
pub const SECTION: Section = Section {
    navigation: Some(("/programs", "API")),
    routes: || Router::new().route("/programs", get(show)),
};

/// Returns the page. Its examples use the address by which the browser has reached the arena.
async fn show(State(arena): State<Arc<Arena>>, headers: HeaderMap) -> Markup {
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    let address = shown_address(host, arena.address);
    page(
        "API",
        "plain",
        html! {
            h1 { "API" }
            p { "Everything that these pages do is also available to programs, in JSON under " code { "/api" } "; "
                a href="/api/openapi.json" { "an OpenAPI document" } " describes it. For example:" }
            pre { (examples(&address)) }
        },
    )
}

/// Returns the host name and port of a request if they are safe to copy to a command line, and the arena's own address
/// otherwise.
fn shown_address(host: Option<&str>, own: SocketAddr) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b".-:[]".contains(&byte);
    let host = host.filter(|host| !host.is_empty() && host.bytes().all(is_plain));
    host.map_or_else(|| own.to_string(), str::to_owned)
}

/// Returns commands that list the games, begin a match and follow it.
fn examples(address: &str) -> String {
    format!(
        "curl -s {address}/api/games\n\
         curl -s {address}/api/matches -H 'Content-Type: application/json' \\\n\
         \u{20}    -d '{{\"game\": \"connect-four\", \"players\": [\"agon\", \"cadia-2010\"], \"seconds\": 0.5}}'\n\
         curl -sN {address}/api/matches/ID/events"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn examples_use_the_address_of_the_arena() {
        let own = "127.0.0.1:9000".parse().unwrap();
        for host in ["localhost:9000", "127.0.0.1:9000", "[::1]:9000", "lab-7.example.org"] {
            assert_eq!(shown_address(Some(host), own), host);
        }
        for host in [None, Some(""), Some("x; rm -rf /"), Some("$(id)"), Some("ä")] {
            assert_eq!(shown_address(host, own), "127.0.0.1:9000", "{host:?}");
        }
        assert_eq!(examples("localhost:9000").matches("localhost:9000/api/").count(), 3);
    }
}
