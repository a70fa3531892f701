//! Matches: players under test (columns) against one baseline player, in games of two roles (rows).

mod definition;
mod differences;
mod figure;
mod method;
pub(super) mod perform;
mod report;
mod results;
mod speed;
mod task;

pub use definition::{Cell, Column, MatchRow, Matches, Reported, Row};
pub use results::{Comparison, Effort, MatchTable, Tally};
pub use task::{Finding, Task};
