//! Feature trees (document 000, chapter 7): facts are sorted by conditions on their parts, and what is left at each node is counted.
//!
//! A [`Tree`] has a [`Qualifier`] on every edge and [`Aggregator`]s at its nodes; [`candidates()`] makes all that the facts of a game allow, a
//! [`Reader`] evaluates them in states and leaves out those that never change, [`select()`] finds out by matches which of them matter, and
//! [`Linear`] learns weights for all of them.

mod candidates;
mod grow;
mod layout;
mod linear;
mod pivot;
mod reader;
mod searcher;
mod tree;
mod worth;

pub use candidates::candidates;
pub use grow::{states, take_turns};
pub use layout::{Grid, Layout, Literal};
pub use linear::Linear;
pub use pivot::{Chosen, Trials, select};
pub use reader::Reader;
pub use searcher::Searcher;
pub use tree::{Aggregator, Qualifier, Tree};
