//! The HTTP server: it accepts connections, limits their number, and closes those that send no request in time.

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

/// Time in which a connection has to send its request.
const REQUEST_TIME: Duration = Duration::from_secs(10);

/// Returns the routes of all pages and of the API.
pub fn router(arena: &Arc<Arena>) -> Router {
    Router::new()
        .merge(pages::router())
        .nest("/api", api::router())
        .fallback(pages::not_found)
        .layer(DefaultBodyLimit::max(arena.limits.request_bytes))
        .layer(axum::middleware::from_fn_with_state(Arc::clone(arena), guard::check_request))
        .with_state(Arc::clone(arena))
}

/// Answers requests until `closing` is ready.
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
    // Connections that stream the events of a match never end by themselves.
    runtime.shutdown_background();
    Ok(())
}

/// Pause before the next connection is accepted after an error, such as too many open files.
const ERROR_PAUSE: Duration = Duration::from_millis(50);

async fn accept(arena: &Arc<Arena>, listener: &tokio::net::TcpListener) -> std::io::Result<()> {
    let router = router(arena);
    let room = Arc::new(Semaphore::new(arena.limits.connections));
    loop {
        let Ok(permit) = Arc::clone(&room).acquire_owned().await else { return Ok(()) };
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            Err(_) => {
                tokio::time::sleep(ERROR_PAUSE).await;
                continue;
            }
        };
        let router = router.clone();
        tokio::spawn(async move {
            let service = hyper::service::service_fn(move |request: Request<Incoming>| {
                router.clone().call(request)
            });
            let mut connection = hyper::server::conn::http1::Builder::new();
            connection.timer(TokioTimer::new()).header_read_timeout(REQUEST_TIME);
            // An error of one connection does not concern the others.
            let _ = connection.serve_connection(TokioIo::new(stream), service).await;
            drop(permit);
        });
    }
}
