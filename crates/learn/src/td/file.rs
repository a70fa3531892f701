//! What was learnt, as a file.

use super::model::Model;
use crate::features::{Feature, WrittenFeature};
use game::StopReason;
use gdl::Symbols;
use serde::{Deserialize, Serialize};

/// What was learnt about a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct File {
    /// What kind of file it is.
    format: String,
    /// What the game is called.
    pub game: String,
    features: Vec<Counted>,
    /// What was learnt about each role.
    pub roles: Vec<Learnt>,
}

/// A feature, and the greatest number of bindings that was seen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Counted {
    feature: WrittenFeature,
    most: u32,
}

/// What was learnt about a role.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Learnt {
    /// The role.
    pub role: String,
    /// How many matches were learnt from.
    pub matches: u64,
    /// What the learner got in them, in the mean of every hundred.
    pub curve: Vec<f64>,
    /// What each feature is worth to it.
    pub weights: Vec<f64>,
}

/// The only kind of file there is.
const FORMAT: &str = "agon-td-1";
/// There are no more features in a file.
const MOST_FEATURES: usize = 10_000;

/// Why what was learnt, or is to be learnt, cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum TdError {
    /// It is something else.
    #[error("it is not a file of learnt weights: {0}")]
    Syntax(#[from] serde_json::Error),
    /// It is of another version.
    #[error("it is of the kind `{0}`, and not of the kind `{FORMAT}`")]
    Format(String),
    /// It has too many features, or weights that do not fit them.
    #[error("it has more than {MOST_FEATURES} features, or weights that do not fit them")]
    Numbers,
    /// It is of another game.
    #[error(transparent)]
    Feature(#[from] crate::features::NoFeature),
    /// The game cannot be played as far as that is needed.
    #[error(transparent)]
    Stop(#[from] StopReason),
    /// A feature of it cannot be evaluated.
    #[error(transparent)]
    TooMany(#[from] crate::features::TooMany),
}

impl File {
    /// Of features, in the words of the game, and the greatest number that was seen of each. Nothing is learnt yet.
    pub fn new(game: &str, features: &[Feature], maxima: &[u32], symbols: &Symbols) -> File {
        let counted = features.iter().zip(maxima).map(|(feature, &most)| Counted {
            feature: WrittenFeature::new(feature, symbols),
            most,
        });
        let features = counted.collect();
        File { format: FORMAT.to_owned(), game: game.to_owned(), features, roles: Vec::new() }
    }

    /// Reads a file.
    pub fn read(text: &str) -> Result<File, TdError> {
        let file: File = serde_json::from_str(text)?;
        if file.format != FORMAT {
            return Err(TdError::Format(file.format.chars().take(50).collect()));
        }
        let count = file.features.len();
        let fits = |learnt: &Learnt| {
            learnt.weights.len() == count && learnt.weights.iter().all(|weight| weight.is_finite())
        };
        let is_fit = count <= MOST_FEATURES && file.roles.iter().all(fits);
        if is_fit { Ok(file) } else { Err(TdError::Numbers) }
    }

    /// The text of the file.
    pub fn text(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// The features.
    pub fn features(&self, symbols: &Symbols) -> Result<Vec<Feature>, TdError> {
        let features = self.features.iter().map(|it| it.feature.read(symbols));
        Ok(features.collect::<Result<_, _>>()?)
    }

    /// The greatest number that was seen of each feature.
    pub fn maxima(&self) -> Vec<u32> {
        self.features.iter().map(|it| it.most).collect()
    }

    /// What was learnt about a role.
    pub fn role(&self, role: &str) -> Option<&Learnt> {
        self.roles.iter().find(|learnt| learnt.role == role)
    }

    /// What the features are worth to a role, if something was learnt about it.
    pub fn model(&self, role: &str) -> Option<Model> {
        let weights = self.role(role)?.weights.clone();
        Some(Model { weights, maxima: self.maxima() })
    }

    /// Notes what was learnt about a role, in the place of what was before.
    pub fn learn(&mut self, learnt: Learnt) {
        self.roles.retain(|other| other.role != learnt.role);
        self.roles.push(learnt);
    }
}
