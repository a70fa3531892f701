//! The bundled games, as written by the build script from the folders of `games/`, and the search for a game by name.

use crate::about::About;
use crate::measured::{self, RandomPlayoutMeans};
use crate::perft_file::PerftFile;

/// Texts of the files of a bundled game.
struct GameFiles {
    name: &'static str,
    rules: &'static str,
    about: &'static str,
    perft: &'static str,
    playthrough: &'static str,
    wins: &'static [(&'static str, &'static str)],
}

const FILES: &[GameFiles] = include!(concat!(env!("OUT_DIR"), "/games.rs"));

/// A game that is built into the program.
#[derive(Clone, Copy)]
pub struct BundledGame(&'static GameFiles);

impl std::fmt::Debug for BundledGame {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.debug_tuple("BundledGame").field(&self.0.name).finish()
    }
}

impl BundledGame {
    /// Returns the name of the game's folder.
    pub fn name(self) -> &'static str {
        self.0.name
    }

    /// Returns the rules in KIF.
    pub fn rules(self) -> &'static str {
        self.0.rules
    }

    /// Returns the contents of the game's `game.toml`.
    ///
    /// # Panics
    /// If the file is broken; a test reads the files of all games.
    pub fn about(self) -> About {
        match About::read(self.0.about) {
            Ok(about) => about,
            Err(error) => panic!("games/{}/game.toml: {error}", self.0.name),
        }
    }

    /// Returns the perft numbers that were checked independently: depths, and the number of lines of play of each.
    ///
    /// # Panics
    /// If the game's `perft` file is broken; a test reads the files of all games.
    pub fn perft(self) -> Vec<(u32, u64)> {
        self.perft_file().numbers
    }

    /// Reads the game's `perft` file.
    fn perft_file(self) -> PerftFile {
        match self.0.perft.parse() {
            Ok(file) => file,
            Err(error) => panic!("games/{}/perft, {error}", self.0.name),
        }
    }

    /// Returns the independent source that confirms the numbers of [`BundledGame::perft`].
    ///
    /// # Panics
    /// If the game's `perft` file is broken; a test reads the files of all games.
    pub fn perft_source(self) -> String {
        self.perft_file().source
    }

    /// Returns roles, each with a line of play in which it reaches its best goal value: solutions of puzzles, and wins
    /// that random play does not find.
    pub fn wins(self) -> &'static [(&'static str, &'static str)] {
        self.0.wins
    }

    /// Returns the mean length and branching factor of random playouts; `None` if they were not measured.
    pub fn measured(self) -> Option<RandomPlayoutMeans> {
        measured::of(self.0.name)
    }

    /// Returns the transcript of one playout with a fixed seed.
    pub fn playthrough(self) -> &'static str {
        self.0.playthrough
    }
}

/// Returns an iterator over all bundled games, sorted by name.
///
/// ```
/// assert!(agon_library::games().any(|game| game.name() == "chess"));
/// ```
pub fn games() -> impl Iterator<Item = BundledGame> {
    FILES.iter().map(BundledGame)
}

/// Groups in which games are listed: the key of the document whose experiments use them, and a title.
pub const GROUPS: [(Option<&str>, &str); 6] = [
    (Some("cadia"), "CadiaPlayer (Finnsson and Björnsson 2010)"),
    (Some("gifl"), "GIFL (Kirci, Schaeffer and Sturtevant 2009)"),
    (Some("kuhl"), "KuhlPlayer (Kuhlmann 2010)"),
    (Some("guenther"), "Feature construction (Günther 2008)"),
    (Some("transfer"), "Value-function transfer (Banerjee, Kuhlmann and Stone 2006)"),
    (None, "For breadth"),
];

/// Returns an iterator over the games whose main document is this one, sorted by name; with `None`, over the games
/// without a document.
pub fn games_of_document(document: Option<&str>) -> impl Iterator<Item = BundledGame> {
    games().filter(move |game| game.about().documents.first().map(String::as_str) == document)
}

/// Error for a name that no bundled game has.
#[derive(Debug, thiserror::Error)]
#[error("there is no file and no bundled game `{name}`{}", suggestion(.nearest))]
pub struct UnknownGame {
    /// The name that was searched for.
    pub name: String,
    /// Up to three games with similar names, the most similar first.
    pub nearest: Vec<&'static str>,
}

fn suggestion(nearest: &[&str]) -> String {
    match nearest {
        [] => "; `agon games` lists the bundled games".to_owned(),
        _ => format!("; did you mean `{}`?", nearest.join("` or `")),
    }
}

/// Returns the game with this name, in any case of letters.
///
/// # Errors
/// If there is no such game; the error suggests games with similar names.
pub fn find(name: &str) -> Result<BundledGame, UnknownGame> {
    let found = games().find(|game| game.name().eq_ignore_ascii_case(name));
    found.ok_or_else(|| UnknownGame { name: name.to_owned(), nearest: nearest(name) })
}

/// Returns up to three games with names similar to this one.
fn nearest(name: &str) -> Vec<&'static str> {
    // A long name is a path to a file that does not exist, and comparing it takes time in proportion to its length.
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
