//! Matches in this process: [`Match`] plays one, [`Series`] many, [`Standings`] tells what came of them.
//!
//! The players think one after the other, so that a player which uses all cores has them to itself. A role with a single legal
//! move makes it without thinking, unless the [`Match`] says otherwise. A role that is called `random` is played at random
//! and by nobody, as the referees of the network do it.

mod conditions;
mod crew;
mod guard;
mod roles;
mod seed;
mod series;
mod single;
mod standings;
#[cfg(test)]
pub(crate) mod tests;
mod venue;

pub use conditions::{Budget, Conditions};
pub use crew::{GoOn, share};
pub use guard::Conduct;
pub use roles::Roles;
pub use series::{Finished, Series};
pub use single::{Entrant, Match, MatchError, Played};
pub use standings::{Standing, Standings};
pub use venue::Venue;

pub(crate) use seed::derived;
