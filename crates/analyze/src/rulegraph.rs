//! Graphs of rule sheets: what is left of rules if names mean nothing, and the order of rules and conditions.
//!
//! [`RuleGraph`] is that of document 000, section 5.1: two games are the same, up to names and order, if their graphs are. In
//! [`FreeGraph`] the order of arguments means nothing either; its automorphisms are symmetries of the game.

mod free;
mod ordered;

pub use free::{Applied, FreeGraph};
pub use ordered::RuleGraph;
