//! The curves of learners, from their trials.

use super::definition::cell;
use super::{Finding, Learner, LearningCurves, Panel};
use crate::figure::line_chart::Point;
use crate::journal::LineOf;
use crate::results::Results;
use play::statistics::Sample;

/// The results of a panel.
#[derive(Clone, Debug)]
pub struct PanelResults<'a> {
    /// The panel of the learners.
    pub panel: &'a Panel,
    /// The results of each learner.
    pub learners: Vec<LearnerResults<'a>>,
}

/// The results of a learner.
#[derive(Clone, Debug)]
pub struct LearnerResults<'a> {
    /// The definition of the learner.
    pub learner: &'a Learner,
    /// The trials.
    pub trials: Vec<&'a LineOf<LearningCurves>>,
}

impl<'a> PanelResults<'a> {
    /// Returns the results of all panels.
    pub fn all(
        curves: &'a LearningCurves,
        results: &Results<'a, LearningCurves>,
    ) -> Vec<PanelResults<'a>> {
        let learners = |panel: &'a Panel| {
            panel.learners.iter().map(move |learner| (learner, cell(panel, learner)))
        };
        let panels = results.by_row(&curves.panels, learners).map(|it| {
            let learner = |(learner, trials)| LearnerResults { learner, trials };
            PanelResults { panel: it.row, learners: it.cells.into_iter().map(learner).collect() }
        });
        panels.collect()
    }
}

impl LearnerResults<'_> {
    /// Returns the curve: after every step of the window the mean of the last matches, of as many as there are in the
    /// beginning.
    pub fn points(&self, panel: &Panel) -> Vec<Point> {
        let (step, wide) = (panel.step(), (panel.window / panel.step()) as usize);
        let steps = self.trials.iter().map(|trial| trial.finding.sums.len()).min().unwrap_or(0);
        let point = |end: usize| {
            let first = end.saturating_sub(wide);
            let matches = (end - first) as u64 * step;
            let mean = |trial: &&LineOf<LearningCurves>| {
                trial.finding.sums[first..end].iter().sum::<u64>() as f64 / matches as f64
            };
            Point { matches: end as u64 * step, sample: self.trials.iter().map(mean).collect() }
        };
        (1..=steps).map(point).collect()
    }

    /// Returns the numbers of matches of all trials, which end when the learner wins often enough; those in which it
    /// never does count with all their matches.
    pub fn needed_matches(&self) -> Sample {
        self.trials.iter().map(|trial| trial.finding.matches(&trial.task) as f64).collect()
    }

    /// Returns the share of reached afterstates about which something was known before, if any was reached.
    pub fn known_share(&self) -> Option<f64> {
        let sum = |count: fn(&Finding) -> u64| -> u64 {
            self.trials.iter().map(|trial| count(&trial.finding)).sum()
        };
        let (known, reached) = (sum(|it| it.known), sum(|it| it.afterstates));
        (reached > 0).then(|| known as f64 / reached as f64)
    }
}
