//! The kinds of experiments: the registry, and a module for each kind. A new kind is a new module and one row of
//! `KINDS`.

pub mod estimates;
pub mod feature_counts;
pub mod feature_trees;
pub mod learning_curves;
pub mod matches;
pub mod td_training;
pub mod wins;

use crate::experiment::{Definition, read_kind};
use crate::kind::Report;

/// All kinds of experiments.
pub(crate) static KINDS: &[Row] = &[
    Row::of::<matches::Matches>(),
    Row::of::<wins::Wins>(),
    Row::of::<learning_curves::LearningCurves>(),
    Row::of::<estimates::Estimates>(),
    Row::of::<feature_counts::FeatureCounts>(),
    Row::of::<td_training::TdTraining>(),
    Row::of::<feature_trees::FeatureTrees>(),
];

/// A kind in the registry.
pub(crate) struct Row {
    /// The name of the kind in the files of experiments.
    pub name: &'static str,
    /// Reads the file of an experiment of this kind.
    pub read: fn(&str) -> Result<Definition, toml::de::Error>,
}

impl Row {
    const fn of<K: Report>() -> Row {
        Row { name: K::NAME, read: read_kind::<K> }
    }
}

/// Returns the names of all kinds.
pub fn names() -> impl Iterator<Item = &'static str> {
    KINDS.iter().map(|row| row.name)
}
