//! What `game.toml` says about a game.

use crate::board::Board;
use crate::symmetry::Symmetry;
use serde::Deserialize;

/// How the roles of a game move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// One role at a time.
    TurnTaking,
    /// Several roles at once.
    Simultaneous,
    /// There is one role.
    Puzzle,
}

impl Kind {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Kind::TurnTaking => "turn-taking",
            Kind::Simultaneous => "simultaneous",
            Kind::Puzzle => "puzzle",
        }
    }
}

/// What is said about a game.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct About {
    /// The game's name for people.
    pub title: String,
    /// One paragraph on how it is played.
    pub description: String,
    /// The roles in the order of the rules.
    pub roles: Vec<String>,
    /// How the roles move.
    pub kind: Kind,
    /// The documents whose experiments use the game, the main one first.
    pub documents: Vec<String>,
    /// What was decided where the documents leave it open.
    pub decisions: String,
    /// What the goals of all roles add up to at every end, if that is always the same.
    pub sum: Option<u32>,
    /// The fewest and the most joint moves that a game can have.
    pub length: Option<(u32, u32)>,
    /// The greatest goal that each role can reach, if not 100.
    pub best: Option<Vec<u8>>,
    /// What its states are made of, as `agon analyze` should find it: a line for each kind of fact.
    #[serde(default)]
    pub structures: Vec<String>,
    /// How its boards can be turned so that the game stays the same, as `agon analyze` should find it: `-x y` is x turned round.
    #[serde(default)]
    pub turns: Vec<String>,
    /// In how many other ways names and arguments can be exchanged so that the rules stay the same, as `agon analyze` should find it. It looks
    /// for no more than 63.
    #[serde(default)]
    pub renamings: usize,
    /// The roles that always get the same, if there are some.
    #[serde(default)]
    pub teams: Vec<Vec<String>>,
    /// Renamings under which the game stays the same.
    #[serde(default)]
    pub symmetry: Vec<Symmetry>,
    /// How to draw it.
    #[serde(default)]
    pub board: Vec<Board>,
}

impl About {
    /// Reads a `game.toml`.
    pub fn read(text: &str) -> Result<About, toml::de::Error> {
        toml::from_str(text)
    }

    /// The greatest goal that a role can reach.
    pub fn best_of(&self, role: usize) -> u8 {
        self.best.as_ref().and_then(|best| best.get(role)).copied().unwrap_or(100)
    }
}
