//! The task and the finding of one trial: the features of a game, generated with some restrictions.

use super::definition::cell;
use super::{FeatureCounts, RestrictionLevel, Row};
use crate::kind::{FindingOf, Job};
use crate::scale::Scale;
use crate::seed::seed;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Everything that the counts depend on, apart from the seed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    /// The name of the game.
    pub game: String,
    /// The restrictions with which features are generated.
    #[serde(rename = "way")]
    pub restrictions: RestrictionLevel,
    /// Largest number of features that are expanded.
    pub expanded: u64,
    /// Number of features that are enough, where restrictions are loosened.
    pub enough: u64,
    /// Number of states in which the reference machine evaluates the selected features too.
    pub verified: u64,
}

/// The counts of a game's features.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Finding {
    /// Number of features that each transformation made, including those that existed before.
    pub made: BTreeMap<String, u64>,
    /// Number of different features.
    pub unique: u64,
    /// Whether all features were generated.
    pub is_complete: bool,
    /// Number of features that were considered.
    pub tried: u64,
    /// Number of features that were selected.
    pub selected: u64,
    /// Seconds of generating features.
    pub generating: f64,
    /// Seconds of selecting features.
    pub selecting: f64,
    /// Microseconds of evaluating the selected features in a state.
    pub evaluating: f64,
    /// Number of states in which the reference machine counted the same.
    pub verified: u64,
}

impl Finding {
    /// Returns the number of features that were made, including those that existed before.
    pub fn made(&self) -> u64 {
        self.made.values().fold(0, |sum, &count| sum.saturating_add(count))
    }
}

impl FindingOf<Task> for Finding {
    fn is_of(&self, _task: &Task) -> bool {
        let Finding { unique, selected, tried, generating, selecting, evaluating, .. } = *self;
        selected <= tried
            && tried <= unique
            && unique <= self.made()
            && [generating, selecting, evaluating].iter().all(|it| it.is_finite() && *it >= 0.0)
    }
}

/// Returns all trials, game by game and level by level.
pub fn jobs(counts: &FeatureCounts, scale: Scale) -> Vec<Job<Task>> {
    let job = |(row, level): (&Row, RestrictionLevel)| Job {
        cell: cell(row, level),
        number: 0,
        // All cells of a game have the same seed, so that they see the same states.
        seed: seed(counts.seed, &row.game, 0),
        task: Task {
            game: row.game.clone(),
            restrictions: level,
            expanded: counts.expanded.of(scale),
            enough: counts.enough,
            verified: counts.verified.of(scale),
        },
    };
    counts.pairs().map(job).collect()
}
