//! What was played, as lines of JSON: a line is added when a match is over, so that nothing is lost when the program is killed.

use super::{Fixture, Tournament};
use crate::contest::Played;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// A match that was played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// The game, as the tournament names it.
    pub game: String,
    /// The players, in the order of the roles that need one.
    pub players: Vec<String>,
    /// Which match of these players in this game.
    pub number: u32,
    /// The seed and the conditions: results of other ones do not belong together.
    pub conditions: String,
    /// What came of it.
    #[serde(flatten)]
    pub played: Played,
}

/// The matches of a tournament that were played, each once.
#[derive(Default)]
pub struct Results {
    records: Vec<Record>,
    /// By what identifies a match: its game, its players in the order of the roles, and its number.
    known: HashMap<(String, Vec<String>, u32), usize>,
}

/// What is wrong with results.
#[derive(Debug, thiserror::Error)]
pub enum ResultsError {
    /// A line is not a match.
    #[error("line {0} is not the result of a match: {1}")]
    Line(usize, serde_json::Error),
    /// A line is of a tournament with other conditions.
    #[error("line {line} was played with other conditions ({found}; now {expected})")]
    Conditions {
        /// Which line.
        line: usize,
        /// What it says.
        found: String,
        /// What it should say.
        expected: String,
    },
}

impl Tournament {
    /// What the results of two runs must have in common to be results of one tournament.
    pub fn conditions_text(&self) -> String {
        format!("seed {}, {}", self.seed, self.conditions)
    }

    /// The record of a match.
    pub fn record(&self, fixture: &Fixture, played: Played) -> Record {
        Record {
            game: self.games[fixture.game].clone(),
            players: self.names(fixture),
            number: fixture.number,
            conditions: self.conditions_text(),
            played,
        }
    }

    fn names(&self, fixture: &Fixture) -> Vec<String> {
        fixture.players.iter().map(|&player| self.players[player].to_string()).collect()
    }
}

impl Record {
    /// The line, with its end.
    pub fn line(&self) -> String {
        let json = serde_json::to_string(self).expect("a record has nothing that JSON has not");
        format!("{json}\n")
    }
}

impl Results {
    /// How much of a text is whole lines: a program that is killed may leave half of one, whose match is played again.
    pub fn whole(text: &[u8]) -> usize {
        text.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1)
    }

    /// Reads whole lines.
    pub fn read(text: &str, tournament: &Tournament) -> Result<Results, ResultsError> {
        let expected = tournament.conditions_text();
        let mut results = Results::default();
        let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        for (line, text) in lines.map(|(index, text)| (index + 1, text)) {
            let record: Record =
                serde_json::from_str(text).map_err(|error| ResultsError::Line(line, error))?;
            if record.conditions != expected {
                let found = record.conditions;
                return Err(ResultsError::Conditions { line, found, expected });
            }
            results.add(record);
        }
        Ok(results)
    }

    /// Adds a match, unless it is there.
    pub fn add(&mut self, record: Record) {
        let key = (record.game.clone(), record.players.clone(), record.number);
        let next = self.records.len();
        if *self.known.entry(key).or_insert(next) == next {
            self.records.push(record);
        }
    }

    /// Whether a match was played.
    pub fn has(&self, tournament: &Tournament, fixture: &Fixture) -> bool {
        let game = tournament.games[fixture.game].clone();
        self.known.contains_key(&(game, tournament.names(fixture), fixture.number))
    }

    /// The matches, in the order in which they were played.
    pub fn records(&self) -> &[Record] {
        &self.records
    }
}
