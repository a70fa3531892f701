//! Settings of players: their declarations, and the values that people give them, such as `uct.c=30`.
//!
//! A player reads a setting through a [`Reader`], which wants the key, the default, the sensible values and the meaning
//! each time, and records them. So the list of a player's settings is what the player reads, and nothing is read that
//! the list does not explain.

mod allowed;

pub use allowed::{Allowed, SettingValue};
use std::collections::BTreeMap;
use term::did_you_mean;

/// The reason why settings are refused.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum SettingsError {
    /// The text is not of the form NAME=VALUE.
    #[error("`{0}` is not a setting of the form NAME=VALUE")]
    NoValue(String),
    /// A setting cannot have the value.
    #[error("`{value}` is no value for the setting `{key}`: {values}")]
    BadValue {
        /// Name of the setting.
        key: &'static str,
        /// The value that was given.
        value: String,
        /// Description of the values that the setting may have.
        values: String,
    },
    /// A setting is given twice.
    #[error("the setting `{0}` is given twice")]
    Repeated(String),
    /// The player does not have these settings.
    #[error("player `{player}` has no setting `{}`; {}", .unknown.join("`, `"), known_settings(.unknown, .known))]
    Unknown {
        /// Name of the player.
        player: String,
        /// Keys that were given and do not exist.
        unknown: Vec<String>,
        /// Keys of the settings that the player has.
        known: Vec<String>,
    },
}

/// Formats names as a list for messages: each in backquotes, or `none`.
pub(crate) fn listed(names: &[String]) -> String {
    if names.is_empty() { "none".to_owned() } else { format!("`{}`", names.join("`, `")) }
}

/// Returns the end of a message about unknown settings: for each the setting that may be meant, or else all settings.
fn known_settings(unknown: &[String], known: &[String]) -> String {
    let ask = |name: &String| did_you_mean(name, known.iter().map(String::as_str));
    match unknown.iter().map(ask).collect::<Option<Vec<String>>>() {
        Some(questions) => questions.join(" "),
        None => format!("it has {}", listed(known)),
    }
}

/// A setting as it is declared by the player that reads it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// Name of the setting, such as `uct.c`.
    pub key: &'static str,
    /// Value if none is given, or in words what is done then.
    pub default: String,
    /// Description of the values that it may have, with their unit.
    pub values: String,
    /// Meaning in one sentence, which goes on from the key.
    pub meaning: &'static str,
    /// Another setting with its value, without which this one does not exist.
    pub only_with: Option<&'static str>,
    /// The case in which the setting counts, in words that go on from "only where"; `None` if it always counts.
    pub only_where: Option<&'static str>,
}

impl Setting {
    /// Returns the condition without which the setting does not count; `None` if it always counts.
    pub fn condition(&self) -> Option<String> {
        let with = self.only_with.map(|setting| format!("only with `{setting}`"));
        with.or_else(|| self.only_where.map(|case| format!("only where {case}")))
    }
}

/// Values that somebody gives to settings, by the keys of the settings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayerSettings {
    values: BTreeMap<String, String>,
}

impl PlayerSettings {
    /// Adds a setting of the form NAME=VALUE. Returns an error if there is one of this name already.
    pub fn add(&mut self, text: &str) -> Result<(), SettingsError> {
        let (name, value) =
            text.split_once('=').ok_or_else(|| SettingsError::NoValue(text.to_owned()))?;
        let name = name.trim().to_owned();
        match self.values.insert(name.clone(), value.trim().to_owned()) {
            None => Ok(()),
            Some(_) => Err(SettingsError::Repeated(name)),
        }
    }

    /// Returns all settings, each as NAME=VALUE, sorted by their names.
    pub fn texts(&self) -> Vec<String> {
        self.values.iter().map(|(name, value)| format!("{name}={value}")).collect()
    }
}

/// Reads the values of settings and records the declarations of those that are read.
pub struct Reader<'a> {
    given: &'a PlayerSettings,
    declared: Vec<Setting>,
    /// The case in which the settings count that are read now.
    only_where: Option<&'static str>,
}

impl<'a> Reader<'a> {
    /// Creates a reader of these values.
    pub fn new(given: &'a PlayerSettings) -> Reader<'a> {
        Reader { given, declared: Vec::new(), only_where: None }
    }

    /// Reads settings that count only in a case, which is described in words that go on from "only where".
    pub fn only_where<T>(
        &mut self,
        case: &'static str,
        read: impl FnOnce(&mut Reader<'a>) -> T,
    ) -> T {
        let before = self.only_where.replace(case);
        let result = read(self);
        self.only_where = before;
        result
    }

    /// Returns the value of a setting: the given one, or else the default.
    pub fn get<T: SettingValue>(
        &mut self,
        key: &'static str,
        default: T,
        values: Allowed<T>,
        meaning: &'static str,
    ) -> Result<T, SettingsError> {
        let given = self.read(key, default.to_string(), values, meaning)?;
        Ok(given.unwrap_or(default))
    }

    /// Returns the given value of a setting that need not have one. `otherwise` says in words what is done without it.
    pub fn find<T: SettingValue>(
        &mut self,
        key: &'static str,
        otherwise: &'static str,
        values: Allowed<T>,
        meaning: &'static str,
    ) -> Result<Option<T>, SettingsError> {
        self.read(key, otherwise.to_owned(), values, meaning)
    }

    fn read<T: SettingValue>(
        &mut self,
        key: &'static str,
        default: String,
        values: Allowed<T>,
        meaning: &'static str,
    ) -> Result<Option<T>, SettingsError> {
        let (described, only_where) = (values.to_string(), self.only_where);
        let values_text = described.clone();
        let setting =
            Setting { key, default, values: values_text, meaning, only_with: None, only_where };
        self.declared.push(setting);
        let Some(text) = self.given.values.get(key) else { return Ok(None) };
        let value = text.parse().ok().filter(|value| values.contains(value));
        let bad = || SettingsError::BadValue { key, value: text.clone(), values: described };
        value.map(Some).ok_or_else(bad)
    }

    /// Returns the declarations of all settings that were read, each once.
    pub fn declared(self) -> Vec<Setting> {
        let mut all: Vec<Setting> = Vec::new();
        for setting in self.declared {
            if all.iter().all(|known| known.key != setting.key) {
                all.push(setting);
            }
        }
        all
    }

    /// Returns an error if values are given for settings that were not read.
    pub fn finish(self, player: &str) -> Result<(), SettingsError> {
        let given = self.given;
        let known: Vec<String> = self.declared().iter().map(|it| it.key.to_owned()).collect();
        let names = given.values.keys();
        let unknown: Vec<String> = names.filter(|name| !known.contains(name)).cloned().collect();
        if unknown.is_empty() {
            return Ok(());
        }
        Err(SettingsError::Unknown { player: player.to_owned(), unknown, known })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(texts: &[&str]) -> PlayerSettings {
        let mut settings = PlayerSettings::default();
        texts.iter().for_each(|text| settings.add(text).unwrap());
        settings
    }

    #[test]
    fn values_are_read() {
        let settings = settings(&["uct.c=30", "rave.k = 7"]);
        let mut reader = Reader::new(&settings);
        assert_eq!(reader.get("uct.c", 1.0, Allowed::at_least(0.0), "weight"), Ok(30.0));
        assert_eq!(reader.get("rave.k", 500u32, Allowed::at_least(0), "visits"), Ok(7));
        assert_eq!(reader.get("tau", 10u32, Allowed::above(0), "temperature"), Ok(10));
        let threads = reader.find::<u32>("threads", "all", Allowed::at_least(1), "threads");
        assert_eq!(threads, Ok(None));
        assert_eq!(reader.finish("somebody"), Ok(()));
    }

    #[test]
    fn settings_that_are_read_are_declared_once() {
        let settings = settings(&["uct.c=30"]);
        let mut reader = Reader::new(&settings);
        for _ in 0..2 {
            let values = Allowed::at_least(0.0);
            reader.get("uct.c", 40.5, values, "weight of exploration").unwrap();
        }
        let expected = Setting {
            key: "uct.c",
            default: "40.5".to_owned(),
            values: "0 or more".to_owned(),
            meaning: "weight of exploration",
            only_with: None,
            only_where: None,
        };
        assert_eq!(reader.declared(), [expected]);
    }

    #[test]
    fn settings_of_a_case_are_declared_with_it() {
        let given = PlayerSettings::default();
        let mut reader = Reader::new(&given);
        reader.get("search.c", 1.0, Allowed::at_least(0.0), "weight").unwrap();
        let mcts = |reader: &mut Reader| reader.get("uct.c", 1.0, Allowed::at_least(0.0), "weight");
        reader.only_where("there are no lanes", mcts).unwrap();
        reader.get("threads", 1, Allowed::at_least(1), "number").unwrap();
        let conditions: Vec<_> = reader.declared().iter().map(Setting::condition).collect();
        assert_eq!(conditions, [None, Some("only where there are no lanes".to_owned()), None]);
    }

    #[test]
    fn values_outside_their_range_are_refused() {
        for value in ["x", "-1", "nan", "1e400", ""] {
            let settings = settings(&[&format!("uct.c={value}")]);
            let values = Allowed::at_least(0.0);
            let bad = Reader::new(&settings).get("uct.c", 1.0, values, "weight").unwrap_err();
            let expected = format!("`{value}` is no value for the setting `uct.c`: 0 or more");
            assert_eq!(bad.to_string(), expected);
        }
    }

    #[test]
    fn unknown_and_repeated_settings_are_reported() {
        let mut settings = settings(&["uct.c=1", "raev.k=7"]);
        let mut reader = Reader::new(&settings);
        reader.get("uct.c", 1.0, Allowed::at_least(0.0), "weight").unwrap();
        let unknown = reader.finish("cadia-2007").unwrap_err();
        let expected = "player `cadia-2007` has no setting `raev.k`; it has `uct.c`";
        assert_eq!(unknown.to_string(), expected);
        let misspelt = self::settings(&["ucp.c=7", "rav.k=7"]);
        let mut reader = Reader::new(&misspelt);
        reader.get("uct.c", 1.0, Allowed::at_least(0.0), "weight").unwrap();
        reader.get("rave.k", 1.0, Allowed::at_least(0.0), "visits").unwrap();
        let asked = "did you mean `rave.k`? did you mean `uct.c`?";
        assert!(reader.finish("cadia-2009").unwrap_err().to_string().ends_with(asked));
        assert!(PlayerSettings::default().add("uct.c").is_err());
        assert_eq!(settings.add("uct.c=2"), Err(SettingsError::Repeated("uct.c".to_owned())));
    }
}
