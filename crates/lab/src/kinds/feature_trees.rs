//! Feature trees: how many features of single facts a game has, which of them matter, and the result of learning
//! weights for all of them (Kuhlmann 2010, chapter 7).
//!
//! Every role of a game has three cells: `GAME.ROLE/document`, where features are chosen among others with random
//! weights, as the document does, `GAME.ROLE/alone`, where all others have no weight, and `GAME.ROLE/learnt`, where
//! weights of all features are learned. The weights of each are tested in matches against a player.

mod definition;
mod perform;
mod report;
mod results;
mod task;

pub use definition::{FeatureTrees, Reported, Row, TreeRow, WeightSource};
pub use results::RoleTrees;
pub use task::{Finding, Outcome, Score, Task, TestedFeature, WeightedFeature, Work};
