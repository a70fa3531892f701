//! What an experiment is, and how its file is read.

use crate::curves::Curves;
use crate::estimates::Estimates;
use crate::inventory::Inventory;
use crate::matches::Matches;
use crate::training::Training;
use crate::trees::Trees;
use crate::wins::Wins;
use serde::Deserialize;
use std::collections::HashSet;
use std::fmt;

/// No definition is longer than this many bytes.
pub const MOST_BYTES: u64 = 1 << 20;

/// A question, what a document found, if it is a document's, and how to see for oneself.
#[derive(Clone, Debug)]
pub struct Experiment {
    /// Its name: lower-case letters, digits and hyphens.
    pub id: String,
    /// What it is called in a report.
    pub title: String,
    /// What is asked.
    pub question: String,
    /// The document that asked it first, if one did.
    pub document: Option<Document>,
    /// What has to be done.
    pub kind: Kind,
    /// The discussion of its results, if it has been written.
    pub notes: String,
}

/// What a document found.
#[derive(Clone, Debug)]
pub struct Document {
    /// Its number.
    pub number: String,
    /// The table or figure.
    pub place: String,
    /// What it found, in a sentence.
    pub found: String,
}

impl fmt::Display for Document {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "document {}, {}", self.number, self.place)
    }
}

/// What has to be done in an experiment. Each kind has a section of its own in the file, with the kind's name.
#[derive(Clone, Debug)]
pub enum Kind {
    /// Matches of players against a baseline player.
    Matches(Matches),
    /// How often players win, in comparison with chance.
    Wins(Wins),
    /// How fast games are learnt.
    Curves(Curves),
    /// How well playouts judge states.
    Estimates(Estimates),
    /// How many features the rules give.
    Inventory(Inventory),
    /// What learners of features come to.
    Training(Training),
    /// Which features of single facts matter.
    Trees(Trees),
}

impl Kind {
    /// The names of all cells.
    pub fn cells(&self) -> Vec<String> {
        match self {
            Kind::Matches(matches) => matches.cells().map(|cell| cell.to_string()).collect(),
            Kind::Wins(wins) => wins.cells(),
            Kind::Curves(curves) => curves.cells(),
            Kind::Estimates(estimates) => estimates.cells(),
            Kind::Inventory(inventory) => inventory.cells(),
            Kind::Training(training) => training.cells(),
            Kind::Trees(trees) => trees.cells(),
        }
    }

    /// The games, each once, in the order of the definition.
    pub fn games(&self) -> Vec<&str> {
        let all: Vec<&str> = match self {
            Kind::Matches(matches) => matches.rows.iter().map(|row| row.game.as_str()).collect(),
            Kind::Wins(wins) => wins.rows.iter().map(|row| row.game.as_str()).collect(),
            Kind::Curves(curves) => curves.panels.iter().map(|panel| panel.game.as_str()).collect(),
            Kind::Estimates(estimates) => {
                estimates.rows.iter().map(|row| row.game.as_str()).collect()
            }
            Kind::Inventory(inventory) => {
                inventory.rows.iter().map(|row| row.game.as_str()).collect()
            }
            Kind::Training(training) => training.rows.iter().map(|row| row.game.as_str()).collect(),
            Kind::Trees(trees) => trees.rows.iter().map(|row| row.game.as_str()).collect(),
        };
        let mut seen = HashSet::new();
        all.into_iter().filter(|game| seen.insert(*game)).collect()
    }
}

/// What is wrong with a definition.
#[derive(Debug, thiserror::Error)]
pub enum DefinitionError {
    /// It is not TOML, or it has unknown, missing or misshapen keys.
    #[error("{file}: {error}")]
    Syntax {
        /// The file.
        file: String,
        /// What is wrong, and where.
        error: toml::de::Error,
    },
    /// Values do not make sense.
    #[error("{file}: {}", .faults.join("\n  and "))]
    Faults {
        /// The file.
        file: String,
        /// Everything that is wrong, each with its key.
        faults: Vec<String>,
    },
}

/// The file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Definition {
    id: String,
    title: String,
    question: String,
    document: Option<String>,
    place: Option<String>,
    found: Option<String>,
    kind: KindName,
    matches: Option<Matches>,
    wins: Option<Wins>,
    curves: Option<Curves>,
    estimates: Option<Estimates>,
    inventory: Option<Inventory>,
    training: Option<Training>,
    trees: Option<Trees>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum KindName {
    Matches,
    Wins,
    Curves,
    Estimates,
    Inventory,
    Training,
    Trees,
}

impl Definition {
    fn document(&mut self, faults: &mut Vec<String>) -> Option<Document> {
        match (self.document.take(), self.place.take(), self.found.take()) {
            (Some(number), Some(place), Some(found)) => Some(Document { number, place, found }),
            (None, None, None) => None,
            _ => {
                faults.push(
                    "document: it goes with `place` and `found`, all three or none".to_owned(),
                );
                None
            }
        }
    }
}

impl Definition {
    /// What has to be done, if the file has the section of its kind and no other.
    fn kind(&mut self, has_document: bool, faults: &mut Vec<String>) -> Option<Kind> {
        let sections = [
            self.matches.is_some(),
            self.wins.is_some(),
            self.curves.is_some(),
            self.estimates.is_some(),
            self.inventory.is_some(),
            self.training.is_some(),
            self.trees.is_some(),
        ];
        let is_alone = sections.into_iter().filter(|is_there| *is_there).count() == 1;
        let (name, kind) = match self.kind {
            KindName::Matches => ("matches", self.matches.take().map(Kind::Matches)),
            KindName::Wins => ("wins", self.wins.take().map(Kind::Wins)),
            KindName::Curves => ("curves", self.curves.take().map(Kind::Curves)),
            KindName::Estimates => ("estimates", self.estimates.take().map(Kind::Estimates)),
            KindName::Inventory => ("inventory", self.inventory.take().map(Kind::Inventory)),
            KindName::Training => ("training", self.training.take().map(Kind::Training)),
            KindName::Trees => ("trees", self.trees.take().map(Kind::Trees)),
        };
        let Some(kind) = kind.filter(|_| is_alone) else {
            faults.push(format!("kind: {name} need a section [{name}], and no other"));
            return None;
        };
        let needs_document = match &kind {
            Kind::Matches(matches) => {
                matches.check(faults);
                matches.has_reported()
            }
            Kind::Wins(wins) => {
                wins.check(faults);
                true
            }
            Kind::Curves(curves) => {
                curves.check(faults);
                curves.has_reported()
            }
            Kind::Estimates(estimates) => {
                estimates.check(faults);
                false
            }
            Kind::Inventory(inventory) => {
                inventory.check(faults);
                inventory.rows.iter().any(|row| !row.reported.is_empty())
            }
            Kind::Training(training) => {
                training.check(faults);
                training.has_reported()
            }
            Kind::Trees(trees) => {
                trees.check(faults);
                trees.has_reported()
            }
        };
        if needs_document && !has_document {
            faults.push("document: it is missing, and there are figures of one".to_owned());
        }
        Some(kind)
    }
}

impl Experiment {
    /// Reads a definition; the name of the file is for errors.
    pub fn read(file: &str, text: &str) -> Result<Experiment, DefinitionError> {
        let file = file.to_owned();
        let mut definition: Definition = match toml::from_str(text) {
            Ok(definition) => definition,
            Err(error) => return Err(DefinitionError::Syntax { file, error }),
        };
        let mut faults = Vec::new();
        if !is_plain(&definition.id) {
            faults.push(format!(
                "id: `{}` has more than lower-case letters, digits and hyphens",
                definition.id
            ));
        }
        let document = definition.document(&mut faults);
        let kind = definition.kind(document.is_some(), &mut faults);
        match kind {
            Some(kind) if faults.is_empty() => Ok(Experiment {
                id: definition.id,
                title: definition.title,
                question: definition.question,
                document,
                kind,
                notes: String::new(),
            }),
            _ => Err(DefinitionError::Faults { file, faults }),
        }
    }

    /// The same with a discussion of its results.
    pub fn with_notes(self, notes: &str) -> Experiment {
        Experiment { notes: notes.to_owned(), ..self }
    }
}

/// Whether a name can be part of a file's name and of a cell's.
pub(crate) fn is_plain(name: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    !name.is_empty() && name.len() <= 100 && name.bytes().all(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "id = 'a'\ntitle = 'A'\nquestion = 'Why?'\ndocument = '002'\nplace = 'Table 1'\nfound = 'Because.'\n";

    fn error(rest: &str) -> String {
        let text = format!("{HEAD}{rest}");
        Experiment::read("lab/a.toml", &text).expect_err("it is wrong").to_string()
    }

    #[track_caller]
    fn complains(rest: &str, expected: &[&str]) {
        let error = error(rest);
        for part in ["lab/a.toml: "].iter().chain(expected) {
            assert!(error.contains(part), "`{part}` is not in\n{error}");
        }
    }

    #[test]
    fn keys_and_kinds_that_nobody_knows_are_named() {
        complains("kind = 'matches'\ncolour = 1", &["line 8", "unknown field `colour`"]);
        complains("kind = 'dance'", &["line 7", "unknown variant `dance`", "`matches`"]);
        complains("kind = 'matches'", &["kind: ", "[matches]"]);
        complains("", &["missing field `kind`"]);
        complains("kind = ", &["line 7"]);
    }

    #[test]
    fn keys_inside_sections_are_named_too() {
        let section = "kind = 'matches'\n[matches]\nbaseline = 'legal'\nbudget = 'none'\nseed = 1\nswap = true\nponder = false\n";
        let games = "games = { small = 1, full = 2, huge = 3 }\n";
        complains(&format!("{section}{games}"), &["unknown field `huge`"]);
        let rest = "games = { small = 1, full = 2 }\ncolumns = []\n[[matches.rows]]\ngame = 'nim'\ngoals = 3";
        complains(&format!("{section}{rest}"), &["line 18", "unknown field `goals`"]);
    }

    #[test]
    fn a_row_has_simulations_or_seconds() {
        let section = "kind = 'matches'\n[matches]\nbaseline = 'legal'\nbudget = 'none'\nseed = 1\nswap = true\nponder = false\n\
                       games = { small = 1, full = 2 }\ncolumns = []\n[[matches.rows]]\ngame = 'nim'\ntitle = 'Nim'\n";
        complains(section, &["row `nim` has neither `simulations` nor `seconds`"]);
        let both = format!("{section}simulations = 1\nseconds = 1.0");
        complains(&both, &["row `nim` has both `simulations` and `seconds`"]);
        let none = format!("{section}simulations = {{ a = 1 }}");
        complains(&none, &["row `nim` has no `baseline` among its `simulations`"]);
        let stranger = format!("{section}simulations = {{ baseline = 1, a = 1 }}");
        complains(&stranger, &["matches.rows.nim.simulations: there is no column `a`"]);
        let stranger = format!("{section}simulations = 1\nplayers = {{ a = 'legal' }}");
        complains(&stranger, &["matches.rows.nim.players: there is no column `a`"]);
        let start = format!("{section}simulations = 1\nstart = 1.0");
        complains(&start, &["row `nim` has `start` without `seconds`"]);
        let start = format!("{section}seconds = 1.0\nstart = 0.0");
        complains(&start, &["matches.rows.nim.start: 0 is not a positive number"]);
        let speed = format!("{section}seconds = 1.0\nreported_simulations = {{ a = 0.0 }}");
        let faults = ["reported_simulations: there is no column `a`", "a: 0 is not a positive"];
        complains(&speed, &faults);
        for seconds in ["0.0", "nan", "-0.5", "1e9"] {
            let fault = "matches.rows.nim.seconds: ";
            complains(
                &format!("{section}seconds = {seconds}"),
                &[fault, "is not a positive number"],
            );
        }
    }

    #[test]
    fn what_a_document_found_needs_the_document() {
        let rest = "kind = 'matches'\n[matches]\nbaseline = 'legal'\nbudget = 'none'\nseed = 1\nswap = true\nponder = false\n\
                    games = { small = 1, full = 2 }\ncolumns = [{ name = 'c', title = 'C', player = 'random' }]\n\
                    rows = [{ game = 'nim', title = 'Nim', simulations = 1, reported = { c = [50.0] } }]\n";
        let read = |head: &str| {
            let text = format!("id = 'a'\ntitle = 'A'\nquestion = 'Why?'\n{head}{rest}");
            Experiment::read("a.toml", &text).map_err(|error| error.to_string())
        };
        assert!(read("document = '2'\nplace = 'T'\nfound = 'F'\n").is_ok());
        let error = read("").expect_err("figures of no document");
        assert!(error.contains("document: it is missing"), "{error}");
        let error = read("place = 'T'\n").expect_err("a place in no document");
        assert!(error.contains("document: it goes with `place` and `found`"), "{error}");
    }

    #[test]
    fn everything_else_that_is_wrong_is_said_at_once() {
        let text = "id = '../a'\ntitle = 'A'\nquestion = 'Why?'\ndocument = '002'\nplace = 'Table 1'\nfound = ''\nkind = 'matches'
            [matches]
            baseline = 'legal'
            budget = 'none'
            seed = 1
            swap = true
            ponder = false
            games = { small = 0, full = 2 }
            columns = [{ name = 'a/b', title = 'A', player = 'random' }, { name = 'c', title = 'C', player = 'random', average = 101 }]
            rows = [
              { game = 'nim', title = 'Nim', simulations = 0, reported = { c = [50.0, 3.0], d = [1] } },
              { game = 'nim', title = 'Nim', simulations = 5, reported = { c = [50, 3, 1] } },
              { game = 'checkers', title = 'Checkers', games = { small = 1, full = 0 }, seconds = -1.0 },
            ]";
        let error = Experiment::read("x.toml", text).expect_err("it is wrong").to_string();
        let expected = [
            "x.toml: id: `../a` has more",
            "matches.games.small: 0 is not",
            "matches.columns: `a/b` has more",
            "matches.columns.c.average: 101 is not",
            "matches.rows.nim.simulations: 0 is not",
            "matches.rows.nim.reported: there is no column `d`",
            "matches.rows.checkers.games.full: 0 is not",
            "matches.rows.checkers.seconds: -1 is not",
            "matches.rows: `nim` is there twice",
            "matches.rows.nim.reported.c: it takes a percentage",
        ];
        for part in expected {
            assert!(error.contains(part), "`{part}` is not in\n{error}");
        }
    }
}
