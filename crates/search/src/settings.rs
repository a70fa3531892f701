//! Settings of players: names such as `uct.c` with values, as given on the command line.

use std::collections::BTreeMap;
use std::str::FromStr;

/// What is wrong with settings.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum SettingsError {
    /// Not of the form NAME=VALUE.
    #[error("`{0}` is not a setting of the form NAME=VALUE")]
    NoValue(String),
    /// A value that cannot be read.
    #[error("`{1}` is no value for the setting `{0}`")]
    BadValue(String, String),
    /// Settings that the player does not have.
    #[error("player `{player}` has no setting `{}`; it has {}", .unknown.join("`, `"), listed(.known))]
    Unknown {
        /// The player.
        player: String,
        /// What it does not have.
        unknown: Vec<String>,
        /// What it has.
        known: Vec<String>,
    },
}

pub(crate) fn listed(names: &[String]) -> String {
    if names.is_empty() { "none".to_owned() } else { format!("`{}`", names.join("`, `")) }
}

/// Names and values. Those that are asked for are known; the others are reported.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    values: BTreeMap<String, String>,
}

impl Settings {
    /// Adds a setting of the form NAME=VALUE; a later one of the same name counts.
    pub fn add(&mut self, text: &str) -> Result<(), SettingsError> {
        let (name, value) =
            text.split_once('=').ok_or_else(|| SettingsError::NoValue(text.to_owned()))?;
        self.values.insert(name.trim().to_owned(), value.trim().to_owned());
        Ok(())
    }

    /// The settings, each as NAME=VALUE.
    pub fn texts(&self) -> Vec<String> {
        self.values.iter().map(|(name, value)| format!("{name}={value}")).collect()
    }
}

/// Reads settings and notices which are asked for.
pub struct Reader<'a> {
    settings: &'a Settings,
    known: Vec<String>,
}

impl<'a> Reader<'a> {
    /// Nothing has been asked for yet.
    pub fn new(settings: &'a Settings) -> Reader<'a> {
        Reader { settings, known: Vec::new() }
    }

    /// The value of a setting, or else this one.
    pub fn get<T: FromStr>(&mut self, name: &str, otherwise: T) -> Result<T, SettingsError> {
        Ok(self.find(name)?.unwrap_or(otherwise))
    }

    /// The value of a setting, if it is given.
    pub fn find<T: FromStr>(&mut self, name: &str) -> Result<Option<T>, SettingsError> {
        self.known.push(name.to_owned());
        let Some(text) = self.settings.values.get(name) else { return Ok(None) };
        let bad = |_| SettingsError::BadValue(name.to_owned(), text.clone());
        text.parse().map(Some).map_err(bad)
    }

    /// An error if there are settings that nobody asked for.
    pub fn finish(self, player: &str) -> Result<(), SettingsError> {
        let names = self.settings.values.keys();
        let unknown: Vec<String> =
            names.filter(|name| !self.known.contains(name)).cloned().collect();
        match unknown.is_empty() {
            true => Ok(()),
            false => Err(SettingsError::Unknown {
                player: player.to_owned(),
                unknown,
                known: self.known,
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(texts: &[&str]) -> Settings {
        let mut settings = Settings::default();
        texts.iter().for_each(|text| settings.add(text).unwrap());
        settings
    }

    #[test]
    fn values_are_read() {
        let settings = settings(&["uct.c=30", "rave.k = 7", "uct.c=40"]);
        let mut reader = Reader::new(&settings);
        assert_eq!(reader.get("uct.c", 1.0), Ok(40.0));
        assert_eq!(reader.get("rave.k", 500u32), Ok(7));
        assert_eq!(reader.get("tau", 10u32), Ok(10));
        assert_eq!(reader.finish("somebody"), Ok(()));
    }

    #[test]
    fn what_nobody_knows_is_reported() {
        let settings = settings(&["uct.c=x", "raev.k=7"]);
        let mut reader = Reader::new(&settings);
        let bad = reader.get("uct.c", 1.0).unwrap_err();
        assert_eq!(bad.to_string(), "`x` is no value for the setting `uct.c`");
        let unknown = reader.finish("cadia-2007").unwrap_err();
        let expected = "player `cadia-2007` has no setting `raev.k`; it has `uct.c`";
        assert_eq!(unknown.to_string(), expected);
        assert!(Settings::default().add("uct.c").is_err());
    }
}
