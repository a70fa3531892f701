//! Files of results: finished tasks as JSON lines, which a run adds to, a resumed run reads first, and reports are made
//! of.

mod line;
mod old_lines;

pub use line::{Line, Provenance};

use crate::kind::{FindingIn, FindingOf, JobOf, Kind, TaskOf};
use std::collections::{BTreeMap, HashMap};

/// The reason why a file of results cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// A line is not a finished task.
    #[error("line {line} is not a finished {unit}: {error}")]
    Line {
        /// The word for a task.
        unit: &'static str,
        /// The number of the line, from 1.
        line: usize,
        /// The description of the error.
        error: String,
    },
    /// A task was performed otherwise than the experiment says.
    #[error(
        "line {line}, {unit} {number} of {cell}, was made with {difference}; the experiment has changed, so take \
             these results away or choose another folder"
    )]
    Changed {
        /// The word for a task.
        unit: &'static str,
        /// The number of the line, from 1.
        line: usize,
        /// The name of the cell.
        cell: String,
        /// The number of the task in its cell.
        number: u64,
        /// The difference between the line and the experiment.
        difference: String,
    },
}

/// The values that all lines of an experiment share.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Source {
    /// The name of the experiment.
    pub experiment: String,
    /// The SHA-256 of each rule sheet that the experiment names, by the name of the game.
    pub sheets: BTreeMap<String, String>,
}

/// Returns the number of bytes of a file that are whole lines; new lines belong there.
pub fn whole_lines(bytes: &[u8]) -> usize {
    bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1)
}

/// All finished tasks of a file.
pub struct Journal<K: Kind> {
    /// Each line with its number, from 1.
    lines: Vec<(usize, LineOf<K>)>,
}

/// A line of a kind's results.
pub type LineOf<K> = Line<TaskOf<K>, FindingIn<K>>;

impl<K: Kind> Journal<K> {
    /// Reads the bytes of a file. A last line without its end was being written when a run was killed, and is ignored.
    /// Lines of version 0.1 are understood.
    pub fn read(bytes: &[u8]) -> Result<Journal<K>, JournalError> {
        let whole = whole_lines(bytes);
        let mut lines = Vec::new();
        for (line, text) in (1..).zip(bytes[..whole].split(|&byte| byte == b'\n')) {
            if !text.trim_ascii().is_empty() {
                let unit = K::UNIT.one;
                let error = |error| JournalError::Line { unit, line, error };
                lines.push((line, read_line::<K>(text).map_err(error)?));
            }
        }
        Ok(Journal { lines })
    }

    /// Returns all lines, in the order of the file.
    pub fn lines(&self) -> impl Iterator<Item = &LineOf<K>> {
        self.lines.iter().map(|(_, line)| line)
    }

    /// Returns for each task its line, if it is finished. Lines of other tasks are ignored.
    pub fn answers(
        &self,
        source: &Source,
        jobs: &[JobOf<K>],
    ) -> Result<Vec<Option<&LineOf<K>>>, JournalError> {
        let mut answers: Vec<Option<&LineOf<K>>> = jobs.iter().map(|_| None).collect();
        let key = |job: &'_ JobOf<K>| (job.cell.clone(), job.number);
        let places: HashMap<(String, u64), usize> = jobs.iter().map(key).zip(0..).collect();
        for (number, line) in &self.lines {
            let Some(&place) = places.get(&(line.cell.clone(), line.number)) else { continue };
            if let Some(difference) = line.difference(source, &jobs[place]) {
                return Err(JournalError::Changed {
                    unit: K::UNIT.one,
                    line: *number,
                    cell: line.cell.clone(),
                    number: line.number,
                    difference,
                });
            }
            // The first counts, should two runs have performed the same task.
            answers[place].get_or_insert(line);
        }
        Ok(answers)
    }

    /// Returns the tasks that are not finished.
    pub fn missing(
        &self,
        source: &Source,
        jobs: Vec<JobOf<K>>,
    ) -> Result<Vec<JobOf<K>>, JournalError> {
        let done: Vec<bool> = self.answers(source, &jobs)?.iter().map(Option::is_some).collect();
        let missing = jobs.into_iter().zip(done).filter(|(_, done)| !done);
        Ok(missing.map(|(job, _)| job).collect())
    }
}

fn read_line<K: Kind>(text: &[u8]) -> Result<LineOf<K>, String> {
    let line: LineOf<K> = match serde_json::from_slice(text) {
        Ok(line) => line,
        Err(error) => match old_lines::converted(text) {
            Some(value) => serde_json::from_value(value).map_err(|error| error.to_string())?,
            None => return Err(error.to_string()),
        },
    };
    if line.finding.is_of(&line.task) && line.seconds.is_finite() {
        Ok(line)
    } else {
        Err("its numbers do not fit together".to_owned())
    }
}
