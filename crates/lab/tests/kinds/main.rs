//! Kinds of experiments: their tasks, their reports, and what is refused.

mod common;
mod estimates;
mod feature_counts;
mod feature_trees;
mod learning_curves;
mod matches;
mod td_training;
mod wins;
