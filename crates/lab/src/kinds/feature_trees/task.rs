//! The task and the finding of one trial: features that are chosen or weighed, and then tested against a player.

use super::definition::cell;
use super::{FeatureTrees, Row, WeightSource};
use crate::kind::{FindingOf, Job};
use crate::scale::Scale;
use crate::seed::seed;
use serde::{Deserialize, Serialize};

/// Everything that a trial depends on, apart from its seed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    /// The name of the game.
    pub game: String,
    /// The name of the role.
    pub role: String,
    /// Number of states of random games from which the tree is built.
    pub states: u64,
    /// Seed of these games, which is the same for all trials with the tree.
    pub seed: u64,
    /// The work of the trial.
    pub work: Work,
    /// The player that the weights are tested against.
    #[serde(rename = "rival")]
    pub opponent: String,
    /// Number of simulations of this player for each move.
    pub simulations: u64,
    /// Number of test matches.
    pub games: u64,
    /// Number of choices that the player under test, which uses the features, looks ahead in test matches.
    pub reach: u32,
}

/// The work of a trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Work {
    /// Choosing the features that matter.
    Choose {
        /// Whether all other features have no weight.
        alone: bool,
        /// Number of times that their weights are drawn.
        draws: u64,
        /// Number of choices that both sides look ahead.
        depth: u32,
        /// Largest number of features that are chosen.
        most: u64,
    },
    /// Learning the weights of all features.
    Learn {
        /// Number of matches to learn from.
        matches: u64,
    },
}

/// The result of a trial.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Finding {
    /// Number of nodes of the tree.
    pub nodes: u64,
    /// Number of features at these nodes.
    pub features: u64,
    /// Number of features that are left out because they never change.
    pub left_out: u64,
    /// The chosen features or the learned weights.
    pub outcome: Outcome,
    /// The score of the test matches; there are none if no feature was chosen.
    pub score: Score,
}

/// The chosen features or the learned weights.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Outcome {
    /// The features that matter.
    Chosen {
        /// The chosen features, the most important first.
        chosen: Vec<TestedFeature>,
        /// The best feature that was not chosen, if there is one.
        next: Option<TestedFeature>,
    },
    /// The learned weights of all features.
    Learnt {
        /// Mean goal of the role when both roles move at random.
        by_chance: f64,
        /// Mean goal of the role in each part of the matches.
        means: Vec<f64>,
        /// The features with the largest weights, the largest first.
        greatest: Vec<WeightedFeature>,
    },
}

/// A feature that was tested.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TestedFeature {
    /// The name of the feature.
    pub feature: String,
    /// The weight of the feature.
    pub weight: f64,
    /// Probability that chance makes such a difference.
    pub p: f64,
    /// Number of features of which it is the best.
    pub tried: u64,
}

/// A feature with its learned weight.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WeightedFeature {
    /// The name of the feature.
    pub feature: String,
    /// The weight of the feature.
    pub weight: f64,
}

/// The score of matches against a player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Score {
    /// Number of won matches.
    pub won: u64,
    /// Number of drawn matches.
    pub drawn: u64,
    /// Number of lost matches.
    pub lost: u64,
}

impl Score {
    /// Returns the number of matches.
    pub fn matches(&self) -> u64 {
        self.won.saturating_add(self.drawn).saturating_add(self.lost)
    }
}

/// The highest goal of games.
const MAX_GOAL: f64 = 100.0;

impl FindingOf<Task> for Finding {
    fn is_of(&self, task: &Task) -> bool {
        let Finding { features, left_out, outcome, score, .. } = self;
        let is_tested = |it: &TestedFeature| {
            (0.0..=1.0).contains(&it.p) && it.weight.is_finite() && it.tried <= *features
        };
        let is_mean = |mean: &f64| (0.0..=MAX_GOAL).contains(mean);
        let (fits, is_untested) = match (outcome, task.work) {
            (Outcome::Chosen { chosen, next }, Work::Choose { most, .. }) => {
                let fits = chosen.len() as u64 <= most && chosen.iter().chain(next).all(is_tested);
                (fits, chosen.is_empty())
            }
            (Outcome::Learnt { by_chance, means, greatest }, Work::Learn { .. }) => {
                let fits = !means.is_empty()
                    && means.iter().chain([by_chance]).all(is_mean)
                    && greatest.iter().all(|it| it.weight.is_finite());
                (fits, false)
            }
            (Outcome::Chosen { .. }, Work::Learn { .. })
            | (Outcome::Learnt { .. }, Work::Choose { .. }) => (false, false),
        };
        let matches = if is_untested { 0 } else { task.games };
        fits && left_out <= features && score.matches() == matches
    }
}

/// Returns all trials, role by role and source by source.
pub fn jobs(trees: &FeatureTrees, scale: Scale) -> Vec<Job<Task>> {
    let job = |(row, role, source): (&Row, &str, WeightSource)| {
        let task = Task {
            game: row.game.clone(),
            role: role.to_owned(),
            states: trees.states.of(scale),
            seed: seed(trees.seed, &row.game, 0),
            work: work(trees, row, source, scale),
            opponent: trees.opponent.clone(),
            simulations: trees.simulations.of(scale),
            games: trees.games.of(scale),
            reach: trees.reach,
        };
        Job::new(trees.seed, cell(row, role, source), 0, task)
    };
    trees.triples().map(job).collect()
}

fn work(trees: &FeatureTrees, row: &Row, source: WeightSource, scale: Scale) -> Work {
    let choose = |alone| Work::Choose {
        alone,
        draws: row.rest.draws.unwrap_or(trees.draws).of(scale),
        depth: trees.depth,
        most: trees.most.of(scale),
    };
    match source {
        WeightSource::Document => choose(false),
        WeightSource::Alone => choose(true),
        WeightSource::Learnt => Work::Learn { matches: trees.matches.of(scale) },
    }
}
