//! HTTP for the GGP protocol: a client and a server over plain sockets.
//!
//! GGP programs send requests that HTTP libraries refuse: requests without a length, which end where the stream or the
//! message ends, messages in the path of a GET, and header names in unusual case. A connection carries one message and
//! its answer.

mod client;
mod head;
mod server;

pub use client::{Address, AddressError, RequestFailure, ask};
pub use server::{Delivery, Reply, Request, Service, serve};

use std::time::Duration;

/// The default port of a player.
pub const DEFAULT_PORT: u16 = 9147;

/// Largest size in bytes of the first line and the headers; a GET has its whole message there.
const MAX_HEAD: usize = 1 << 20;
/// Largest size of a message in bytes.
const MAX_BODY: usize = 8 << 20;
/// Longest silence of a peer in the middle of a request.
const MAX_SILENCE: Duration = Duration::from_secs(10);
/// Longest time for a request, even if its bytes keep coming.
const MAX_REQUEST: Duration = Duration::from_secs(60);
