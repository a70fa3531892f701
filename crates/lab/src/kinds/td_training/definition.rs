//! The definition of TD training: the section `[td-training]` of an experiment's file.

use super::perform::Setup;
use super::{Task, task};
use crate::checks::{MAX_TASKS, check_names, check_numbers};
use crate::game_row::{self, GameRow};
use crate::kind::{Job, Kind};
use crate::scale::{PerScale, Scale};
use serde::{Deserialize, Serialize};

/// The highest goal of games.
const MAX_GOAL: f64 = 100.0;

/// A list of games for whose roles learners are trained.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TdTraining {
    /// The seed from which those of all trials are derived.
    pub seed: u64,
    /// The choices that the document leaves open, for the report.
    pub settings: String,
    /// Number of trials of each learner.
    pub trials: PerScale,
    /// Number of matches that a learner learns from.
    pub matches: PerScale,
    /// Number of matches in which it is tested afterwards.
    pub tests: PerScale,
    /// Largest number of features that are expanded.
    pub expanded: PerScale,
    /// Number of features that are enough, where restrictions are loosened.
    pub enough: u64,
    /// The results that are shown.
    pub shows: Shows,
    /// The learners, each a column of the table.
    pub learners: Vec<Learner>,
    /// The games with their roles.
    pub rows: Vec<Row>,
}

/// The results that a report shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shows {
    /// Goals of learners in tests.
    Tests,
    /// Goals of learners while they learn.
    Curves,
}

/// A learner and its method.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Learner {
    /// The name on the command line: lower-case letters, digits and hyphens.
    pub name: String,
    /// The title in the report.
    pub title: String,
    /// Whether restrictions are loosened, and features go beyond the document.
    #[serde(default)]
    pub extended: bool,
    /// Number of matches of strong players that it learns from first.
    #[serde(default)]
    pub experts: u64,
    /// Number of simulations of these players for each move.
    #[serde(default)]
    pub simulations: u64,
}

impl Learner {
    /// Returns the method of the learner.
    pub fn method(&self) -> Method {
        let Learner { extended, experts, simulations, .. } = *self;
        Method { extended, experts, simulations }
    }
}

/// A method of learning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Method {
    /// Whether restrictions are loosened, and features go beyond the document.
    pub extended: bool,
    /// Number of matches of strong players that it learns from first.
    pub experts: u64,
    /// Number of simulations of these players for each move.
    pub simulations: u64,
}

/// A game, and the roles for which learners are trained.
pub type Row = GameRow<TrainingRow>;

/// The keys of a row besides the game.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrainingRow {
    /// The roles, by their names in the rules.
    pub roles: Vec<TrainedRole>,
}

/// A role for which learners are trained.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrainedRole {
    /// The name in the rules.
    pub name: String,
    /// The goals that the document reports: that of the learner, then those of the others.
    #[serde(default)]
    pub reported: Vec<f64>,
}

/// Largest number of matches that a learner learns from or is tested in.
const MAX_MATCHES: u64 = 1_000_000;

impl TdTraining {
    /// Returns each role with its game.
    pub(super) fn roles(&self) -> impl Iterator<Item = (&Row, &TrainedRole)> {
        self.rows.iter().flat_map(|row| row.rest.roles.iter().map(move |role| (row, role)))
    }

    /// Returns each learner with its role and game, in the order of the cells.
    pub(super) fn triples(&self) -> impl Iterator<Item = (&Row, &TrainedRole, &Learner)> {
        self.roles().flat_map(|(row, role)| self.learners.iter().map(move |it| (row, role, it)))
    }
}

impl Kind for TdTraining {
    const NAME: &'static str = "td-training";
    type Setup = Setup;

    fn check(&self, faults: &mut Vec<String>) {
        check_names("td-training.rows", self.games(), faults);
        let learners = self.learners.iter().map(|it| it.name.as_str());
        check_names("td-training.learners", learners, faults);
        check_numbers("td-training.trials", self.trials, MAX_TASKS, faults);
        check_numbers("td-training.matches", self.matches, MAX_MATCHES, faults);
        check_numbers("td-training.tests", self.tests, MAX_MATCHES, faults);
        check_numbers("td-training.expanded", self.expanded, MAX_MATCHES, faults);
        for Learner { name, experts, simulations, .. } in &self.learners {
            let (experts, simulations) = (*experts, *simulations);
            if experts > MAX_MATCHES || simulations > MAX_MATCHES || experts > 0 && simulations == 0
            {
                let key = format!("td-training.learners.{name}.experts");
                faults.push(format!("{key}: they make from 1 to {MAX_MATCHES} simulations"));
            }
        }
        for row in &self.rows {
            let key = format!("td-training.rows.{}.roles", row.game);
            if row.rest.roles.is_empty() {
                faults.push(format!("{key}: there is none"));
            }
            for role in &row.rest.roles {
                if role.reported.iter().any(|goal| !(0.0..=MAX_GOAL).contains(goal)) {
                    faults.push(format!("{key}.{}: goals are from 0 to {MAX_GOAL}", role.name));
                }
            }
        }
    }

    fn has_reported(&self) -> bool {
        self.roles().any(|(_, role)| !role.reported.is_empty())
    }

    fn games(&self) -> Vec<&str> {
        game_row::games(&self.rows)
    }

    fn jobs(&self, scale: Scale) -> Vec<Job<Task>> {
        task::jobs(self, scale)
    }
}

/// Returns the name of a cell.
pub(super) fn cell(row: &Row, role: &TrainedRole, learner: &Learner) -> String {
    format!("{}.{}/{}", row.game, role.name, learner.name)
}
