//! Knowledge as text: one line of JSON for each game, with everything that is known about it.
//!
//! Does not open files: callers pass readers and writers.

use crate::{Item, Knowledge, KnowledgeError};
use serde::{Deserialize, Serialize};
use std::io::{BufRead, Write};

/// A line of the text.
#[derive(Serialize, Deserialize)]
struct Line {
    name: String,
    rules: String,
    items: Vec<Item>,
}

/// Result of importing a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImportOutcome {
    /// The game was stored.
    Added,
    /// The game was left out, because there is a game with its name.
    NameTaken,
}

impl Knowledge {
    /// Writes all games. Returns their number.
    pub fn export(&self, out: &mut dyn Write) -> Result<usize, KnowledgeError> {
        let games = self.games()?;
        let count = games.len();
        for (number, game) in (1..).zip(games) {
            let line = Line { name: game.name, rules: game.rules, items: self.items(game.id)? };
            let written = serde_json::to_writer(&mut *out, &line).map_err(std::io::Error::from);
            let written = written.and_then(|()| out.write_all(b"\n"));
            written
                .map_err(|error| KnowledgeError::Line { line: number, what: error.to_string() })?;
        }
        Ok(count)
    }

    /// Stores the games of an exported text, except those whose names are taken. `tell` is called for each game after
    /// it was stored or left out.
    pub fn import(
        &mut self,
        text: &mut dyn BufRead,
        tell: &mut dyn FnMut(&str, ImportOutcome),
    ) -> Result<(), KnowledgeError> {
        for (number, line) in (1..).zip(text.lines()) {
            let wrong = |what: String| KnowledgeError::Line { line: number, what };
            let line = line.map_err(|error| wrong(error.to_string()))?;
            let Line { name, rules, items } =
                serde_json::from_str(&line).map_err(|error| wrong(error.to_string()))?;
            match self.add(&name, &rules, &items) {
                Ok(_) => tell(&name, ImportOutcome::Added),
                Err(KnowledgeError::NameTaken(_)) => tell(&name, ImportOutcome::NameTaken),
                Err(error @ (KnowledgeError::Rules(_) | KnowledgeError::NoAnalysis(_))) => {
                    return Err(wrong(error.to_string()));
                }
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}
