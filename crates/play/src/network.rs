//! Matches over the network, by the GGP protocol: a referee sends messages over HTTP, players answer them.
//!
//! `message` defines the messages, `http` transports them, `player` is the side that answers, `referee` the side that
//! asks.

pub mod http;
pub mod message;
pub mod player;
pub mod referee;
