//! Feature trees: features of single facts, sorted by conditions on their parts.
//!
//! A [`FeatureTree`] has a [`Qualifier`] on each edge and [`Aggregator`]s at its nodes. [`candidate_tree()`] makes all
//! features that the facts of a game allow, a [`TreeEvaluator`] evaluates them and leaves out those that never change,
//! [`select_features()`] finds by matches which of them matter, and [`LinearLearner`] learns weights for all of them.
//!
//! Follows `kuhl`, chapter 7. Contains no features with several facts (`features`).

mod board_layout;
mod candidate_tree;
mod fact_values;
mod feature_selection;
mod feature_tree;
mod linear_learner;
mod sampling;
mod search_agent;
mod t_test;
mod tree_evaluator;

pub use board_layout::{BoardLayout, FlatFact, Grid};
pub use candidate_tree::candidate_tree;
pub use feature_selection::{ChosenFeature, SelectionTrials, select_features};
pub use feature_tree::{Aggregator, FeatureTree, Qualifier};
pub use linear_learner::LinearLearner;
pub use sampling::{is_turn_taking, sample_states};
pub use search_agent::SearchAgent;
pub use tree_evaluator::TreeEvaluator;
