//! The accuracy of playouts, game by game.

use super::{Estimate, Estimates, Finding, Row, Sampled, StateKind};
use crate::results::{Results, RowResults};
use play::statistics::Sample;
use std::cmp::Ordering;

/// The findings of all trials of a game.
#[derive(Clone, Debug)]
pub struct GameEstimates<'a> {
    /// The row of the game.
    pub row: &'a Row,
    /// The findings of its trials.
    pub findings: Vec<&'a Finding>,
}

/// The errors of playouts in states of a kind. Trials are independent of each other, states of the same match are not:
/// so every trial with such states counts once, with the mean of its states.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Accuracy {
    /// Number of states that the trees proposed.
    pub proposed: u64,
    /// Number of these that were searched again.
    pub searched: u64,
    /// Number of these that are of this kind, and were played out.
    pub states: u64,
    /// Values of the states.
    pub reference: Sample,
    /// Errors of random playouts.
    pub random: Sample,
    /// Errors of guided playouts.
    pub guided: Sample,
    /// Differences between the errors of random playouts and those of guided ones.
    pub gain: Sample,
}

impl<'a> GameEstimates<'a> {
    /// Returns the findings of all games.
    pub fn all(
        estimates: &'a Estimates,
        results: &Results<'a, Estimates>,
    ) -> Vec<GameEstimates<'a>> {
        let rows = results.by_row(&estimates.rows, |row| [((), row.game.clone())]);
        let of_row = |it: RowResults<'a, Estimates, &'a Row, ()>| {
            let row = it.row;
            GameEstimates { row, findings: it.findings().flat_map(|(_, found)| found).collect() }
        };
        rows.map(of_row).collect()
    }

    /// Returns the errors of playouts in states of a kind.
    pub fn accuracy(&self, kind: StateKind) -> Accuracy {
        let mut accuracy = Accuracy::default();
        self.findings.iter().for_each(|finding| accuracy.add(finding.sampled(kind)));
        accuracy
    }
}

impl Accuracy {
    fn add(&mut self, sampled: &Sampled) {
        self.proposed += sampled.proposed;
        self.searched += sampled.looked;
        self.states += sampled.estimates.len() as u64;
        let mean = |value: fn(&Estimate) -> f64| {
            sampled.estimates.iter().map(value).collect::<Sample>().mean()
        };
        let error = [mean(Estimate::random_error), mean(Estimate::guided_error)];
        let ([Some(random), Some(guided)], Some(reference)) = (error, mean(|it| it.reference))
        else {
            return;
        };
        self.reference.add(reference);
        self.random.add(random);
        self.guided.add(guided);
        self.gain.add(random - guided);
    }

    /// Returns whether guided playouts are more accurate (`Greater`) or less, by a paired t-test over trials with two
    /// sides and p < 0.05; `None` if there are too few trials.
    pub fn verdict(&self) -> Option<Ordering> {
        let (mean, margin) = (self.gain.mean()?, self.gain.margin()?);
        if mean.abs() <= margin { Some(Ordering::Equal) } else { mean.partial_cmp(&0.0) }
    }
}
