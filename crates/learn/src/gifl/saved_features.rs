//! Features as JSON, with facts and moves in KIF, so that any machine of the game can read them.
//!
//! Does not open files.

use super::feature::{FeatureKind, GiflFeature, GiflFeatures};
use game::{Fact, Machine, Move, Role};
use serde::{Deserialize, Serialize};

/// The features of a game, in its words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedFeatures {
    /// Name of the game.
    pub game: String,
    /// Number of training runs.
    pub runs: u64,
    /// Number of levels that were analysed.
    pub levels: u32,
    /// Whether facts of the last state explain wins.
    pub terminal_facts: bool,
    /// The features, ordered by level, kind and count.
    pub features: Vec<SavedFeature>,
}

/// A feature in the words of its game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedFeature {
    /// Level of the 2-ply tree it was found in, counted from 1 at the end of the game.
    pub level: u32,
    /// The effect of its moves.
    pub kind: FeatureKind,
    /// The role whose moves they are.
    pub role: String,
    /// The facts that have to be true.
    pub facts: Vec<String>,
    /// The moves, in KIF.
    pub moves: Vec<String>,
    /// Number of times it was found.
    pub count: u32,
}

/// Reason why features cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum SavedFeaturesError {
    /// The text is not JSON of this kind.
    #[error("it does not hold features: {0}")]
    Syntax(#[from] serde_json::Error),
    /// The game has no such role, fact or move.
    #[error("the game has no {what} `{name}`: these are features of another one")]
    Unknown {
        /// `role`, `fact` or `move`.
        what: &'static str,
        /// The name that the game lacks.
        name: String,
    },
}

impl SavedFeature {
    /// Converts a feature to words.
    pub fn new(machine: &dyn Machine, feature: &GiflFeature, count: u32) -> SavedFeature {
        SavedFeature {
            level: feature.level,
            kind: feature.kind,
            role: machine.roles()[feature.role.0 as usize].clone(),
            facts: feature.facts.iter().map(|&fact| machine.fact_text(fact)).collect(),
            moves: feature.moves.iter().map(|&action| machine.move_text(action)).collect(),
            count,
        }
    }

    /// Converts the words to a feature of the machine's game.
    fn feature(&self, machine: &dyn Machine) -> Result<GiflFeature, SavedFeaturesError> {
        let known = |what, name: &str, id: Option<u32>| {
            id.ok_or_else(|| SavedFeaturesError::Unknown { what, name: name.to_owned() })
        };
        let role = machine.roles().iter().position(|role| role.eq_ignore_ascii_case(&self.role));
        let role = Role(known("role", &self.role, role.map(|role| role as u32))?);
        let fact = |text: &String| {
            known("fact", text, machine.find_fact(text).map(|fact| fact.0)).map(Fact)
        };
        let action = |text: &String| {
            known("move", text, machine.find_move(text).map(|action| action.0)).map(Move)
        };
        let mut facts: Vec<Fact> = self.facts.iter().map(fact).collect::<Result<_, _>>()?;
        let mut moves: Vec<Move> = self.moves.iter().map(action).collect::<Result<_, _>>()?;
        facts.sort_unstable();
        facts.dedup();
        moves.sort_unstable();
        moves.dedup();
        Ok(GiflFeature { level: self.level, kind: self.kind, role, facts, moves })
    }
}

impl SavedFeatures {
    /// Reads the text of a file.
    pub fn read(text: &str) -> Result<SavedFeatures, SavedFeaturesError> {
        Ok(serde_json::from_str(text)?)
    }

    /// Returns the text of a file.
    ///
    /// # Panics
    ///
    /// Never: names and numbers can always be written as JSON.
    pub fn write(&self) -> String {
        serde_json::to_string_pretty(self).expect("words and numbers can be written")
    }

    /// Replaces all names by those of the game in other words. Features with a name for which there is none are left
    /// out.
    pub fn renamed(&self, word: &dyn Fn(&str) -> Option<String>) -> SavedFeatures {
        let words = |words: &SavedFeature| {
            let all = |texts: &[String]| texts.iter().map(|text| word(text)).collect();
            let (facts, moves): (Option<_>, Option<_>) = (all(&words.facts), all(&words.moves));
            let (role, facts, moves) = (word(&words.role)?, facts?, moves?);
            Some(SavedFeature { role, facts, moves, ..*words })
        };
        let features = self.features.iter().filter_map(words).collect();
        SavedFeatures { game: self.game.clone(), features, ..*self }
    }

    /// Keeps the features whose names a machine knows.
    pub fn retain_known(mut self, machine: &dyn Machine) -> SavedFeatures {
        self.features.retain(|words| words.feature(machine).is_ok());
        self
    }

    /// Converts all features for a machine of the game.
    pub fn features(&self, machine: &dyn Machine) -> Result<GiflFeatures, SavedFeaturesError> {
        let mut features = GiflFeatures::new(self.terminal_facts);
        for words in &self.features {
            features.add(words.feature(machine)?, words.count);
        }
        Ok(features)
    }
}
