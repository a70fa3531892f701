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

mod about;
mod board;
mod measured;
mod symmetry;
mod term;

pub use about::{About, Kind};
pub use board::{Axis, Board, Form, draw, substitute, words};
pub use measured::Measured;
pub use symmetry::Symmetry;
pub use term::{Bindings, Pattern, Term};

struct Files {
    name: &'static str,
    rules: &'static str,
    about: &'static str,
    perft: &'static str,
    playthrough: &'static str,
    wins: &'static [(&'static str, &'static str)],
}

const FILES: &[Files] = include!(concat!(env!("OUT_DIR"), "/games.rs"));

/// A bundled game.
#[derive(Clone, Copy)]
pub struct Game(&'static Files);

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
        match About::read(self.0.about) {
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

    /// Roles and lines of play that end with the role's best goal: solutions of puzzles, and where random play does not
    /// find one.
    pub fn wins(self) -> &'static [(&'static str, &'static str)] {
        self.0.wins
    }

    /// What the numbers of [`Game::perft`] were checked against.
    pub fn perft_source(self) -> &'static str {
        let first = self.0.perft.lines().next().and_then(|line| line.strip_prefix("# Source:"));
        first.unwrap_or_default().trim()
    }

    /// How long and how broad random games are, if that was measured.
    pub fn measured(self) -> Option<Measured> {
        measured::of(self.0.name)
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

/// The groups that games are shown in: the document whose experiments use them, and a title.
pub const GROUPS: [(Option<&str>, &str); 6] = [
    (Some("002"), "CadiaPlayer (document 002)"),
    (Some("004"), "GIFL (document 004)"),
    (Some("000"), "KuhlPlayer (document 000)"),
    (Some("001"), "Feature construction (document 001)"),
    (Some("003"), "Value-function transfer (document 003)"),
    (None, "For breadth"),
];

/// The games whose main document is this one, or that are in none, by name.
pub fn group(document: Option<&str>) -> impl Iterator<Item = Game> {
    games().filter(move |game| game.about().documents.first().map(String::as_str) == document)
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
