//! The reasons why a player cannot be made.

use super::all;
use crate::settings::{SettingsError, listed};
use circuit::BuildError;
use game::StopReason;
use game::playouts::PlayoutError;
use term::did_you_mean;

/// The reason why a player cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum PlayerError {
    /// There is no player of this name.
    #[error("there is no player `{0}`; {hint}", hint = known_players(.0))]
    Unknown(String),
    /// The settings are refused.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// Features or their weights cannot be read or learnt.
    #[error("{file}: {error}")]
    Features {
        /// The file, as the setting names it.
        file: String,
        /// Description of what is wrong.
        error: String,
    },
    /// The player needs the rules, and its seat has only a machine.
    #[error("this player needs the rules of the game, which are not known here")]
    NoRules,
    /// The game has no heuristic of this name.
    #[error("there is no heuristic `{name}`; {}", known_heuristics(.name, .known))]
    Heuristic {
        /// The name that was given.
        name: String,
        /// Names of the heuristics of the game.
        known: Vec<String>,
    },
    /// The rules cannot be compiled.
    #[error("this player needs compiled rules, and these cannot be compiled: {0}")]
    NotCompiled(BuildError),
    /// The settings of fuzzy logic contradict each other.
    #[error("`fuzzy.t` must not be greater than `fuzzy.p`")]
    Fuzzy,
    /// The machine gave up before the match began.
    #[error(transparent)]
    Stop(#[from] StopReason),
    /// Random games, on which the player's search is based, cannot be played.
    #[error("random games cannot be played: {0}")]
    Playouts(#[from] PlayoutError),
}

/// Returns the end of a message about an unknown player: the player that may be meant, or else all of them.
fn known_players(unknown: &str) -> String {
    did_you_mean(unknown, all().map(|kind| kind.name)).unwrap_or_else(|| {
        let names: Vec<&str> = all().map(|kind| kind.name).collect();
        format!("there are `{}`", names.join("`, `"))
    })
}

/// Returns the end of a message about an unknown heuristic: the one that may be meant, or else all of them.
fn known_heuristics(unknown: &str, known: &[String]) -> String {
    let question = did_you_mean(unknown, known.iter().map(String::as_str));
    question.unwrap_or_else(|| format!("there are {}", listed(known)))
}
