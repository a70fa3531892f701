//! The task and the finding of one trial: a learner that is trained and then tested.

use super::definition::cell;
use super::{Method, TdTraining};
use crate::kind::{FindingOf, Job};
use crate::scale::Scale;
use serde::{Deserialize, Serialize};

/// Everything that a trial depends on, apart from its seed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    /// The name of the game.
    pub game: String,
    /// The name of the role.
    pub role: String,
    /// The method of learning.
    pub method: Method,
    /// Number of matches that the learner learns from.
    pub matches: u64,
    /// Number of matches whose goals are summed together.
    pub step: u64,
    /// Number of matches in which the learner is tested.
    pub tests: u64,
    /// Largest number of features that are expanded.
    pub expanded: u64,
    /// Number of features that are enough, where restrictions are loosened.
    pub enough: u64,
}

/// The result of a trial.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Finding {
    /// Number of features in use.
    pub features: u64,
    /// Sum of the learner's goals in the matches of each step.
    pub sums: Vec<u64>,
    /// Sum of the learner's goals in all tests.
    pub learner: u64,
    /// Sums of the goals of the others in all tests, in the order of the rules; in games of one role, that of an
    /// opponent in the learner's place.
    pub others: Vec<u64>,
}

/// The highest goal of games.
const MAX_GOAL: u64 = 100;
/// Number of steps of a learning curve.
const STEPS: u64 = 50;

impl FindingOf<Task> for Finding {
    fn is_of(&self, task: &Task) -> bool {
        let max = task.tests.saturating_mul(MAX_GOAL);
        task.step > 0
            && self.sums.len() as u64 == task.matches / task.step
            && self.sums.iter().all(|&sum| sum <= task.step.saturating_mul(MAX_GOAL))
            && self.others.iter().chain([&self.learner]).all(|&sum| sum <= max)
    }
}

/// Returns the number of matches whose goals are summed together.
pub fn step(training: &TdTraining, scale: Scale) -> u64 {
    (training.matches.of(scale) / STEPS).max(1)
}

/// Returns all trials: the first of every cell, then the second of every cell, and so on.
pub fn jobs(training: &TdTraining, scale: Scale) -> Vec<Job<Task>> {
    let numbers = 0..training.trials.of(scale);
    let jobs = numbers.flat_map(|number| {
        training.triples().map(move |(row, role, learner)| {
            let task = Task {
                game: row.game.clone(),
                role: role.name.clone(),
                method: learner.method(),
                matches: training.matches.of(scale),
                step: step(training, scale),
                tests: training.tests.of(scale),
                expanded: training.expanded.of(scale),
                enough: training.enough,
            };
            Job::new(training.seed, cell(row, role, learner), number, task)
        })
    });
    jobs.collect()
}
