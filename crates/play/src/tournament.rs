//! Tournaments: matches of all players against each other in several games, in one or several runs of the program.
//!
//! A [`Tournament`] is read from a text in TOML and has a schedule of [`ScheduledMatch`]es; [`play`] plays those
//! without a result; [`TournamentResults`] are the finished matches, a line of JSON for each; [`report`] returns
//! ratings and tables of results as text. The program that calls this module stores the texts.

mod plan;
mod report;
mod results;
mod run;
mod schedule;
#[cfg(test)]
mod tests;

pub use plan::{Tournament, TournamentError};
pub use report::report;
pub use results::{TournamentRecord, TournamentResults, TournamentResultsError};
pub use run::{ScheduledMatchError, play};
pub use schedule::ScheduledMatch;
