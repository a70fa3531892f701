//! Learning curves: how well learners of afterstate values do after a number of matches, with and without knowledge
//! from other games.
//!
//! A panel is a game that is learned by several learners, each in many trials; all others are compared with the first.
//! Where a panel says `until`, a trial ends as soon as the learner wins that percentage, and the number of matches
//! counts.

mod definition;
mod figure;
mod perform;
mod report;
mod results;
mod task;

pub use definition::{Learner, LearningCurves, Panel, Transfer};
pub use report::panel_text;
pub use results::{LearnerResults, PanelResults};
pub use task::{Finding, Task};
