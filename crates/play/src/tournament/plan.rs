//! The plan of a tournament, as a file in TOML.

use crate::PlayerName;
use crate::matches::{Budget, Conditions};
use search::players::PlayerError;
use serde::Deserialize;
use std::collections::BTreeSet;
use std::time::Duration;

/// The plan of a tournament: in every game, all players meet each other a number of times.
#[derive(Clone, Debug, PartialEq)]
pub struct Tournament {
    /// The games, as the file names them.
    pub games: Vec<String>,
    /// The players, with their settings.
    pub players: Vec<PlayerName>,
    /// Number of matches for each game and group of players.
    pub matches: u32,
    /// The seed of all random choices.
    pub seed: u64,
    /// The conditions of all matches.
    pub conditions: Conditions,
}

/// The reason why a plan is refused.
#[derive(Debug, thiserror::Error)]
pub enum TournamentError {
    /// The file is not TOML, has an unknown key, or lacks a key.
    #[error("{0}")]
    Form(#[from] toml::de::Error),
    /// A player does not exist.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// A list is empty.
    #[error("`{0}` is empty")]
    Empty(&'static str),
    /// Something is named twice.
    #[error("`{0}` names `{1}` twice")]
    Twice(&'static str, String),
    /// A number is 0 that must be positive.
    #[error("`{0}` must be at least 1")]
    Zero(&'static str),
    /// A clock is not positive, or too long.
    #[error("`{0}` must be a positive number of seconds, at most a day")]
    Clock(&'static str),
    /// The limit on thinking is missing or given twice.
    #[error(
        "give either `simulations` or `play-clock` (and with it `start-clock`, if it is another)"
    )]
    Budget,
    /// A game needs more players than the tournament has.
    #[error(
        "`{game}` has {roles} roles for players, and the tournament has only {players} players"
    )]
    TooFewPlayers {
        /// The game with too many roles.
        game: String,
        /// Number of roles that need a player.
        roles: usize,
        /// Number of players of the tournament.
        players: usize,
    },
    /// The schedule has more matches than allowed.
    #[error("these are more than {0} matches")]
    TooMany(usize),
}

/// The keys of the file, before they are checked.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct File {
    games: Vec<String>,
    players: Vec<String>,
    matches: u32,
    simulations: Option<u64>,
    play_clock: Option<f64>,
    start_clock: Option<f64>,
    #[serde(default = "first_seed")]
    seed: u64,
    #[serde(default)]
    ponder: bool,
    #[serde(default = "usual_length")]
    max_length: usize,
}

fn first_seed() -> u64 {
    1
}

fn usual_length() -> usize {
    1000
}

/// Largest number of seconds of a clock; a larger one is refused as a mistake.
const LONGEST_CLOCK: f64 = 86_400.0;

impl Tournament {
    /// Reads and checks the text of a file.
    pub fn read(text: &str) -> Result<Tournament, TournamentError> {
        let file: File = toml::from_str(text)?;
        let players: Vec<PlayerName> =
            file.players.iter().map(|name| name.parse()).collect::<Result<_, _>>()?;
        all_different("games", &file.games)?;
        let names: Vec<String> = players.iter().map(PlayerName::to_string).collect();
        all_different("players", &names)?;
        let counts = [("matches", u64::from(file.matches)), ("max-length", file.max_length as u64)];
        for (key, count) in counts.into_iter().chain(file.simulations.map(|n| ("simulations", n))) {
            if count == 0 {
                return Err(TournamentError::Zero(key));
            }
        }
        let (budget, ponder, max_length) = (file.budget()?, file.ponder, file.max_length);
        let conditions = Conditions { budget, ponder, max_length };
        let File { games, matches, seed, .. } = file;
        Ok(Tournament { games, players, matches, seed, conditions })
    }
}

impl File {
    fn budget(&self) -> Result<Budget, TournamentError> {
        match (self.simulations, self.play_clock, self.start_clock) {
            (Some(count), None, None) => Ok(Budget::Simulations(count)),
            (None, Some(play), start) => {
                let play = clock("play-clock", play)?;
                let start = start.map_or(Ok(play), |start| clock("start-clock", start))?;
                Ok(Budget::Clocks { start, play })
            }
            _ => Err(TournamentError::Budget),
        }
    }
}

fn clock(key: &'static str, seconds: f64) -> Result<Duration, TournamentError> {
    let fits = seconds > 0.0 && seconds <= LONGEST_CLOCK;
    fits.then(|| Duration::from_secs_f64(seconds)).ok_or(TournamentError::Clock(key))
}

fn all_different(list: &'static str, names: &[String]) -> Result<(), TournamentError> {
    if names.is_empty() {
        return Err(TournamentError::Empty(list));
    }
    let mut seen = BTreeSet::new();
    match names.iter().find(|name| !seen.insert(*name)) {
        None => Ok(()),
        Some(name) => Err(TournamentError::Twice(list, name.clone())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "games = ['nim']\nplayers = ['random', 'legal']\nmatches = 4\n";

    fn check(more: &str, expected: &str) {
        let error = Tournament::read(&format!("{FILE}{more}")).expect_err("it is wrong");
        assert!(error.to_string().contains(expected), "{more}: {error}");
    }

    #[test]
    fn a_file_is_read() {
        let tournament = Tournament::read(&format!("{FILE}simulations = 7\nseed = 3")).unwrap();
        assert_eq!(tournament.games, ["nim"]);
        assert_eq!(tournament.conditions.budget, Budget::Simulations(7));
        assert_eq!((tournament.matches, tournament.seed), (4, 3));
        let tournament = Tournament::read(&format!("{FILE}play-clock = 0.5")).unwrap();
        let half = Duration::from_millis(500);
        assert_eq!(tournament.conditions.budget, Budget::Clocks { start: half, play: half });
    }

    #[test]
    fn what_is_wrong_is_named() {
        check("", "either `simulations` or `play-clock`");
        check("simulations = 5\nplay-clock = 1", "either `simulations` or `play-clock`");
        check("simulations = 5\nstart-clock = 1", "either `simulations` or `play-clock`");
        check("simulations = 0", "`simulations` must be at least 1");
        check("play-clock = -1", "`play-clock` must be a positive");
        check("play-clock = nan", "must be a positive");
        check("play-clock = 1\nstart-clock = inf", "`start-clock` must be a positive");
        check("simulations = 5\nsed = 3", "unknown field `sed`");
        check("simulations = 'many'", "simulations");
        check("games = [", "games");
    }

    #[test]
    fn lists_are_checked() {
        let read = |games: &str, players: &str| {
            let text =
                format!("games = {games}\nplayers = {players}\nmatches = 1\nsimulations = 1");
            Tournament::read(&text).map_err(|error| error.to_string())
        };
        assert!(read("[]", "['random']").unwrap_err().contains("`games` is empty"));
        assert!(read("['nim']", "[]").unwrap_err().contains("`players` is empty"));
        let twice = read("['nim']", "['random', 'legal', 'random']").unwrap_err();
        assert_eq!(twice, "`players` names `random` twice");
        assert!(read("['nim']", "['nobody']").unwrap_err().contains("there is no player `nobody`"));
        assert!(read("['nim', 'nim']", "['legal']").unwrap_err().contains("`nim` twice"));
    }
}
