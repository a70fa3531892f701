//! The arena as programs and browsers meet it: over a socket.

mod attacks;
mod matches;
mod open;
mod rules;
mod visits;
