//! Trials to be made, who makes them, and what is written down of them.

use super::{Opponent, RuleName, StartsName, Transfer};
use crate::journal::{Entry, Job, difference};
use crate::order::ArenaError;
use serde::{Deserialize, Serialize};

/// A trial: a learner who begins, and all that what it comes to depends on.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    /// The experiment.
    pub experiment: String,
    /// The cell, PANEL/LEARNER.
    pub cell: String,
    /// Which trial of the cell, from 0.
    pub number: u64,
    /// The seed of all random choices.
    pub seed: u64,
    /// What is to be done.
    pub task: Task,
}

/// What is to be done in a trial.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Task {
    /// The game.
    pub game: String,
    /// The role that learns, from 0.
    pub role: usize,
    /// How.
    pub rule: RuleName,
    /// Whom against.
    pub opponent: Opponent,
    /// Where matches begin.
    pub starts: StartsName,
    /// How often any move is made, in the place of the best.
    pub exploration: f64,
    /// How many matches, at most.
    pub matches: u64,
    /// The mean of so many matches is looked at …
    pub window: u64,
    /// … after every so many.
    pub step: u64,
    /// The trial ends when so many percent of them were won.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<f64>,
    /// What the learner brings along.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub transfer: Option<Transfer>,
}

/// What came of a trial.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Learnt {
    /// What the learner got in all matches of each step together.
    pub sums: Vec<u64>,
    /// How many afterstates it reached …
    pub met: u64,
    /// … and of how many of them it knew something before.
    pub known: u64,
    /// How long it took.
    pub seconds: f64,
}

/// Makes trials, on several threads at once. What comes of one may depend on the trial alone, but for the time.
pub trait School: Sync {
    /// Makes a trial; nothing, if it was interrupted.
    fn teach(&self, trial: &Trial) -> Result<Option<Learnt>, ArenaError>;
}

/// A finished trial.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Course {
    /// The experiment.
    pub experiment: String,
    /// The cell, PANEL/LEARNER.
    pub cell: String,
    /// Which trial of the cell, from 0.
    pub number: u64,
    /// The seed.
    pub seed: u64,
    /// What was to be done.
    pub task: Task,
    /// How many afterstates were reached …
    pub met: u64,
    /// … and of how many of them something was known before.
    pub known: u64,
    /// How long it took.
    pub seconds: f64,
    /// What the learner got in all matches of each step together.
    pub sums: Vec<u64>,
}

impl Course {
    /// The record of a trial.
    pub fn new(trial: &Trial, learnt: Learnt) -> Course {
        Course {
            experiment: trial.experiment.clone(),
            cell: trial.cell.clone(),
            number: trial.number,
            seed: trial.seed,
            task: trial.task.clone(),
            met: learnt.met,
            known: learnt.known,
            seconds: (learnt.seconds * 1000.0).round() / 1000.0,
            sums: learnt.sums,
        }
    }

    /// How many matches there were.
    pub fn matches(&self) -> u64 {
        self.sums.len() as u64 * self.task.step
    }

    /// Whether the learner did so well that the trial ended.
    pub fn is_reached(&self) -> bool {
        self.task.until.is_some() && self.matches() < self.task.matches
    }
}

impl Job for Trial {
    const WHAT: &'static str = "trial";

    fn key(&self) -> (&str, u64) {
        (&self.cell, self.number)
    }
}

/// No goal is greater.
const MOST: u64 = 100;

impl Entry for Course {
    type Of = Trial;

    fn key(&self) -> (&str, u64) {
        (&self.cell, self.number)
    }

    fn gap(&self) -> Option<&'static str> {
        let most = self.task.step.saturating_mul(MOST);
        let fits = self.task.step > 0
            && self.sums.iter().all(|&sum| sum <= most)
            && self.sums.len() as u64 <= self.task.matches / self.task.step
            && self.known <= self.met;
        (!fits).then_some("its numbers do not fit together")
    }

    fn difference(&self, trial: &Trial) -> Option<String> {
        difference(
            (&self.experiment, &self.task, self.seed),
            (&trial.experiment, &trial.task, trial.seed),
        )
    }
}
