//! The results of learners, role by role.

use super::definition::cell;
use super::{Finding, Learner, Row, TdTraining, TrainedRole, task};
use crate::figure::line_chart::Point;
use crate::results::Results;
use play::statistics::Sample;

/// Number of steps whose mean is a point of a curve.
const WINDOW: usize = 5;

/// The results of a role.
#[derive(Clone, Debug)]
pub struct RoleResults<'a> {
    /// The row of the game.
    pub row: &'a Row,
    /// The role of the learners.
    pub role: &'a TrainedRole,
    /// The findings of all trials of each learner.
    pub learners: Vec<(&'a Learner, Vec<&'a Finding>)>,
    step: u64,
    tests: u64,
}

impl<'a> RoleResults<'a> {
    /// Returns the results of all roles.
    pub fn all(
        training: &'a TdTraining,
        results: &Results<'a, TdTraining>,
    ) -> Vec<RoleResults<'a>> {
        let learners = |(row, role): (&'a Row, &'a TrainedRole)| {
            training.learners.iter().map(move |learner| (learner, cell(row, role, learner)))
        };
        let step = task::step(training, results.scale);
        let tests = training.tests.of(results.scale);
        let roles = results.by_row(training.roles(), learners).map(|it| {
            let (row, role) = it.row;
            RoleResults { row, role, learners: it.findings().collect(), step, tests }
        });
        roles.collect()
    }

    /// Returns the mean goals of a learner in tests, one for each trial.
    pub fn tested(&self, place: usize) -> Sample {
        let mean = |it: &&Finding| it.learner as f64 / self.tests as f64;
        self.learners[place].1.iter().map(mean).collect()
    }

    /// Returns the mean goals of each of the others in tests.
    pub fn others(&self, place: usize) -> Vec<Sample> {
        let trials = &self.learners[place].1;
        let count = trials.first().map_or(0, |it| it.others.len());
        let mean = |other: usize| {
            let goals = trials.iter().filter_map(|it| it.others.get(other));
            goals.map(|&sum| sum as f64 / self.tests as f64).collect()
        };
        (0..count).map(mean).collect()
    }

    /// Returns the curve of a learner: the mean goal of the last matches.
    pub fn points(&self, place: usize) -> Vec<Point> {
        let trials = &self.learners[place].1;
        let steps = trials.iter().map(|it| it.sums.len()).min().unwrap_or(0);
        let point = |end: usize| {
            let first = end.saturating_sub(WINDOW);
            let matches = (end - first) as u64 * self.step;
            let mean =
                |it: &&Finding| it.sums[first..end].iter().sum::<u64>() as f64 / matches as f64;
            Point { matches: end as u64 * self.step, sample: trials.iter().map(mean).collect() }
        };
        (1..=steps).map(point).collect()
    }

    /// Returns the number of matches whose mean is a point of a curve.
    pub fn window(&self) -> u64 {
        WINDOW as u64 * self.step
    }
}
