//! The findings of all roles.

use super::definition::cell;
use super::{FeatureTrees, Finding, Row, WeightSource};
use crate::results::Results;

/// The findings of a role.
#[derive(Clone, Debug)]
pub struct RoleTrees<'a> {
    /// The row of the game.
    pub row: &'a Row,
    /// The name of the role.
    pub role: &'a str,
    /// The finding of each source of weights that is finished.
    pub found: Vec<(WeightSource, &'a Finding)>,
}

impl<'a> RoleTrees<'a> {
    /// Returns the findings of all roles.
    pub fn all(trees: &'a FeatureTrees, results: &Results<'a, FeatureTrees>) -> Vec<RoleTrees<'a>> {
        let sources = |(row, role): (&'a Row, &'a str)| {
            WeightSource::ALL.map(|source| (source, cell(row, role, source)))
        };
        let roles = results.by_row(trees.roles(), sources).map(|it| {
            let (row, role) = it.row;
            RoleTrees { row, role, found: it.first_findings().collect() }
        });
        roles.collect()
    }
}
