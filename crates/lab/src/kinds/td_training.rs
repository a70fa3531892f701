//! TD training: learners of the weights of features, trained and tested role by role against players that look one move
//! ahead for states near to their goals (Günther 2008, chapter 6).
//!
//! Every role of a game has a cell for each learner, `GAME.ROLE/LEARNER`. A trial trains a learner and then tests it,
//! with weights that no longer change; in games of one role, one of its opponents is tested in its place.

mod definition;
mod figure;
mod perform;
mod report;
mod results;
mod task;

pub use definition::{Learner, Method, Row, Shows, TdTraining, TrainedRole, TrainingRow};
pub use results::RoleResults;
pub use task::{Finding, Task};
