//! Watching a match: server-sent events, `position` and `mind`. Whoever is slow gets the last of each, and nothing piles up.

use super::Named;
use crate::{Arena, Problem};
use axum::extract::State;
use axum::response::Sse;
use axum::response::sse::{Event, KeepAlive};
use std::convert::Infallible;
use std::sync::Arc;
use tokio_stream::wrappers::WatchStream;
use tokio_stream::{Stream, StreamExt};

/// All that happens in a match, from now on.
pub async fn events(
    State(arena): State<Arc<Arena>>,
    Named(id): Named<String>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Problem> {
    let table = arena.hall.find(&id)?;
    let watcher = arena.admit()?;
    let named = |name: &'static str| {
        move |frame: crate::table::Frame| Ok(Event::default().event(name).data(&*frame))
    };
    let positions = WatchStream::new(table.positions()).map(named("position"));
    let minds = WatchStream::new(table.minds()).map(named("mind"));
    let events = positions.merge(minds).map(move |event| {
        // The watcher is gone when the stream is.
        let _present = &watcher;
        event
    });
    Ok(Sse::new(events).keep_alive(KeepAlive::default()))
}
