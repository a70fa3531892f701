//! The task and the finding of one trial of a learner.

use super::definition::cell;
use super::{LearningCurves, Transfer};
use crate::kind::{FindingOf, Job};
use crate::scale::Scale;
use crate::value_game::{Opponent, StartState};
use learn::values::UpdateRule;
use serde::{Deserialize, Serialize};

/// Everything that a trial depends on, apart from its seed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    /// The name of the game.
    pub game: String,
    /// The number of the role that learns, from 0.
    pub role: usize,
    /// The update rule of the learner.
    pub rule: UpdateRule,
    /// The opponent of the learner.
    pub opponent: Opponent,
    /// The state in which matches begin.
    pub starts: StartState,
    /// Probability of a random move in the place of the best.
    pub exploration: f64,
    /// Largest number of matches.
    pub matches: u64,
    /// Number of matches whose mean is a point of the curve.
    pub window: u64,
    /// Number of matches by which the window moves.
    pub step: u64,
    /// Percentage of won matches in a window at which the trial ends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<f64>,
    /// The initial knowledge, if there is some.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub transfer: Option<Transfer>,
}

/// The result of a trial.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Finding {
    /// Number of different afterstates that the learner reached.
    pub afterstates: u64,
    /// Number of these about which it knew something before.
    pub known: u64,
    /// Sum of the learner's goals in the matches of each step.
    pub sums: Vec<u64>,
}

/// The highest goal of games.
const MAX_GOAL: u64 = 100;

impl Finding {
    /// Returns the number of matches of the trial.
    pub fn matches(&self, task: &Task) -> u64 {
        self.sums.len() as u64 * task.step
    }

    /// Returns whether the trial ended because the learner won often enough.
    pub fn is_reached(&self, task: &Task) -> bool {
        task.until.is_some() && self.matches(task) < task.matches
    }
}

impl FindingOf<Task> for Finding {
    fn is_of(&self, task: &Task) -> bool {
        let max = task.step.saturating_mul(MAX_GOAL);
        task.step > 0
            && self.sums.iter().all(|&sum| sum <= max)
            && self.sums.len() as u64 <= task.matches / task.step
            && self.known <= self.afterstates
    }
}

/// Returns all trials: the first of every cell, then the second of every cell, and so on.
pub fn jobs(curves: &LearningCurves, scale: Scale) -> Vec<Job<Task>> {
    let numbers = 0..curves.trials.of(scale);
    let jobs = numbers.flat_map(|number| {
        curves.pairs().map(move |(panel, learner)| {
            let task = Task {
                game: panel.game.clone(),
                role: panel.role,
                rule: panel.rule,
                opponent: panel.opponent,
                starts: panel.starts,
                exploration: panel.exploration,
                matches: panel.matches.of(scale),
                window: panel.window,
                step: panel.step(),
                until: panel.until,
                transfer: learner.transfer.clone(),
            };
            Job::new(curves.seed, cell(panel, learner), number, task)
        })
    });
    jobs.collect()
}
