//! The counts of all games.

use super::definition::cell;
use super::{FeatureCounts, Finding, RestrictionLevel, Row};
use crate::results::Results;

/// The counts of a game.
#[derive(Clone, Debug)]
pub struct GameFeatures<'a> {
    /// The row of the game.
    pub row: &'a Row,
    /// The counts of each level of restrictions that is finished.
    pub counts: Vec<(RestrictionLevel, &'a Finding)>,
}

impl<'a> GameFeatures<'a> {
    /// Returns the counts of all games.
    pub fn all(
        counts: &'a FeatureCounts,
        results: &Results<'a, FeatureCounts>,
    ) -> Vec<GameFeatures<'a>> {
        let levels =
            |row: &'a Row| counts.restrictions.iter().map(move |&level| (level, cell(row, level)));
        let rows = results.by_row(&counts.rows, levels);
        rows.map(|it| GameFeatures { row: it.row, counts: it.first_findings().collect() }).collect()
    }

    /// Returns the counts with some restrictions, if that is finished.
    pub fn of(&self, level: RestrictionLevel) -> Option<&'a Finding> {
        self.counts.iter().find(|(other, _)| *other == level).map(|(_, finding)| *finding)
    }
}
