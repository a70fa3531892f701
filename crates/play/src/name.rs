//! Names of players, such as `cadia-2010`, or `cadia-2010:rave.k=100,uct.c=30` with settings.

use search::players::{self, PlayerError};
use search::{Player, PlayerSettings, Seat};
use std::fmt;
use std::str::FromStr;

/// The name of a player: its kind and its settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerName {
    /// The kind of player, such as `cadia-2010`.
    pub kind: String,
    /// The settings that differ from the defaults.
    pub settings: PlayerSettings,
}

impl FromStr for PlayerName {
    type Err = PlayerError;

    /// Reads a name. Returns an error if the player does not exist or does not have the setting.
    fn from_str(text: &str) -> Result<PlayerName, PlayerError> {
        let (kind, rest) = text.split_once(':').unwrap_or((text, ""));
        let mut settings = PlayerSettings::default();
        for setting in rest.split(',').filter(|setting| !setting.trim().is_empty()) {
            settings.add(setting)?;
        }
        players::check(kind, &settings)?;
        Ok(PlayerName { kind: kind.to_owned(), settings })
    }
}

impl fmt::Display for PlayerName {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let settings = self.settings.texts();
        let colon = if settings.is_empty() { "" } else { ":" };
        write!(f, "{}{colon}{}", self.kind, settings.join(","))
    }
}

impl PlayerName {
    /// Makes the player for a seat.
    pub fn build(&self, seat: Seat) -> Result<Box<dyn Player>, PlayerError> {
        players::build(&self.kind, &self.settings, seat)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_and_written() {
        let name: PlayerName = "random".parse().unwrap();
        assert_eq!((name.kind.as_str(), name.to_string().as_str()), ("random", "random"));
        assert!("nobody".parse::<PlayerName>().is_err());
        assert!("random:uct.c=3".parse::<PlayerName>().is_err());
    }
}
