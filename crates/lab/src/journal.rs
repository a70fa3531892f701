//! Finished matches and trials as JSON lines: what a run adds to, what a resumed run reads first, what reports are made of.

use crate::budget::Budget;
use crate::order::{Order, Outcome};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// Something to be done: one of those of a cell.
pub trait Job {
    /// What it is called in messages.
    const WHAT: &'static str;

    /// The cell, and which of it, from 0.
    fn key(&self) -> (&str, u64);
}

impl Job for Order {
    const WHAT: &'static str = "match";

    fn key(&self) -> (&str, u64) {
        (&self.cell, self.number)
    }
}

/// What is written down of a job that was done.
pub trait Entry: Serialize + DeserializeOwned {
    /// The job.
    type Of: Job;

    /// The key of the job.
    fn key(&self) -> (&str, u64);

    /// What is missing in it, if something is.
    fn gap(&self) -> Option<&'static str>;

    /// What of the job is not as it was done.
    fn difference(&self, job: &Self::Of) -> Option<String>;

    /// The entry as a line of JSON, with its end.
    ///
    /// # Panics
    /// Never: an entry has only texts and numbers.
    fn line(&self) -> String {
        let text = serde_json::to_string(self).expect("texts and numbers can be written");
        format!("{text}\n")
    }
}

/// What of a job is not as it was done: its experiment, what was to be done, or its seed.
pub(crate) fn difference<T: Serialize + PartialEq>(
    done: (&str, &T, u64),
    ordered: (&str, &T, u64),
) -> Option<String> {
    let text = |task: &T| serde_json::to_string(task).unwrap_or_default();
    let differs =
        |done: &str, ordered: &str| Some(format!("{done}, and the experiment has {ordered}"));
    if done.0 != ordered.0 {
        differs(done.0, ordered.0)
    } else if done.1 != ordered.1 {
        differs(&text(done.1), &text(ordered.1))
    } else if done.2 != ordered.2 {
        differs(&format!("seed {}", done.2), &ordered.2.to_string())
    } else {
        None
    }
}

/// A finished match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// The experiment.
    pub experiment: String,
    /// The cell, GAME/COLUMN.
    pub cell: String,
    /// Which match of the cell, from 0.
    pub number: u64,
    /// The seed.
    pub seed: u64,
    /// The names of the roles.
    pub roles: Vec<String>,
    /// Who played them.
    pub players: Vec<String>,
    /// Which of them is under test, from 0.
    pub tested: usize,
    /// What each role got.
    pub goals: Vec<u8>,
    /// How many joint moves were made.
    pub length: u64,
    /// How much each of them was allowed to think about each move.
    pub budgets: Vec<Budget>,
    /// Whether they did so when they had only one legal move.
    pub ponder: bool,
    /// How many simulations each role made in all.
    pub simulated: Vec<u64>,
    /// How many games each role played out for them.
    pub playouts: Vec<u64>,
    /// How many seconds each role thought.
    pub thought: Vec<f64>,
    /// How many microseconds a simulation of each role took, as the mean over its moves; earlier runs did not note it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pace: Vec<f64>,
    /// How long it took.
    pub seconds: f64,
    /// How many matches were played at a time.
    pub threads: usize,
}

impl Record {
    /// The record of a match that was ordered and played on one of so many threads; nothing if it had not as many roles as there
    /// are players.
    pub fn new(order: &Order, outcome: Outcome, threads: usize) -> Option<Record> {
        let record = Record {
            experiment: order.experiment.clone(),
            cell: order.cell.clone(),
            number: order.number,
            seed: order.seed,
            roles: outcome.roles,
            players: order.players.clone(),
            tested: order.tested,
            goals: outcome.goals,
            length: outcome.length,
            budgets: order.budgets.clone(),
            ponder: order.ponder,
            simulated: outcome.simulated,
            playouts: outcome.playouts,
            thought: outcome.thought.into_iter().map(in_milliseconds).collect(),
            pace: outcome.pace.into_iter().map(in_microseconds).collect(),
            seconds: in_milliseconds(outcome.seconds),
            threads,
        };
        record.is_whole().then_some(record)
    }

    /// Whether there is something of everything for each role.
    fn is_whole(&self) -> bool {
        let Record { roles, players, goals, budgets, simulated, playouts, thought, pace, .. } =
            self;
        let counts = [players.len(), goals.len(), budgets.len(), simulated.len(), playouts.len()];
        let is_each = |count: usize| count == roles.len();
        let is_paced = pace.is_empty() || is_each(pace.len());
        self.tested < roles.len()
            && is_paced
            && is_each(thought.len())
            && counts.into_iter().all(is_each)
    }

    /// What the player under test got, and the most that another one got.
    pub fn goals_of_tested_and_others(&self) -> (u8, u8) {
        let others = self.others().map(|role| self.goals[role]);
        (self.goals[self.tested], others.max().unwrap_or(0))
    }

    /// The roles of all others.
    pub fn others(&self) -> impl Iterator<Item = usize> {
        (0..self.roles.len()).filter(|&role| role != self.tested)
    }
}

impl Entry for Record {
    type Of = Order;

    fn key(&self) -> (&str, u64) {
        (&self.cell, self.number)
    }

    fn gap(&self) -> Option<&'static str> {
        (!self.is_whole()).then_some("it has not something of everything for each role")
    }

    fn difference(&self, order: &Order) -> Option<String> {
        let differs = |what, played: &dyn std::fmt::Display, ordered: &dyn std::fmt::Display| {
            Some(format!("{what} {played}, and the experiment has {ordered}"))
        };
        if self.experiment != order.experiment {
            differs("experiment", &self.experiment, &order.experiment)
        } else if self.budgets != order.budgets {
            let [played, ordered] = [&self.budgets, &order.budgets].map(|budgets| {
                let texts: Vec<String> = budgets.iter().map(Budget::to_string).collect();
                texts.join(" and ")
            });
            differs("budgets of", &played, &ordered)
        } else if self.ponder != order.ponder {
            differs("ponder", &self.ponder, &order.ponder)
        } else if self.players != order.players {
            differs("players", &self.players.join(" and "), &order.players.join(" and "))
        } else if (self.seed, self.tested) != (order.seed, order.tested) {
            differs("seed", &self.seed, &order.seed)
        } else {
            None
        }
    }
}

/// Milliseconds are precise enough, and keep the lines short.
fn in_milliseconds(seconds: f64) -> f64 {
    (seconds * 1000.0).round() / 1000.0
}

/// A simulation may take less than one; nanoseconds are precise enough.
fn in_microseconds(seconds: f64) -> f64 {
    (seconds * 1e9).round() / 1000.0
}

/// What is wrong with a file of results.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// A line is not a record.
    #[error("line {line} is not a finished {what}: {error}")]
    Line {
        /// What it should be.
        what: &'static str,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        error: String,
    },
    /// A match or a trial was played otherwise than the experiment says.
    #[error(
        "line {line}, {what} {number} of {cell}, was played with {difference}; the experiment has changed, so take \
             these results away or choose another folder"
    )]
    Changed {
        /// What it is.
        what: &'static str,
        /// The line, from 1.
        line: usize,
        /// The cell.
        cell: String,
        /// Which one.
        number: u64,
        /// What is different.
        difference: String,
    },
}

/// All finished matches, or trials, of a file.
#[derive(Clone, Debug)]
pub struct Journal<R = Record> {
    /// Each with its line, from 1.
    records: Vec<(usize, R)>,
    whole: usize,
}

impl<R> Default for Journal<R> {
    fn default() -> Journal<R> {
        Journal { records: Vec::new(), whole: 0 }
    }
}

impl<R: Entry> Journal<R> {
    /// Reads the bytes of a file. A last line without its end was being written when a run was killed, and is left out.
    pub fn read(bytes: &[u8]) -> Result<Journal<R>, JournalError> {
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let mut records = Vec::new();
        for (line, text) in (1..).zip(bytes[..whole].split(|&byte| byte == b'\n')) {
            if !text.trim_ascii().is_empty() {
                let what = R::Of::WHAT;
                let error = |error| JournalError::Line { what, line, error };
                records.push((line, read_line(text).map_err(error)?));
            }
        }
        Ok(Journal { records, whole })
    }

    /// How many bytes of the file were whole lines; what is to be added belongs there.
    pub fn whole(&self) -> usize {
        self.whole
    }

    /// For each job its record, if it has been done. Records that nobody ordered are left out.
    pub fn answers(&self, jobs: &[R::Of]) -> Result<Vec<Option<&R>>, JournalError> {
        let mut answers: Vec<Option<&R>> = jobs.iter().map(|_| None).collect();
        let places: HashMap<(&str, u64), usize> = jobs.iter().map(Job::key).zip(0..).collect();
        for (line, record) in &self.records {
            let Some(&place) = places.get(&record.key()) else { continue };
            if let Some(difference) = record.difference(&jobs[place]) {
                let (what, line) = (R::Of::WHAT, *line);
                let (cell, number) = record.key();
                let cell = cell.to_owned();
                return Err(JournalError::Changed { what, line, cell, number, difference });
            }
            // The first counts, should two runs have done the same.
            answers[place].get_or_insert(record);
        }
        Ok(answers)
    }

    /// The jobs that have not been done.
    pub fn missing(&self, jobs: Vec<R::Of>) -> Result<Vec<R::Of>, JournalError> {
        let done: Vec<bool> = self.answers(&jobs)?.iter().map(Option::is_some).collect();
        let missing = jobs.into_iter().zip(done).filter(|(_, done)| !done);
        Ok(missing.map(|(job, _)| job).collect())
    }
}

fn read_line<R: Entry>(text: &[u8]) -> Result<R, String> {
    let record: R = serde_json::from_slice(text).map_err(|error| error.to_string())?;
    match record.gap() {
        None => Ok(record),
        Some(gap) => Err(gap.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(number: u64) -> Order {
        Order {
            experiment: "e".to_owned(),
            cell: "nim/a".to_owned(),
            number,
            seed: 5,
            game: "nim".to_owned(),
            players: vec!["legal".to_owned(), "random".to_owned()],
            tested: 1,
            budgets: vec![Budget::Simulations(7), Budget::Simulations(9)],
            ponder: false,
        }
    }

    fn record(number: u64) -> Record {
        let roles = vec!["white".to_owned(), "black".to_owned()];
        let outcome = Outcome {
            roles,
            goals: vec![0, 100],
            length: 3,
            simulated: vec![14, 7],
            playouts: vec![28, 7],
            thought: vec![0.1, 0.02],
            pace: vec![2.5e-6, 2e-8],
            seconds: 0.123_456,
        };
        Record::new(&order(number), outcome, 2).expect("there are two roles")
    }

    fn text(numbers: &[u64]) -> String {
        numbers.iter().map(|&number| record(number).line()).collect()
    }

    #[test]
    fn lines_are_read_as_they_were_written() {
        let text = text(&[0, 2]);
        assert_eq!(
            text.lines().next(),
            Some(
                r#"{"experiment":"e","cell":"nim/a","number":0,"seed":5,"roles":["white","black"],"players":["legal","random"],"tested":1,"goals":[0,100],"length":3,"budgets":[{"simulations":7},{"simulations":9}],"ponder":false,"simulated":[14,7],"playouts":[28,7],"thought":[0.1,0.02],"pace":[2.5,0.02],"seconds":0.123,"threads":2}"#
            )
        );
        let journal = Journal::<Record>::read(text.as_bytes()).expect("it is whole");
        let orders = vec![order(0), order(1), order(2)];
        let answers = journal.answers(&orders).expect("all fit");
        assert_eq!(answers, [Some(&record(0)), None, Some(&record(2))]);
        assert_eq!(journal.missing(orders).expect("all fit"), [order(1)]);
    }

    #[test]
    fn clocks_are_kept_apart_from_simulations_and_from_the_time_it_took() {
        let timed = Order { budgets: vec![Budget::Clock(1.5); 2], ..order(0) };
        let line = Record { budgets: timed.budgets.clone(), ..record(0) }.line();
        assert!(line.contains(r#"{"clock":1.5}"#) && !line.contains("simulations"), "{line}");
        let journal = Journal::<Record>::read(line.as_bytes()).expect("it is whole");
        assert!(journal.missing(vec![timed]).expect("it fits").is_empty());
        let error = journal.missing(vec![order(0)]).expect_err("it differs").to_string();
        let expected = "1.5 s per move and before the first, and the experiment has 7 simulations";
        assert!(error.contains(expected), "{error}");
        let neither = line.replace(r#""clock":1.5"#, "");
        assert!(Journal::<Record>::read(neither.as_bytes()).is_err());
    }

    #[test]
    fn a_file_cut_anywhere_is_read_to_its_last_whole_line() {
        let text = text(&[0, 1]);
        let first = text.find('\n').expect("there are lines") + 1;
        for length in 0..=text.len() {
            let journal =
                Journal::<Record>::read(&text.as_bytes()[..length]).expect("it can be resumed");
            let expected = [0, first, text.len()].into_iter().rfind(|end| *end <= length);
            assert_eq!(Some(journal.whole()), expected, "{length}");
        }
    }

    #[test]
    fn what_does_not_belong_is_said_with_its_line() {
        let changed = |change: fn(&mut Record)| {
            let mut other = record(1);
            change(&mut other);
            let text = format!("{}{}", text(&[0]), other.line());
            let journal = Journal::<Record>::read(text.as_bytes()).expect("it is whole");
            journal.missing(vec![order(0), order(1)]).expect_err("it differs").to_string()
        };
        let error = changed(|record| record.budgets[0] = Budget::Simulations(8));
        let start = "line 2, match 1 of nim/a, was played with budgets of 8 simulations per move and 9 simulations per \
                     move, and the experiment has 7 simulations per move and 9 simulations per move;";
        assert!(error.starts_with(start), "{error}");
        assert!(changed(|record| record.seed = 6).contains("seed 6, and the experiment has 5"));
        assert!(changed(|record| record.players[0] = "x".to_owned()).contains("x and random"));
        let broken = format!("{}\n{{}}\n{}", text(&[0]), text(&[1]));
        let error =
            Journal::<Record>::read(broken.as_bytes()).expect_err("a line is broken").to_string();
        assert!(error.starts_with("line 3 is not a finished match: missing field"), "{error}");
        let third = text(&[0]).replace("\"tested\":1", "\"tested\":2");
        assert!(Journal::<Record>::read(third.as_bytes()).is_err());
        let short = text(&[0]).replace("\"goals\":[0,100]", "\"goals\":[0]");
        assert!(Journal::<Record>::read(short.as_bytes()).is_err());
    }

    #[test]
    fn a_match_counts_once_and_only_if_it_was_ordered() {
        let journal = Journal::<Record>::read(text(&[0, 0, 5]).as_bytes()).expect("it is whole");
        let answers = journal.answers(&[order(0), order(1)]).expect("all fit");
        assert_eq!(answers, [Some(&record(0)), None]);
    }
}
