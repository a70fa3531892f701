//! Connections: how they are accepted, how many there are, and how long they may take to say what they want.

use crate::{Arena, api, guard, pages};
use axum::Router;
use axum::extract::{DefaultBodyLimit, Request};
use hyper::body::Incoming;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::net::TcpListener;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;
use tower_service::Service;

/// Whoever has not said by then what it wants is sent away.
const PATIENCE: Duration = Duration::from_secs(10);

/// Everything that the arena answers.
pub fn router(arena: &Arc<Arena>) -> Router {
    Router::new()
        .merge(pages::router())
        .nest("/api", api::router())
        .fallback(pages::absent)
        .layer(DefaultBodyLimit::max(arena.limits.bytes))
        .layer(axum::middleware::from_fn_with_state(Arc::clone(arena), guard::watch))
        .with_state(Arc::clone(arena))
}

/// Answers requests until it is to close.
pub fn run(
    arena: &Arc<Arena>,
    listener: TcpListener,
    closing: impl Future<Output = ()>,
) -> std::io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        listener.set_nonblocking(true)?;
        let listener = tokio::net::TcpListener::from_std(listener)?;
        tokio::select! {
            ended = accept(arena, &listener) => ended,
            () = closing => Ok(()),
        }
    })?;
    // Connections on which matches are watched never end by themselves.
    runtime.shutdown_background();
    Ok(())
}

/// After an error, such as too many open files, it is tried again after so long.
const PAUSE: Duration = Duration::from_millis(50);

async fn accept(arena: &Arc<Arena>, listener: &tokio::net::TcpListener) -> std::io::Result<()> {
    let router = router(arena);
    let room = Arc::new(Semaphore::new(arena.limits.connections));
    loop {
        let Ok(permit) = Arc::clone(&room).acquire_owned().await else { return Ok(()) };
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            Err(_) => {
                tokio::time::sleep(PAUSE).await;
                continue;
            }
        };
        let router = router.clone();
        tokio::spawn(async move {
            let service = hyper::service::service_fn(move |request: Request<Incoming>| {
                router.clone().call(request)
            });
            let mut connection = hyper::server::conn::http1::Builder::new();
            connection.timer(TokioTimer::new()).header_read_timeout(PATIENCE);
            // What goes wrong with a connection concerns only whoever is at its other end.
            let _ = connection.serve_connection(TokioIo::new(stream), service).await;
            drop(permit);
        });
    }
}
