//! Learnt weights as a file, in JSON.
//!
//! Contains the format and its checks; reading and writing the file itself is left to the caller.

use super::linear_model::LinearModel;
use crate::features::{ConstructionError, Feature, KifFeature};
use game::StopReason;
use gdl::Symbols;
use serde::{Deserialize, Serialize};

/// Features of a game with the weights that were learnt for its roles.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TdFile {
    /// Name of the format.
    format: String,
    /// Name of the game.
    pub game: String,
    features: Vec<CountedFeature>,
    /// Weights of the roles, in the order in which they were learnt.
    pub roles: Vec<RoleWeights>,
}

/// A feature, with the largest count that was seen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct CountedFeature {
    feature: KifFeature,
    most: u32,
}

/// Weights learnt for one role.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoleWeights {
    /// Name of the role.
    pub role: String,
    /// Number of training matches.
    pub matches: u64,
    /// Mean goal of the learner in each hundred of training matches.
    pub curve: Vec<f64>,
    /// Weight of each feature.
    pub weights: Vec<f64>,
}

/// Name of the format, written into each file.
const FORMAT: &str = "agon-td-1";
/// Largest number of features in a file.
const MAX_FEATURES: usize = 10_000;

/// Reason why weights cannot be learnt or used.
#[derive(Debug, thiserror::Error)]
pub enum TdError {
    /// The text is not JSON of this kind.
    #[error("it is not a file of learnt weights: {0}")]
    Syntax(#[from] serde_json::Error),
    /// The file has another format, or another version of it.
    #[error("it is of the kind `{0}`, and not of the kind `{FORMAT}`")]
    Format(String),
    /// The file has too many features, another number of weights, or weights that are not finite.
    #[error(
        "it has more than {MAX_FEATURES} features, another number of weights, or weights that are not finite"
    )]
    Numbers,
    /// A feature uses words that the game does not have.
    #[error(transparent)]
    Feature(#[from] crate::features::UnknownFeature),
    /// The game could not be played far enough.
    #[error(transparent)]
    Stop(#[from] StopReason),
    /// The circuit with all relations that features may use is too large.
    #[error(transparent)]
    Build(#[from] circuit::BuildError),
    /// A feature has too many bindings to be evaluated.
    #[error(transparent)]
    TooMany(#[from] crate::features::TooManyBindings),
}

impl From<ConstructionError> for TdError {
    fn from(error: ConstructionError) -> TdError {
        match error {
            ConstructionError::Build(error) => error.into(),
            ConstructionError::Stop(reason) => reason.into(),
        }
    }
}

impl TdFile {
    /// Creates a file without weights from features and the largest count of each.
    pub fn new(game: &str, features: &[Feature], maxima: &[u32], symbols: &Symbols) -> TdFile {
        let counted = features.iter().zip(maxima).map(|(feature, &most)| CountedFeature {
            feature: KifFeature::new(feature, symbols),
            most,
        });
        let features = counted.collect();
        TdFile { format: FORMAT.to_owned(), game: game.to_owned(), features, roles: Vec::new() }
    }

    /// Reads a file from its text.
    pub fn read(text: &str) -> Result<TdFile, TdError> {
        let file: TdFile = serde_json::from_str(text)?;
        if file.format != FORMAT {
            return Err(TdError::Format(file.format.chars().take(50).collect()));
        }
        let count = file.features.len();
        let fits = |learnt: &RoleWeights| {
            learnt.weights.len() == count && learnt.weights.iter().all(|weight| weight.is_finite())
        };
        let is_fit = count <= MAX_FEATURES && file.roles.iter().all(fits);
        if is_fit { Ok(file) } else { Err(TdError::Numbers) }
    }

    /// Returns the text of the file.
    pub fn text(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// Returns the features, in the symbols of the game.
    pub fn features(&self, symbols: &Symbols) -> Result<Vec<Feature>, TdError> {
        let features = self.features.iter().map(|it| it.feature.read(symbols));
        Ok(features.collect::<Result<_, _>>()?)
    }

    /// Returns the largest count of each feature that was seen.
    pub fn maxima(&self) -> Vec<u32> {
        self.features.iter().map(|it| it.most).collect()
    }

    /// Returns the weights of a role. `None` if nothing was learnt for it.
    pub fn role(&self, role: &str) -> Option<&RoleWeights> {
        self.roles.iter().find(|learnt| learnt.role == role)
    }

    /// Returns the model of a role. `None` if nothing was learnt for it.
    pub fn model(&self, role: &str) -> Option<LinearModel> {
        let weights = self.role(role)?.weights.clone();
        Some(LinearModel { weights, maxima: self.maxima() })
    }

    /// Sets the weights of a role, replacing earlier ones.
    pub fn set_role(&mut self, learnt: RoleWeights) {
        self.roles.retain(|other| other.role != learnt.role);
        self.roles.push(learnt);
    }
}
