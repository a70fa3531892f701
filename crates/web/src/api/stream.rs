//! The events of a match (server-sent events): `position` and `thinking`. A slow spectator receives only the last event of
//! each kind, so that no queue grows.

use super::PathParameters;
use crate::{Arena, RequestError};
use axum::extract::State;
use axum::response::Sse;
use axum::response::sse::{Event, KeepAlive};
use std::convert::Infallible;
use std::sync::Arc;
use tokio_stream::wrappers::WatchStream;
use tokio_stream::{Stream, StreamExt};

/// Returns the events of a match from now on.
pub async fn events(
    State(arena): State<Arc<Arena>>,
    PathParameters(id): PathParameters<String>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, RequestError> {
    let live_match = arena.matches.find(&id)?;
    let spectator = arena.admit()?;
    let named = |name: &'static str| {
        move |frame: crate::live_match::EventData| Ok(Event::default().event(name).data(&*frame))
    };
    let positions = WatchStream::new(live_match.positions()).map(named("position"));
    let thinking = WatchStream::new(live_match.thinking()).map(named("thinking"));
    let events = positions.merge(thinking).map(move |event| {
        // The spectator leaves when the stream is dropped.
        let _present = &spectator;
        event
    });
    Ok(Sse::new(events).keep_alive(KeepAlive::default()))
}
