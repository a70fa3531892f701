//! The record of a match in the JSON format of ggp.org, so that existing viewers read it.

use serde::{Deserialize, Serialize};
use std::io::Write;
use std::path::Path;

/// All that happened in a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Record {
    /// The name of the match.
    pub match_id: String,
    /// Tells matches of the same name apart.
    pub random_token: String,
    /// When it began, in milliseconds since 1970.
    pub start_time: u64,
    /// Where the game is described.
    #[serde(rename = "gameMetaURL", default)]
    pub game_meta_url: String,
    /// Whether it came to an end.
    pub is_completed: bool,
    /// Whether it was given up.
    #[serde(default)]
    pub is_aborted: bool,
    /// The states, each as a list of facts; one more than moves.
    pub states: Vec<String>,
    /// The joint moves.
    pub moves: Vec<Vec<String>>,
    /// When each state was reached, in milliseconds since 1970.
    pub state_times: Vec<u64>,
    /// What each role did wrong, first when the match was announced and then at each move: nothing, `TO` for an answer
    /// that did not come in time, `IL` and the answer if it was not a legal move, `CE` for no connection.
    #[serde(default)]
    pub errors: Vec<Vec<String>>,
    /// What each role got, if the match came to an end.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub goal_values: Vec<u8>,
    /// The time for a look at the rules beforehand, in seconds; -1 if there was none.
    #[serde(default = "no_preview")]
    pub preview_clock: i64,
    /// The time before the first move, in seconds.
    pub start_clock: u64,
    /// The time for each move, in seconds.
    pub play_clock: u64,
    /// The players, in the order of the roles.
    #[serde(default)]
    pub player_names_from_host: Vec<String>,
    /// Which of them are people.
    #[serde(default)]
    pub is_player_human: Vec<bool>,
    /// The tournament that the match belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tournament_name_from_host: Option<String>,
    /// Whether the players got the rules with other words. The record has the true ones.
    #[serde(default)]
    pub scrambled: bool,
}

fn no_preview() -> i64 {
    -1
}

/// Why a record was not read or written.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// The file cannot be read or written.
    #[error(transparent)]
    File(#[from] std::io::Error),
    /// It is no record.
    #[error("not the record of a match: {0}")]
    Format(#[from] serde_json::Error),
}

impl Record {
    /// Reads a record.
    pub fn from_json(text: &str) -> Result<Record, RecordError> {
        Ok(serde_json::from_str(text)?)
    }

    /// The record as text, in one line.
    pub fn to_json(&self) -> Result<String, RecordError> {
        Ok(serde_json::to_string(self)?)
    }

    /// Reads the record in a file.
    pub fn read(path: &Path) -> Result<Record, RecordError> {
        Record::from_json(&std::fs::read_to_string(path)?)
    }

    /// Writes the record beside the file and renames it: whoever reads the file finds a whole record, this or the last one.
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

/// A state as a record has it.
pub fn state_text(facts: &[String]) -> String {
    format!("( {} )", facts.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record() -> Record {
        Record {
            match_id: "m.1".to_owned(),
            random_token: "abc".to_owned(),
            start_time: 1_700_000_000_000,
            game_meta_url: String::new(),
            is_completed: true,
            is_aborted: false,
            states: vec![state_text(&["(cell 1 1 b)".to_owned()]), state_text(&[])],
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
            let record = Record { is_completed: completed, ..record() };
            record.write(&path).unwrap();
            assert_eq!(Record::read(&path).unwrap(), record);
        }
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
        assert!(record().write(&folder.path().join("nowhere/match.json")).is_err());
        assert!(Record::from_json("{}").is_err());
    }
}
