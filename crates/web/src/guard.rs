//! Who is let in, and what browsers are told about what they get.
//!
//! An arena on the loopback address must not be reached by pages of other sites that a browser happens to show: requests name the arena as
//! their host, those that change something come from its own pages, and nothing is loaded from elsewhere.

use crate::{Arena, Problem};
use axum::extract::{Request, State};
use axum::http::header::{HOST, HeaderName, HeaderValue, ORIGIN};
use axum::http::{HeaderMap, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::IpAddr;
use std::sync::Arc;

/// Headers of every answer.
const HEADERS: [(&str, &str); 4] = [
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
         connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-resource-policy", "same-origin"),
];

/// Lets a request in, or not.
pub async fn watch(State(arena): State<Arc<Arena>>, request: Request, next: Next) -> Response {
    let mut response = match is_welcome(&arena, request.method(), request.headers()) {
        true => next.run(request).await,
        false => Problem::Forbidden("this request is not meant for the arena").into_response(),
    };
    for (name, value) in HEADERS {
        let name = HeaderName::from_static(name);
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

fn is_welcome(arena: &Arena, method: &Method, headers: &HeaderMap) -> bool {
    let text = |name: HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or_default());
    let host = text(HOST).unwrap_or_default();
    let is_known = is_own_host(arena.address.ip(), host);
    let is_reading = matches!(*method, Method::GET | Method::HEAD);
    let is_own = text(ORIGIN).is_none_or(|origin| origin.strip_prefix("http://") == Some(host));
    is_known && (is_reading || is_own)
}

/// Whether a host is the arena's: on the loopback address, a name of this computer, so that no other name that leads here will do.
fn is_own_host(address: IpAddr, host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    let literal = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>();
    let is_local =
        name.eq_ignore_ascii_case("localhost") || literal.is_ok_and(|it| it.is_loopback());
    is_local || !address.is_loopback()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_this_computer_are_its_own() {
        let [local, open] = ["127.0.0.1", "0.0.0.0"].map(|text| text.parse().unwrap());
        for host in ["localhost", "localhost:8080", "127.0.0.1:8080", "[::1]:8080", "LOCALHOST:1"] {
            assert!(is_own_host(local, host), "{host}");
        }
        for host in ["", "example.org", "example.org:8080", "localhost.example.org", "10.0.0.1"] {
            assert!(!is_own_host(local, host), "{host}");
            assert!(is_own_host(open, host), "{host}");
        }
    }
}
