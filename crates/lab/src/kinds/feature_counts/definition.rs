//! The definition of feature counts: the section `[feature-counts]` of an experiment's file.

use super::perform::Setup;
use super::{Task, task};
use crate::checks::{check_names, check_numbers};
use crate::game_row::{self, GameRow};
use crate::kind::{Job, Kind};
use crate::scale::{PerScale, Scale};
use serde::{Deserialize, Serialize};

/// A list of games whose features are counted.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FeatureCounts {
    /// The seed from which those of all random games are derived.
    pub seed: u64,
    /// The choices that the document leaves open, for the report.
    pub settings: String,
    /// Largest number of features that are expanded.
    pub expanded: PerScale,
    /// Number of features that are enough, where restrictions are loosened.
    pub enough: u64,
    /// Number of states in which the reference machine evaluates the selected features too.
    pub verified: PerScale,
    /// The table that is shown.
    pub shows: Shows,
    /// The restrictions with which features are generated, each a cell of every game.
    #[serde(alias = "ways")]
    pub restrictions: Vec<RestrictionLevel>,
    /// The games, each a row of the table.
    pub rows: Vec<Row>,
}

/// A table of the document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shows {
    /// Numbers of features, and the time to evaluate them.
    Counts,
    /// Times of generating and selecting features.
    Times,
    /// Numbers of features that each transformation makes.
    Transformations,
}

/// A game, and the figures of the document.
pub type Row = GameRow<CountsRow>;

/// The keys of a row besides the game.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CountsRow {
    /// The figures of the document, in the order of its table.
    #[serde(default)]
    pub reported: Vec<f64>,
}

/// Restrictions with which features are generated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RestrictionLevel {
    /// The restrictions of the document.
    Document,
    /// Tighter restrictions, which are loosened step by step.
    Loosened,
    /// Loosened restrictions, with all extensions beyond the document.
    Extended,
}

impl RestrictionLevel {
    /// All levels, in the order of the report.
    pub const ALL: [RestrictionLevel; 3] =
        [RestrictionLevel::Document, RestrictionLevel::Loosened, RestrictionLevel::Extended];

    /// Returns the name in cells.
    pub fn name(self) -> &'static str {
        match self {
            RestrictionLevel::Document => "document",
            RestrictionLevel::Loosened => "loosened",
            RestrictionLevel::Extended => "extended",
        }
    }
}

/// Largest number of features that are expanded, and of states.
const MAX: u64 = 1_000_000;

impl FeatureCounts {
    /// Returns each game with each level of restrictions, in the order of the cells.
    pub(super) fn pairs(&self) -> impl Iterator<Item = (&Row, RestrictionLevel)> {
        self.rows.iter().flat_map(|row| self.restrictions.iter().map(move |&level| (row, level)))
    }

    /// Returns the number of figures that the document has for a game.
    pub fn reported(&self) -> usize {
        match self.shows {
            Shows::Counts => 4,
            Shows::Times => 2,
            Shows::Transformations => 5,
        }
    }
}

impl Kind for FeatureCounts {
    const NAME: &'static str = "feature-counts";
    type Setup = Setup;

    fn check(&self, faults: &mut Vec<String>) {
        let is_twice =
            |place: usize| self.restrictions[..place].contains(&self.restrictions[place]);
        if self.restrictions.is_empty() || (0..self.restrictions.len()).any(is_twice) {
            faults.push(
                "feature-counts.restrictions: each level is there once, and at least one is"
                    .to_owned(),
            );
        }
        check_names("feature-counts.rows", self.games(), faults);
        check_numbers("feature-counts.expanded", self.expanded, MAX, faults);
        check_numbers("feature-counts.verified", self.verified, MAX, faults);
        let expected = self.reported();
        for row in &self.rows {
            let reported = &row.rest.reported;
            let fits = reported.len() <= expected
                && reported.iter().all(|it| it.is_finite() && *it >= 0.0);
            if !fits {
                let key = format!("feature-counts.rows.{}.reported", row.game);
                faults.push(format!("{key}: it takes at most {expected} numbers"));
            }
        }
    }

    fn has_reported(&self) -> bool {
        self.rows.iter().any(|row| !row.rest.reported.is_empty())
    }

    fn games(&self) -> Vec<&str> {
        game_row::games(&self.rows)
    }

    fn jobs(&self, scale: Scale) -> Vec<Job<Task>> {
        task::jobs(self, scale)
    }
}

/// Returns the name of a cell.
pub(super) fn cell(row: &Row, level: RestrictionLevel) -> String {
    format!("{}/{}", row.game, level.name())
}
