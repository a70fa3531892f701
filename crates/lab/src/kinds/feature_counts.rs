//! Feature counts: how many features the rules of games give, how many are selected, and how long that takes (Günther
//! 2008, chapter 6).
//!
//! Every game has a cell for each level of restrictions: `GAME/document`, with the restrictions of the document, `GAME/loosened`, with
//! restrictions that are loosened until there are enough features, and `GAME/extended`, with these and all extensions.

mod definition;
mod perform;
mod report;
mod results;
mod task;

pub use definition::{CountsRow, FeatureCounts, RestrictionLevel, Row, Shows};
pub use results::GameFeatures;
pub use task::{Finding, Task};
