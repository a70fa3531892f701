//! The figure of learning curves: a chart for each panel.

use super::{LearnerResults, LearningCurves, PanelResults};
use crate::figure::line_chart::{Chart, charts};
use crate::results::Results;

/// Draws the curves so far; `None` if no panel has curves.
pub fn curves(curves: &LearningCurves, results: &Results<LearningCurves>) -> Option<String> {
    let all = PanelResults::all(curves, results).into_iter();
    let shown: Vec<PanelResults> = all.filter(|it| it.panel.until.is_none()).collect();
    let chart = |it: &PanelResults| {
        let line =
            |learner: &LearnerResults| (learner.learner.title.clone(), learner.points(it.panel));
        let lines = it.learners.iter().map(line).collect();
        Chart { title: it.panel.title.clone(), window: it.panel.window, lines }
    };
    (!shown.is_empty()).then(|| charts(shown.iter().map(chart).collect()))
}
