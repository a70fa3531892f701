//! How players are named: `cadia-2010`, or with settings `cadia-2010:rave.k=100,uct.c=30`.

use search::players::{self, PlayerError};
use search::{Player, Seat, Settings};
use std::fmt;
use std::str::FromStr;

/// A kind of player and its settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerName {
    /// The kind.
    pub kind: String,
    /// The settings.
    pub settings: Settings,
}

impl FromStr for PlayerName {
    type Err = PlayerError;

    /// Reads a name; an error if there is no such player, or it has no such setting.
    fn from_str(text: &str) -> Result<PlayerName, PlayerError> {
        let (kind, rest) = text.split_once(':').unwrap_or((text, ""));
        let mut settings = Settings::default();
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
    /// Makes the player.
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
