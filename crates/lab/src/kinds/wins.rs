//! Wins: how often a player gets 100 points against others, in games of any number of roles, beside how often random
//! play does. The tasks are matches.

mod definition;
mod report;
mod results;

pub use definition::{Reported, Row, Wins, WinsRow};
pub use results::{Count, GameCounts};
