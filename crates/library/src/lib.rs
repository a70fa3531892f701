//! The games that come with Agon: the folders of `games/`, built into the program so that it finds
//! them wherever it runs.
//!
//! ```
//! let game = library::find("tic-tac-toe").unwrap();
//! assert_eq!(game.about().roles, ["xplayer", "oplayer"]);
//! assert!(library::find("tictactoe").unwrap_err().to_string().contains("tic-tac-toe"));
//! ```
//!
//! The texts are handed out as they are: reading and playing the rules is not done here.

use serde::Deserialize;

struct Files {
    name: &'static str,
    rules: &'static str,
    about: &'static str,
    perft: &'static str,
    playthrough: &'static str,
}

const FILES: &[Files] = include!(concat!(env!("OUT_DIR"), "/games.rs"));

/// A bundled game.
#[derive(Clone, Copy)]
pub struct Game(&'static Files);

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

/// What `game.toml` says.
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
    /// The documents whose experiments use the game.
    pub documents: Vec<String>,
    /// What was decided where the documents leave it open.
    pub decisions: String,
}

impl std::fmt::Debug for Game {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.debug_tuple("Game").field(&self.0.name).finish()
    }
}

impl Game {
    /// The name of its folder.
    pub fn name(self) -> &'static str {
        self.0.name
    }

    /// Its rules in KIF.
    pub fn rules(self) -> &'static str {
        self.0.rules
    }

    /// What is said about it.
    ///
    /// # Panics
    /// If its `game.toml` is broken; a test walks all games.
    pub fn about(self) -> About {
        match toml::from_str(self.0.about) {
            Ok(about) => about,
            Err(error) => panic!("games/{}/game.toml: {error}", self.0.name),
        }
    }

    /// The lines of play of each length, as checked independently: (depth, lines).
    ///
    /// # Panics
    /// If its `perft` is broken; a test walks all games.
    pub fn perft(self) -> Vec<(u32, u64)> {
        let lines = self.0.perft.lines().map(str::trim);
        lines
            .filter(|line| !line.is_empty() && !line.starts_with('#'))
            .map(|line| {
                let numbers = line.split_once(' ').and_then(|(depth, count)| {
                    Some((depth.parse().ok()?, count.trim().parse().ok()?))
                });
                numbers.unwrap_or_else(|| panic!("games/{}/perft: `{line}`", self.0.name))
            })
            .collect()
    }

    /// One seeded game with everything printed.
    pub fn playthrough(self) -> &'static str {
        self.0.playthrough
    }
}

/// All games, by name.
pub fn games() -> impl Iterator<Item = Game> {
    FILES.iter().map(Game)
}

/// No game has this name.
#[derive(Debug, thiserror::Error)]
#[error("there is no file and no bundled game `{name}`{}", suggestion(.nearest))]
pub struct UnknownGame {
    /// The name that was asked for.
    pub name: String,
    /// The games with the most similar names, the nearest first.
    pub nearest: Vec<&'static str>,
}

fn suggestion(nearest: &[&str]) -> String {
    match nearest {
        [] => "; `agon games` lists the bundled games".to_owned(),
        _ => format!("; did you mean `{}`?", nearest.join("` or `")),
    }
}

/// The game with this name.
pub fn find(name: &str) -> Result<Game, UnknownGame> {
    let found = games().find(|game| game.name().eq_ignore_ascii_case(name));
    found.ok_or_else(|| UnknownGame { name: name.to_owned(), nearest: nearest(name) })
}

fn nearest(name: &str) -> Vec<&'static str> {
    // A path to a file that is not there resembles no game; comparing it would cost its length.
    if name.len() > 100 {
        return Vec::new();
    }
    let name = name.to_ascii_lowercase();
    let mut scored: Vec<(f64, &str)> = games()
        .map(|game| (strsim::jaro_winkler(&name, game.name()), game.name()))
        .filter(|&(similarity, _)| similarity > 0.8)
        .collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0));
    scored.into_iter().take(3).map(|(_, name)| name).collect()
}
