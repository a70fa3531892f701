//! The contents of a game's `game.toml`.

use crate::board::BoardDescription;
use crate::symmetry::DeclaredSymmetry;
use serde::Deserialize;

/// The kind of a game, by the order in which its roles move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GameKind {
    /// One role moves at a time.
    TurnTaking,
    /// Several roles move at the same time.
    Simultaneous,
    /// A single role moves alone.
    Puzzle,
}

impl GameKind {
    /// Returns the name of the kind, as in `game.toml`.
    pub fn name(self) -> &'static str {
        match self {
            GameKind::TurnTaking => "turn-taking",
            GameKind::Simultaneous => "simultaneous",
            GameKind::Puzzle => "puzzle",
        }
    }
}

/// The facts about a game that its `game.toml` states; tests check them.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct About {
    /// Name of the game for display.
    pub title: String,
    /// One paragraph that explains the game.
    pub description: String,
    /// Names of the roles in the order of the rules.
    pub roles: Vec<String>,
    /// Kind of the game.
    pub kind: GameKind,
    /// Keys of the documents whose experiments use the game, the main one first.
    pub documents: Vec<String>,
    /// Decisions about the rules where the documents leave them open.
    pub decisions: String,
    /// Sum of the goal values of all roles in every terminal state; `None` if the sum varies.
    pub sum: Option<u32>,
    /// Least and greatest number of joint moves of a playout.
    pub length: Option<(u32, u32)>,
    /// Greatest goal value that each role can reach; `None` if that is 100 for every role.
    pub best: Option<Vec<u8>>,
    /// Structures that `agon analyze` should find: one line for each kind of fact.
    #[serde(default)]
    pub structures: Vec<String>,
    /// Symmetries of the boards that `agon analyze` should find: `-x y` reverses the axis x.
    #[serde(default)]
    pub turns: Vec<String>,
    /// Number of other symmetries, exchanges of names and arguments, that `agon analyze` should find. It looks for 63
    /// at most.
    #[serde(default)]
    pub renamings: usize,
    /// Groups of roles that always reach the same goal values.
    #[serde(default)]
    pub teams: Vec<Vec<String>>,
    /// Symmetries of the game that its author states.
    #[serde(default)]
    pub symmetry: Vec<DeclaredSymmetry>,
    /// Boards on which states are drawn.
    #[serde(default)]
    pub board: Vec<BoardDescription>,
}

/// Error for the text of a `game.toml` that cannot be read. The message shows the place, and names the required keys.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0}\nEvery game.toml needs the keys title, description, roles, kind, documents and decisions (documents = [] and \
     decisions = \"\" if there are none); docs/games.md explains them, and the optional ones."
)]
pub struct AboutError(String);

impl About {
    /// Reads the text of a `game.toml`.
    ///
    /// # Errors
    /// If the text is not TOML, lacks a required key, or has an unknown one.
    pub fn read(text: &str) -> Result<About, AboutError> {
        toml::from_str(text).map_err(|error| AboutError(error.to_string()))
    }

    /// Returns the greatest goal value that a role, given by its index, can reach.
    pub fn best_of(&self, role: usize) -> u8 {
        self.best.as_ref().and_then(|best| best.get(role)).copied().unwrap_or(100)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const REQUIRED: &str = "title = 'T'\ndescription = 'D'\nroles = ['a']\nkind = 'puzzle'\ndocuments = []\ndecisions = ''\n";

    #[test]
    fn six_keys_are_required_and_enough() {
        assert_eq!(About::read(REQUIRED).unwrap().kind, GameKind::Puzzle);
        for line in REQUIRED.lines() {
            let key = line.split(' ').next().unwrap();
            let error = About::read(&REQUIRED.replace(line, "")).unwrap_err().to_string();
            assert!(error.contains(&format!("missing field `{key}`")), "{error}");
            assert!(error.contains(
                "needs the keys title, description, roles, kind, documents and decisions"
            ));
        }
    }

    #[test]
    fn unknown_keys_and_kinds_are_named() {
        let error = About::read(&format!("{REQUIRED}lenght = [1, 2]\n")).unwrap_err().to_string();
        assert!(error.contains("unknown field `lenght`"), "{error}");
        let error = About::read(&REQUIRED.replace("puzzle", "solo")).unwrap_err().to_string();
        assert!(error.contains("`turn-taking`, `simultaneous`, `puzzle`"), "{error}");
    }
}
