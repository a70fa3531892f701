//! Estimates: the accuracy of playouts as estimates of states, of random playouts and of those that follow a heuristic.
//!
//! In each trial a tree search plays a match against itself, and its trees propose states in which much depends on the
//! move, *critical* ones, and states in which little does, *calm* ones. Some of them are searched again, and if the
//! searches agree, they are played out in both ways, and the means are compared with the value of the best move.

mod definition;
mod perform;
mod report;
mod results;
mod task;

pub use definition::{EstimateRow, Estimates, Row, StateKind};
pub use results::{Accuracy, GameEstimates};
pub use task::{Estimate, Finding, Sampled, Task};
