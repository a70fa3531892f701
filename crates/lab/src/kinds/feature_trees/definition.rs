//! The definition of feature trees: the section `[feature-trees]` of an experiment's file.

use super::perform::Setup;
use super::{Task, task};
use crate::checks::{MAX_TASKS, check_names, check_numbers, is_plain};
use crate::game_row::{self, GameRow};
use crate::kind::{Job, Kind};
use crate::scale::{PerScale, Scale};
use serde::Deserialize;

/// A list of games whose feature trees are built.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FeatureTrees {
    /// The seed from which those of all trials are derived.
    pub seed: u64,
    /// The choices that the document leaves open, for the report.
    pub settings: String,
    /// Number of states of random games from which a tree is built.
    pub states: PerScale,
    /// Number of times that the weights of all other features are drawn, unless the game has another number.
    pub draws: PerScale,
    /// Number of choices that both sides look ahead then.
    pub depth: u32,
    /// Largest number of features that are chosen.
    pub most: PerScale,
    /// Number of matches against random play from which weights are learned.
    pub matches: PerScale,
    /// The player that the weights are tested against, with its settings.
    #[serde(alias = "rival")]
    pub opponent: String,
    /// Number of simulations of this player for each move.
    pub simulations: PerScale,
    /// Number of test matches.
    pub games: PerScale,
    /// Number of choices that the player under test, which uses the features, looks ahead in test matches.
    pub reach: u32,
    /// Percentage of all features that the document leaves out, because they never change.
    pub reported_left_out: Option<f64>,
    /// The games, each with two roles.
    pub rows: Vec<Row>,
}

/// A game whose feature tree is built.
pub type Row = GameRow<TreeRow>;

/// The keys of a row besides the game.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TreeRow {
    /// The two roles, by their names in the rules.
    pub roles: Vec<String>,
    /// Number of times that weights are drawn, if it differs from other games.
    pub draws: Option<PerScale>,
    /// The figures of the document.
    #[serde(default)]
    pub reported: Reported,
}

/// The figures of a document for a game, as far as there are any.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reported {
    /// Number of nodes of the tree.
    pub nodes: Option<u64>,
    /// The feature that was chosen.
    pub feature: Option<String>,
    /// The result of learning.
    pub learning: Option<String>,
    /// Number of matches won with the chosen feature.
    pub won: Option<u64>,
}

impl Reported {
    fn is_empty(&self) -> bool {
        *self == Reported::default()
    }
}

/// The source of the weights of features.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WeightSource {
    /// Features are chosen while all others have random weights.
    Document,
    /// Features are chosen while all others have no weight.
    Alone,
    /// Weights of all features are learned.
    Learnt,
}

impl WeightSource {
    /// All sources, in the order of the report.
    pub const ALL: [WeightSource; 3] =
        [WeightSource::Document, WeightSource::Alone, WeightSource::Learnt];

    /// Returns the word for the source.
    pub fn name(self) -> &'static str {
        match self {
            WeightSource::Document => "document",
            WeightSource::Alone => "alone",
            WeightSource::Learnt => "learnt",
        }
    }
}

/// Largest number of states, of matches and of simulations.
const MAX: u64 = 1_000_000;
/// Largest number of choices to look ahead.
const MAX_DEPTH: u32 = 10;
/// Number of roles of a game.
const ROLES: usize = 2;

impl FeatureTrees {
    /// Returns each role with its game.
    pub(super) fn roles(&self) -> impl Iterator<Item = (&Row, &str)> {
        self.rows.iter().flat_map(|row| row.rest.roles.iter().map(move |role| (row, role.as_str())))
    }

    /// Returns each source of weights with its role and game, in the order of the cells.
    pub(super) fn triples(&self) -> impl Iterator<Item = (&Row, &str, WeightSource)> {
        self.roles().flat_map(|(row, role)| WeightSource::ALL.map(|source| (row, role, source)))
    }
}

impl Kind for FeatureTrees {
    const NAME: &'static str = "feature-trees";
    type Setup = Setup;

    fn check(&self, faults: &mut Vec<String>) {
        check_names("feature-trees.rows", self.games(), faults);
        for (key, numbers) in [
            ("states", self.states),
            ("most", self.most),
            ("matches", self.matches),
            ("simulations", self.simulations),
        ] {
            check_numbers(&format!("feature-trees.{key}"), numbers, MAX, faults);
        }
        check_numbers("feature-trees.games", self.games, MAX_TASKS, faults);
        check_draws("feature-trees.draws", self.draws, faults);
        for (key, depth) in [("depth", self.depth), ("reach", self.reach)] {
            if !(1..=MAX_DEPTH).contains(&depth) {
                faults.push(format!(
                    "feature-trees.{key}: {depth} is not a number from 1 to {MAX_DEPTH}"
                ));
            }
        }
        if self.reported_left_out.is_some_and(|share| !(0.0..=100.0).contains(&share)) {
            faults.push(
                "feature-trees.reported_left_out: it is not a number from 0 to 100".to_owned(),
            );
        }
        for row in &self.rows {
            let key = format!("feature-trees.rows.{}", row.game);
            let TreeRow { roles, draws, .. } = &row.rest;
            if roles.len() != ROLES || !roles.iter().all(|role| is_plain(role)) {
                faults.push(format!("{key}.roles: there have to be {ROLES}"));
            }
            if let Some(draws) = draws {
                check_draws(&format!("{key}.draws"), *draws, faults);
            }
        }
    }

    fn has_reported(&self) -> bool {
        self.reported_left_out.is_some()
            || self.rows.iter().any(|row| !row.rest.reported.is_empty())
    }

    fn games(&self) -> Vec<&str> {
        game_row::games(&self.rows)
    }

    fn jobs(&self, scale: Scale) -> Vec<Job<Task>> {
        task::jobs(self, scale)
    }
}

/// A single draw has no spread.
fn check_draws(key: &str, draws: PerScale, faults: &mut Vec<String>) {
    for number in [draws.small, draws.full] {
        if !(2..=MAX_TASKS).contains(&number) {
            faults.push(format!("{key}: {number} is not a number from 2 to {MAX_TASKS}"));
        }
    }
}

/// Returns the name of a cell.
pub(super) fn cell(row: &Row, role: &str, source: WeightSource) -> String {
    format!("{}.{role}/{}", row.game, source.name())
}
