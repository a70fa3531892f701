//! Tests of the arena over HTTP, as programs and browsers use it.

mod attacks;
mod matches;
mod open;
mod rules;
mod visits;
