//! Protection against requests from other sites, and the security headers of answers.
//!
//! A page of another site that a browser shows must not reach an arena on the loopback address: requests have to name
//! the arena as their host, requests that change something have to come from the arena's own pages, and pages load
//! nothing from elsewhere.

use crate::{Arena, RequestError};
use axum::extract::{Request, State};
use axum::http::header::{HOST, HeaderName, HeaderValue, ORIGIN};
use axum::http::{HeaderMap, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::IpAddr;
use std::sync::Arc;

/// Security headers of every answer.
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

/// Refuses requests that are not meant for the arena, and adds the headers to all answers.
pub async fn check_request(
    State(arena): State<Arc<Arena>>,
    request: Request,
    next: Next,
) -> Response {
    let mut response = if is_allowed(&arena, request.method(), request.headers()) {
        next.run(request).await
    } else {
        RequestError::Forbidden("requests from other sites, and with other host names, are refused")
            .into_response()
    };
    for (name, value) in HEADERS {
        let name = HeaderName::from_static(name);
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

fn is_allowed(arena: &Arena, method: &Method, headers: &HeaderMap) -> bool {
    let text = |name: HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or_default());
    let host = text(HOST).unwrap_or_default();
    let is_known = is_own_host(arena.address.ip(), host);
    let is_reading = matches!(*method, Method::GET | Method::HEAD);
    let is_own = text(ORIGIN).is_none_or(|origin| origin.strip_prefix("http://") == Some(host));
    is_known && (is_reading || is_own)
}

/// Whether a host name is one of the arena's own. On the loopback address these are the names of this computer only, so
/// that no foreign name can be made to point here.
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
