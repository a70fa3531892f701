//! All players by name.

use crate::settings::{Reader, Settings, SettingsError};
use crate::simple::{LegalPlayer, RandomPlayer};
use crate::{Player, Seat};
use game::StopReason;

/// A kind of player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    /// Its name.
    pub name: &'static str,
    /// What it does, in a sentence.
    pub about: &'static str,
}

/// All kinds of players.
pub const KINDS: &[Kind] = &[
    Kind { name: "random", about: "makes any legal move, all equally likely" },
    Kind { name: "legal", about: "makes the first legal move" },
];

/// Why there is no player.
#[derive(Debug, thiserror::Error)]
pub enum PlayerError {
    /// There is no player of this name.
    #[error("there is no player `{0}`; there are {known}", known = names())]
    Unknown(String),
    /// Its settings are wrong.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// The game cannot be begun.
    #[error(transparent)]
    Stop(#[from] StopReason),
}

fn names() -> String {
    let names: Vec<&str> = KINDS.iter().map(|kind| kind.name).collect();
    format!("`{}`", names.join("`, `"))
}

/// Sees whether there is such a player with such settings, before anything begins.
pub fn check(name: &str, settings: &Settings) -> Result<(), PlayerError> {
    let mut reader = Reader::new(settings);
    configure(name, &mut reader)?;
    reader.finish(name)?;
    Ok(())
}

/// Makes a player.
pub fn build(name: &str, settings: &Settings, seat: Seat) -> Result<Box<dyn Player>, PlayerError> {
    check(name, settings)?;
    let configuration = configure(name, &mut Reader::new(settings))?;
    Ok(match configuration {
        Configuration::Random => Box::new(RandomPlayer::new(seat)?),
        Configuration::Legal => Box::new(LegalPlayer::new(seat)?),
    })
}

/// A kind of player with its settings.
enum Configuration {
    Random,
    Legal,
}

fn configure(name: &str, _reader: &mut Reader) -> Result<Configuration, PlayerError> {
    match name {
        "random" => Ok(Configuration::Random),
        "legal" => Ok(Configuration::Legal),
        _ => Err(PlayerError::Unknown(name.to_owned())),
    }
}
