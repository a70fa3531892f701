//! The record of a match in the JSON format of ggp.org, so that existing viewers read it.

use serde::{Deserialize, Serialize};
use std::io::Write;
use std::path::Path;
use term::Term;

/// The record of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MatchRecord {
    /// The name of the match.
    pub match_id: String,
    /// Random text that distinguishes matches of the same name.
    pub random_token: String,
    /// Start of the match, in milliseconds since 1970.
    pub start_time: u64,
    /// The address of a description of the game.
    #[serde(rename = "gameMetaURL", default)]
    pub game_meta_url: String,
    /// Whether the match reached a terminal state.
    pub is_completed: bool,
    /// Whether the match was aborted.
    #[serde(default)]
    pub is_aborted: bool,
    /// The states, each as a list of facts; one more than joint moves.
    pub states: Vec<String>,
    /// The joint moves: the move of each role, as text.
    pub moves: Vec<Vec<String>>,
    /// Times at which the states were reached, in milliseconds since 1970.
    pub state_times: Vec<u64>,
    /// Errors of each role, first of the message START and then of each move: empty if all went well, `TO` for an
    /// answer that did not come in time, `IL` and the answer for an illegal move, `CE` for a failed connection.
    #[serde(default)]
    pub errors: Vec<Vec<String>>,
    /// The goal of each role; empty unless the match was completed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub goal_values: Vec<u8>,
    /// Time to study the rules before the match, in seconds; -1 if there was none.
    #[serde(default = "no_preview")]
    pub preview_clock: i64,
    /// The time before the first move, in seconds.
    pub start_clock: u64,
    /// The time for each move, in seconds.
    pub play_clock: u64,
    /// The players, in the order of the roles.
    #[serde(default)]
    pub player_names_from_host: Vec<String>,
    /// Whether each of them is a person.
    #[serde(default)]
    pub is_player_human: Vec<bool>,
    /// The tournament that the match belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tournament_name_from_host: Option<String>,
    /// Whether the words of the rules were replaced for the players. The record has the original words.
    #[serde(default)]
    pub scrambled: bool,
}

fn no_preview() -> i64 {
    -1
}

/// The reason why a record was not read or written.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// The file cannot be read or written.
    #[error(transparent)]
    File(#[from] std::io::Error),
    /// The text is not a match record.
    #[error("not the record of a match: {0}")]
    Format(#[from] serde_json::Error),
}

impl MatchRecord {
    /// Reads a record from JSON.
    pub fn from_json(text: &str) -> Result<MatchRecord, RecordError> {
        Ok(serde_json::from_str(text)?)
    }

    /// Returns the record as JSON in one line.
    pub fn to_json(&self) -> Result<String, RecordError> {
        Ok(serde_json::to_string(self)?)
    }

    /// Reads the record in a file.
    pub fn read(path: &Path) -> Result<MatchRecord, RecordError> {
        MatchRecord::from_json(&std::fs::read_to_string(path)?)
    }

    /// Writes the record to a temporary file beside the file and renames it, so that readers find either the old record
    /// or the new one, and never a part.
    pub fn write(&self, path: &Path) -> Result<(), RecordError> {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let mut beside = tempfile::Builder::new();
        // Like other files, and unlike temporary ones, a record is for everybody to read.
        #[cfg(unix)]
        beside.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o644));
        let mut beside = beside.tempfile_in(folder.unwrap_or(Path::new(".")))?;
        beside.write_all(self.to_json()?.as_bytes())?;
        beside.write_all(b"\n")?;
        beside.persist(path).map_err(|error| error.error)?;
        Ok(())
    }
}

/// Returns a state in the form that records use.
pub fn state_text(facts: &[Term]) -> String {
    let texts: Vec<&str> = facts.iter().map(Term::as_str).collect();
    format!("( {} )", texts.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record() -> MatchRecord {
        MatchRecord {
            match_id: "m.1".to_owned(),
            random_token: "abc".to_owned(),
            start_time: 1_700_000_000_000,
            game_meta_url: String::new(),
            is_completed: true,
            is_aborted: false,
            states: vec![state_text(&[Term::read("(cell 1 1 b)").unwrap()]), state_text(&[])],
            moves: vec![vec!["noop".to_owned(), "(mark 1 1)".to_owned()]],
            state_times: vec![1, 2],
            errors: vec![vec![String::new(); 2], vec![String::new(), "TO".to_owned()]],
            goal_values: vec![100, 0],
            preview_clock: -1,
            start_clock: 30,
            play_clock: 10,
            player_names_from_host: vec!["a".to_owned(), "b".to_owned()],
            is_player_human: vec![false, false],
            tournament_name_from_host: None,
            scrambled: true,
        }
    }

    #[test]
    fn records_have_the_names_that_viewers_expect() {
        let value: serde_json::Value = serde_json::from_str(&record().to_json().unwrap()).unwrap();
        let mut names: Vec<&str> = value.as_object().unwrap().keys().map(String::as_str).collect();
        names.sort_unstable();
        let expected = "errors gameMetaURL goalValues isAborted isCompleted isPlayerHuman matchId moves playClock \
                        playerNamesFromHost previewClock randomToken scrambled startClock startTime stateTimes states";
        assert_eq!(names.join(" "), expected);
        assert_eq!(value["states"][0], "( (cell 1 1 b) )");
    }

    #[test]
    fn records_are_written_and_read_back() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("match.json");
        for completed in [false, true] {
            let record = MatchRecord { is_completed: completed, ..record() };
            record.write(&path).unwrap();
            assert_eq!(MatchRecord::read(&path).unwrap(), record);
        }
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
        assert!(record().write(&folder.path().join("nowhere/match.json")).is_err());
        assert!(MatchRecord::from_json("{}").is_err());
    }
}
