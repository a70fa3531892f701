//! Features as text: JSON with facts and moves in KIF, so that any machine for the game can read them.

use super::feature::{Feature, Features, Kind};
use game::{Fact, Machine, Move, Role};
use serde::{Deserialize, Serialize};

/// What was learnt about a game, in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lessons {
    /// The game.
    pub game: String,
    /// How many random games were looked at.
    pub runs: u64,
    /// How many levels of them.
    pub levels: u32,
    /// Whether states are won because of facts that are there.
    pub terminal_facts: bool,
    /// The features.
    pub features: Vec<Words>,
}

/// A feature in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Words {
    /// In which 2-ply tree it was found, from 1 at the end of the game.
    pub level: u32,
    /// What its moves are good for.
    pub kind: Kind,
    /// Whose moves they are.
    pub role: String,
    /// What has to be true.
    pub facts: Vec<String>,
    /// The moves.
    pub moves: Vec<String>,
    /// How often it was found.
    pub count: u32,
}

/// What is wrong with a text.
#[derive(Debug, thiserror::Error)]
pub enum TextError {
    /// It is not JSON, or not of this kind.
    #[error("it does not hold features: {0}")]
    Syntax(#[from] serde_json::Error),
    /// It is of another game.
    #[error("the game has no {what} `{name}`: these are features of another one")]
    Unknown {
        /// Role, fact or move.
        what: &'static str,
        /// Its name.
        name: String,
    },
}

impl Words {
    /// A feature in words, and how often it was found.
    pub fn new(machine: &dyn Machine, feature: &Feature, count: u32) -> Words {
        Words {
            level: feature.level,
            kind: feature.kind,
            role: machine.roles()[feature.role.0 as usize].clone(),
            facts: feature.facts.iter().map(|&fact| machine.fact_text(fact)).collect(),
            moves: feature.moves.iter().map(|&action| machine.move_text(action)).collect(),
            count,
        }
    }

    /// The feature that a machine for the game knows.
    fn feature(&self, machine: &dyn Machine) -> Result<Feature, TextError> {
        let known = |what, name: &str, id: Option<u32>| {
            id.ok_or_else(|| TextError::Unknown { what, name: name.to_owned() })
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
        Ok(Feature { level: self.level, kind: self.kind, role, facts, moves })
    }
}

impl Lessons {
    /// Reads a text.
    pub fn read(text: &str) -> Result<Lessons, TextError> {
        Ok(serde_json::from_str(text)?)
    }

    /// The text.
    ///
    /// # Panics
    /// Never: there are only words and numbers.
    pub fn write(&self) -> String {
        serde_json::to_string_pretty(self).expect("words and numbers can be written")
    }

    /// The same in other words, without features that cannot be said in them.
    pub fn in_words(&self, word: &dyn Fn(&str) -> Option<String>) -> Lessons {
        let words = |words: &Words| {
            let all = |texts: &[String]| texts.iter().map(|text| word(text)).collect();
            let (facts, moves): (Option<_>, Option<_>) = (all(&words.facts), all(&words.moves));
            let (role, facts, moves) = (word(&words.role)?, facts?, moves?);
            Some(Words { role, facts, moves, ..*words })
        };
        let features = self.features.iter().filter_map(words).collect();
        Lessons { game: self.game.clone(), features, ..*self }
    }

    /// Only those features that a machine knows.
    pub fn fitting(mut self, machine: &dyn Machine) -> Lessons {
        self.features.retain(|words| words.feature(machine).is_ok());
        self
    }

    /// The features that a machine for the game knows.
    pub fn features(&self, machine: &dyn Machine) -> Result<Features, TextError> {
        let mut features = Features::new(self.terminal_facts);
        for words in &self.features {
            features.add(words.feature(machine)?, words.count);
        }
        Ok(features)
    }
}
