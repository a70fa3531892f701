//! As much HTTP as the GGP protocol needs, both sides of it, over plain sockets.
//!
//! GGP programs bend HTTP in ways that libraries refuse: requests without a length, which end where the stream or the
//! message ends, messages in the path of a GET, header names in odd cases. A connection carries one message and its answer.

mod client;
mod head;
mod server;

pub use client::{Address, AddressError, Failure, ask};
pub use server::{Delivery, Reply, Request, Service, serve};

use std::time::Duration;

/// The port on which players wait.
pub const DEFAULT_PORT: u16 = 9147;

/// The first line and the headers have at most this many bytes; a GET has its whole message there.
const MAX_HEAD: usize = 1 << 20;
/// A message has at most this many bytes.
const MAX_BODY: usize = 8 << 20;
/// A peer may be silent for so long in the middle of a request.
const MAX_SILENCE: Duration = Duration::from_secs(10);
/// A request takes at most this long, however steadily its bytes drip in.
const MAX_REQUEST: Duration = Duration::from_secs(60);
