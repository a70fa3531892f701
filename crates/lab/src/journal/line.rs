//! One line of results: a finished task, with the program and the machine that performed it.

use super::Source;
use crate::kind::Job;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// A finished task, as it is written to the file of results.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Line<T, F> {
    /// The name of the experiment.
    pub experiment: String,
    /// The cell of the experiment's table.
    pub cell: String,
    /// The number of the task within its cell, from 0.
    pub number: u64,
    /// The seed of all random choices.
    pub seed: u64,
    /// The task that was performed.
    pub task: T,
    /// The result of the task.
    pub finding: F,
    /// The seconds that the task took.
    pub seconds: f64,
    /// The number of tasks that were performed at once, if it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub threads: Option<u64>,
    /// The version of the program.
    pub version: String,
    /// The commit that the program was built from, if it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    /// The processor and the number of its cores, if they are known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub machine: Option<String>,
    /// The SHA-256 of each rule sheet that the experiment names, by the name of the game.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub sheets: BTreeMap<String, String>,
}

/// The program and the machine that performed tasks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Provenance {
    /// The version of the program.
    pub version: String,
    /// The commit that it was built from, if it is known.
    pub commit: Option<String>,
    /// The processor and the number of its cores, if they are known.
    pub machine: Option<String>,
}

impl<T: Clone + PartialEq + Serialize, F: Serialize> Line<T, F> {
    /// Makes the line of a finished task.
    pub fn new(
        source: &Source,
        job: &Job<T>,
        finding: F,
        seconds: f64,
        threads: usize,
        provenance: &Provenance,
    ) -> Line<T, F> {
        let Job { cell, number, seed, task } = job.clone();
        let Provenance { version, commit, machine } = provenance.clone();
        Line {
            experiment: source.experiment.clone(),
            cell,
            number,
            seed,
            task,
            finding,
            seconds: rounded(seconds),
            threads: Some(threads as u64),
            version,
            commit,
            machine,
            sheets: source.sheets.clone(),
        }
    }

    /// Returns the line as JSON, with its end.
    ///
    /// # Panics
    /// Never: a line has only texts and numbers.
    pub fn text(&self) -> String {
        let text = serde_json::to_string(self).expect("texts and numbers can be written");
        format!("{text}\n")
    }

    /// Returns the program and the machine that performed the task.
    pub fn provenance(&self) -> Provenance {
        let (version, commit) = (self.version.clone(), self.commit.clone());
        Provenance { version, commit, machine: self.machine.clone() }
    }

    /// Describes what of the task is not as it was performed: the experiment, the task, the seed or a rule sheet.
    pub(super) fn difference(&self, source: &Source, job: &Job<T>) -> Option<String> {
        let differs = |key: &str, done: &str, ordered: &str| {
            Some(format!("{key} {done}, and the experiment has {ordered}"))
        };
        if self.experiment != source.experiment {
            differs("experiment", &self.experiment, &source.experiment)
        } else if self.task != job.task {
            let [done, ordered] =
                [&self.task, &job.task].map(|task| serde_json::to_value(task).unwrap_or_default());
            let (key, done, ordered) = first_difference(done, ordered);
            differs(&key, &done, &ordered)
        } else if self.seed != job.seed {
            differs("seed", &self.seed.to_string(), &job.seed.to_string())
        } else if self.sheets != source.sheets {
            differs(
                "the rule sheets",
                &format!("{:?}", self.sheets),
                &format!("{:?}", source.sheets),
            )
        } else {
            None
        }
    }
}

/// Returns the first key of two tasks whose values differ, with both values as JSON.
fn first_difference(done: Value, ordered: Value) -> (String, String, String) {
    if let (Value::Object(done), Value::Object(ordered)) = (&done, &ordered) {
        let keys = done.keys().chain(ordered.keys());
        for key in keys {
            let [one, other] =
                [done, ordered].map(|task| task.get(key).cloned().unwrap_or_default());
            if one != other {
                return (format!("`{key}`"), one.to_string(), other.to_string());
            }
        }
    }
    ("the task".to_owned(), done.to_string(), ordered.to_string())
}

/// Rounds to milliseconds, which are precise enough and keep the lines short.
fn rounded(seconds: f64) -> f64 {
    (seconds * 1000.0).round() / 1000.0
}
