//! Matches in this process: a [`Match`], a [`Series`] of them, and the [`Standings`] of their results.
//!
//! The players think one after the other, so that a player which uses all cores has them to itself. A role with a
//! single legal move makes it without thinking, unless the [`Match`] has `ponder`. A role that is called `random` needs
//! no player: it makes random moves, as it does with the referees of the network.

mod conditions;
mod guarded_player;
mod new_knowledge;
mod parallel;
mod roles;
mod seed;
mod series;
mod single;
mod standings;
#[cfg(test)]
pub(crate) mod tests;

pub use conditions::{Budget, Conditions};
pub use guarded_player::PlayerStats;
pub use new_knowledge::new_knowledge;
pub use parallel::{GoOn, run_jobs};
pub use roles::Roles;
pub use series::{Series, SeriesMatch};
pub use single::{Match, MatchError, Participant, PlayedMatch};
pub use standings::{PlayerStanding, Standings};

pub(crate) use seed::derived;
