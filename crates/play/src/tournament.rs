//! Tournaments: everybody against everybody in several games, over as many runs of the program as it takes.
//!
//! A [`Tournament`] is read from a text in TOML and tells which matches there are ([`Fixture`]); [`play`] plays those that are left;
//! [`Results`] are what was played, a line of JSON for each match; [`report`] tells what came of it. Where the texts are
//! kept is up to the program.

mod fixture;
mod plan;
mod report;
mod results;
mod run;
#[cfg(test)]
mod tests;

pub use fixture::Fixture;
pub use plan::{Tournament, TournamentError};
pub use report::report;
pub use results::{Record, Results, ResultsError};
pub use run::{FixtureError, play};
