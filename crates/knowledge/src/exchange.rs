//! Knowledge as text: a line of JSON for every game with all that is known about it.

use crate::{Item, Knowledge, KnowledgeError};
use serde::{Deserialize, Serialize};
use std::io::{BufRead, Write};

/// A line.
#[derive(Serialize, Deserialize)]
struct Line {
    name: String,
    rules: String,
    items: Vec<Item>,
}

/// What became of a game that was to be imported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Imported {
    /// It is stored.
    Added,
    /// There is a game of its name.
    LeftOut,
}

impl Knowledge {
    /// Writes everything; how many games.
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

    /// Adds what was exported, but for games whose names are taken. Each game is told when it is stored.
    pub fn import(
        &mut self,
        text: &mut dyn BufRead,
        tell: &mut dyn FnMut(&str, Imported),
    ) -> Result<(), KnowledgeError> {
        for (number, line) in (1..).zip(text.lines()) {
            let wrong = |what: String| KnowledgeError::Line { line: number, what };
            let line = line.map_err(|error| wrong(error.to_string()))?;
            let Line { name, rules, items } =
                serde_json::from_str(&line).map_err(|error| wrong(error.to_string()))?;
            match self.add(&name, &rules, &items) {
                Ok(_) => tell(&name, Imported::Added),
                Err(KnowledgeError::NameTaken(_)) => tell(&name, Imported::LeftOut),
                Err(error @ (KnowledgeError::Rules(_) | KnowledgeError::NoAnalysis(_))) => {
                    return Err(wrong(error.to_string()));
                }
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}
