//! What was learnt, as a file.

use super::model::Model;
use crate::features::{Feature, WrittenFeature};
use gdl::Symbols;
use serde::{Deserialize, Serialize};

/// What was learnt about a role of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct File {
    /// What kind of file it is.
    format: String,
    /// What the game is called.
    pub game: String,
    /// The role.
    pub role: String,
    /// How many matches were learnt from.
    pub matches: u64,
    /// What the learner got in them, in the mean of every hundred.
    pub curve: Vec<f64>,
    features: Vec<Weighed>,
}

/// A feature and its weight.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Weighed {
    weight: f64,
    most: u32,
    feature: WrittenFeature,
}

/// The only kind of file there is.
const FORMAT: &str = "agon-td-1";
/// There are no more features in a file.
const MOST_FEATURES: usize = 10_000;

/// Why a file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// It is something else.
    #[error("it is not a file of learnt weights: {0}")]
    Syntax(#[from] serde_json::Error),
    /// It is of another version.
    #[error("it is of the kind `{0}`, and not of the kind `{FORMAT}`")]
    Format(String),
    /// It has too many features, or weights that are no numbers.
    #[error("it has more than {MOST_FEATURES} features, or weights that cannot be")]
    Numbers,
    /// It is of another game.
    #[error(transparent)]
    Feature(#[from] crate::features::NoFeature),
}

impl File {
    /// Of a model of these features, in the words of the game.
    pub fn new(
        (game, role): (&str, &str),
        features: &[Feature],
        model: &Model,
        symbols: &Symbols,
    ) -> File {
        let weighed = |(place, feature): (usize, &Feature)| Weighed {
            weight: model.weights[place],
            most: model.maxima[place],
            feature: WrittenFeature::new(feature, symbols),
        };
        File {
            format: FORMAT.to_owned(),
            game: game.to_owned(),
            role: role.to_owned(),
            matches: 0,
            curve: Vec::new(),
            features: features.iter().enumerate().map(weighed).collect(),
        }
    }

    /// Reads a file.
    pub fn read(text: &str) -> Result<File, FileError> {
        let file: File = serde_json::from_str(text)?;
        if file.format != FORMAT {
            return Err(FileError::Format(file.format.chars().take(50).collect()));
        }
        let is_fit = file.features.len() <= MOST_FEATURES
            && file.features.iter().all(|it| it.weight.is_finite());
        if is_fit { Ok(file) } else { Err(FileError::Numbers) }
    }

    /// The text of the file.
    pub fn text(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// The features and what they are worth.
    pub fn model(&self, symbols: &Symbols) -> Result<(Vec<Feature>, Model), FileError> {
        let features = self.features.iter().map(|it| it.feature.read(symbols));
        let features = features.collect::<Result<Vec<Feature>, _>>()?;
        let weights = self.features.iter().map(|it| it.weight).collect();
        let maxima = self.features.iter().map(|it| it.most).collect();
        Ok((features, Model { weights, maxima }))
    }
}
