//! What is remembered between matches: games, what was found out about them, and what was learnt, in one SQLite file.
//!
//! A game is found again in other words, and so are variants of it ([`Knowledge::find`]): what is compared are canonical forms of the rules
//! ([`analyze::Portrait`]). Several processes may use a file at once, and what was reported as stored stays stored if one of them is killed.
//!
//! Nothing is decided here about what is worth knowing.

mod error;
mod exchange;
mod find;
mod store;

pub use error::KnowledgeError;
pub use exchange::Imported;
pub use find::Match;
pub use store::{Knowledge, Known};

use serde::{Deserialize, Serialize};

/// Something that is known about a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Item {
    /// What kind of thing it is.
    pub kind: Kind,
    /// The role that it is about, if it is about one.
    pub role: Option<String>,
    /// What tells it from others of its kind.
    pub name: String,
    /// What is known, in the words of the game.
    pub value: serde_json::Value,
}

/// What kinds of things are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// What the rules say: [`analyze::Analysis`].
    Analysis,
    /// Symmetries: [`analyze::WrittenSymmetries`].
    Symmetries,
    /// Heuristics that did well for a role.
    Heuristic,
    /// Features with weights.
    Features,
    /// What states are worth.
    Values,
    /// How a puzzle is solved.
    Solution,
    /// How matches ended.
    Statistics,
}

impl Kind {
    /// All of them.
    pub const ALL: [Kind; 7] = [
        Kind::Analysis,
        Kind::Symmetries,
        Kind::Heuristic,
        Kind::Features,
        Kind::Values,
        Kind::Solution,
        Kind::Statistics,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Analysis => "analysis",
            Kind::Symmetries => "symmetries",
            Kind::Heuristic => "heuristic",
            Kind::Features => "features",
            Kind::Values => "values",
            Kind::Solution => "solution",
            Kind::Statistics => "statistics",
        }
    }
}
