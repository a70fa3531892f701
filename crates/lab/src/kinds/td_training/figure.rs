//! The figure of TD training: a chart for each role, of the goals while learners learn.

use super::{RoleResults, Shows, TdTraining};
use crate::figure::line_chart::{Chart, charts};
use crate::results::Results;

/// Draws the curves so far; `None` if the experiment is about tests.
pub fn curves(training: &TdTraining, results: &Results<TdTraining>) -> Option<String> {
    if training.shows == Shows::Tests {
        return None;
    }
    let chart = |role: &RoleResults| Chart {
        title: format!("{}, {}", role.row.title, role.role.name),
        window: role.window(),
        lines: (0..role.learners.len())
            .map(|place| (role.learners[place].0.title.clone(), role.points(place)))
            .collect(),
    };
    Some(charts(RoleResults::all(training, results).iter().map(chart).collect()))
}
