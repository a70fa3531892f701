//! The results of a tournament as lines of JSON. A line is added when a match is over, so that no finished match is
//! lost if the program is killed.

use super::{ScheduledMatch, Tournament};
use crate::matches::PlayedMatch;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// A match that was played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TournamentRecord {
    /// The game, as the tournament names it.
    pub game: String,
    /// The players, in the order of the roles that need one.
    pub players: Vec<String>,
    /// Number of the match among those of these players in this game.
    pub number: u32,
    /// The seed and the conditions. Results with different conditions do not belong to one tournament.
    pub conditions: String,
    /// The moves and the result.
    #[serde(flatten)]
    pub played: PlayedMatch,
}

/// The matches of a tournament that were played, each once.
#[derive(Default)]
pub struct TournamentResults {
    records: Vec<TournamentRecord>,
    /// Index of each match by its game, its players in the order of the roles, and its number.
    known: HashMap<(String, Vec<String>, u32), usize>,
}

/// The reason why results were not read.
#[derive(Debug, thiserror::Error)]
pub enum TournamentResultsError {
    /// A line is not the result of a match.
    #[error("line {0} is not the result of a match: {1}")]
    Line(usize, serde_json::Error),
    /// A line belongs to a tournament with other conditions.
    #[error("line {line} was played with other conditions ({found}; now {expected})")]
    Conditions {
        /// Number of the line.
        line: usize,
        /// The conditions of the line.
        found: String,
        /// The conditions of the tournament.
        expected: String,
    },
}

impl Tournament {
    /// Returns the seed and the conditions, which the results of all runs of a tournament have in common.
    pub fn conditions_text(&self) -> String {
        format!("seed {}, {}", self.seed, self.conditions)
    }

    /// Returns the record of a match that was played.
    pub fn record(&self, scheduled: &ScheduledMatch, played: PlayedMatch) -> TournamentRecord {
        TournamentRecord {
            game: self.games[scheduled.game].clone(),
            players: self.names(scheduled),
            number: scheduled.number,
            conditions: self.conditions_text(),
            played,
        }
    }

    fn names(&self, scheduled: &ScheduledMatch) -> Vec<String> {
        scheduled.players.iter().map(|&player| self.players[player].to_string()).collect()
    }
}

impl TournamentRecord {
    /// Returns the record as a line of JSON, with the line break.
    pub fn line(&self) -> String {
        let json = serde_json::to_string(self).expect("a record has nothing that JSON has not");
        format!("{json}\n")
    }
}

impl TournamentResults {
    /// Returns the number of bytes in complete lines. The last line is incomplete if the program was killed; its match
    /// is played again.
    pub fn whole(text: &[u8]) -> usize {
        text.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1)
    }

    /// Reads the complete lines of a file of results.
    pub fn read(
        text: &str,
        tournament: &Tournament,
    ) -> Result<TournamentResults, TournamentResultsError> {
        let expected = tournament.conditions_text();
        let mut results = TournamentResults::default();
        let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        for (line, text) in lines.map(|(index, text)| (index + 1, text)) {
            let record: TournamentRecord = serde_json::from_str(text)
                .map_err(|error| TournamentResultsError::Line(line, error))?;
            if record.conditions != expected {
                let found = record.conditions;
                return Err(TournamentResultsError::Conditions { line, found, expected });
            }
            results.add(record);
        }
        Ok(results)
    }

    /// Adds a match, unless the results already have it.
    pub fn add(&mut self, record: TournamentRecord) {
        let key = (record.game.clone(), record.players.clone(), record.number);
        let next = self.records.len();
        if *self.known.entry(key).or_insert(next) == next {
            self.records.push(record);
        }
    }

    /// Whether the results have a match of the schedule.
    pub fn has(&self, tournament: &Tournament, scheduled: &ScheduledMatch) -> bool {
        let game = tournament.games[scheduled.game].clone();
        self.known.contains_key(&(game, tournament.names(scheduled), scheduled.number))
    }

    /// Returns the matches, in the order in which they were played.
    pub fn records(&self) -> &[TournamentRecord] {
        &self.records
    }
}
