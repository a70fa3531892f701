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
        let of_role = |(row, role): (&'a Row, &'a str)| {
            let of_source = |source: WeightSource| {
                let line = results.of_cell(&cell(row, role, source)).next()?;
                Some((source, &line.finding))
            };
            RoleTrees {
                row,
                role,
                found: WeightSource::ALL.into_iter().filter_map(of_source).collect(),
            }
        };
        trees.roles().map(of_role).collect()
    }
}
