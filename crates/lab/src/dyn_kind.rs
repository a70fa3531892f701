//! Kinds of experiments whose types are not known: what an experiment does with its kind. Every [`Report`] is one of
//! these.

use crate::experiment::ExperimentError;
use crate::journal::{Journal, JournalError, LineOf, Provenance, Source};
use crate::kind::{Environment, JobOf, Kind, Report, Unit};
use crate::report::Sections;
use crate::results::Results;
use crate::run::{self, Conditions, Ended};
use crate::scale::Scale;
use crate::text_table::TextTable;
use serde_json::Value;
use std::any::Any;
use std::collections::HashSet;
use std::fmt::Debug;

/// The number of finished and of missing tasks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Number of tasks of all cells.
    pub total: usize,
    /// Number of finished tasks of all cells.
    pub done: usize,
    /// Number of missing tasks of the cells that are to be run.
    pub missing: usize,
}

/// The cells to be run, and the conditions of the run.
pub struct RunRequest<'a> {
    /// The scale of the run.
    pub scale: Scale,
    /// The cells that are to be run; all, if there is none.
    pub cells: &'a [String],
    /// The results so far.
    pub journal: &'a [u8],
    /// Number of tasks that are performed at once.
    pub threads: usize,
    /// The program and the machine.
    pub provenance: &'a Provenance,
    /// The environment of the tasks.
    pub environment: &'a Environment<'a>,
}

/// The results of an experiment so far, as they are recorded.
pub(crate) struct Recorded<'a> {
    /// The values that all lines share.
    pub source: Source,
    /// The scale of the run.
    pub scale: Scale,
    /// The bytes of the file of results.
    pub journal: &'a [u8],
}

/// Everything about the results so far.
pub(crate) struct Examined {
    pub sections: Sections,
    pub figure: Option<String>,
    pub summary: TextTable,
    pub done: usize,
    pub total: usize,
    pub hours: f64,
    pub provenances: Vec<(Provenance, usize)>,
}

/// A kind of experiment whose type is not known. The methods are those of [`Kind`] and [`Report`], with files of results
/// as bytes.
pub(crate) trait DynKind: Any + Debug + Send + Sync {
    fn name(&self) -> &'static str;
    fn unit(&self) -> Unit;
    fn check(&self, faults: &mut Vec<String>);
    fn has_reported(&self) -> bool;
    fn games(&self) -> Vec<&str>;
    fn cells(&self) -> Vec<String>;
    fn count(&self, scale: Scale) -> usize;
    fn has_clocks(&self) -> bool;
    fn plan(&self, recorded: &Recorded, cells: &[String]) -> Result<Plan, JournalError>;
    fn run(
        &self,
        source: Source,
        request: &RunRequest,
        keep: &mut dyn FnMut(&str) -> std::io::Result<()>,
    ) -> Result<Ended, ExperimentError>;
    fn examine(&self, recorded: &Recorded) -> Result<Examined, JournalError>;
    fn lines(&self, recorded: &Recorded) -> Result<Vec<Value>, JournalError>;
}

/// Returns the missing tasks of these cells.
fn missing<K: Kind>(
    kind: &K,
    recorded: &Recorded,
    cells: &[String],
) -> Result<Vec<JobOf<K>>, JournalError> {
    let journal = Journal::<K>::read(recorded.journal)?;
    let mut missing = journal.missing(&recorded.source, kind.jobs(recorded.scale))?;
    missing.retain(|job| cells.is_empty() || cells.contains(&job.cell));
    Ok(missing)
}

impl<K: Report> DynKind for K {
    fn name(&self) -> &'static str {
        K::NAME
    }

    fn unit(&self) -> Unit {
        K::UNIT
    }

    fn check(&self, faults: &mut Vec<String>) {
        Kind::check(self, faults);
    }

    fn has_reported(&self) -> bool {
        Kind::has_reported(self)
    }

    fn games(&self) -> Vec<&str> {
        Kind::games(self)
    }

    fn cells(&self) -> Vec<String> {
        let mut seen = HashSet::new();
        // Every cell has a task at the small scale, where there are fewest.
        let cells = self.jobs(Scale::Small).into_iter().map(|job| job.cell);
        cells.filter(|cell| seen.insert(cell.clone())).collect()
    }

    fn count(&self, scale: Scale) -> usize {
        self.jobs(scale).len()
    }

    fn has_clocks(&self) -> bool {
        Kind::has_clocks(self)
    }

    fn plan(&self, recorded: &Recorded, cells: &[String]) -> Result<Plan, JournalError> {
        let journal = Journal::<K>::read(recorded.journal)?;
        let jobs = self.jobs(recorded.scale);
        let answers = journal.answers(&recorded.source, &jobs)?;
        let done = answers.iter().flatten().count();
        let is_wanted = |job: &JobOf<K>| cells.is_empty() || cells.contains(&job.cell);
        let missing = jobs.iter().zip(&answers).filter(|(job, it)| it.is_none() && is_wanted(job));
        Ok(Plan { total: jobs.len(), done, missing: missing.count() })
    }

    fn run(
        &self,
        source: Source,
        request: &RunRequest,
        keep: &mut dyn FnMut(&str) -> std::io::Result<()>,
    ) -> Result<Ended, ExperimentError> {
        let RunRequest { scale, cells, journal, threads, provenance, environment } = *request;
        let recorded = Recorded { source, scale, journal };
        let jobs = missing(self, &recorded, cells)?;
        if jobs.is_empty() {
            return Ok(Ended::Done);
        }
        let conditions = Conditions { source: &recorded.source, threads, provenance, environment };
        Ok(run::run::<K>(&jobs, &conditions, &mut |line| keep(&line.text()))?)
    }

    fn examine(&self, recorded: &Recorded) -> Result<Examined, JournalError> {
        let journal = Journal::<K>::read(recorded.journal)?;
        let results = Results::new(self, &recorded.source, recorded.scale, &journal)?;
        Ok(Examined {
            sections: self.sections(&results),
            figure: self.figure(&results),
            summary: self.summary(&results),
            done: results.done(),
            total: results.jobs.len(),
            hours: results.hours(),
            provenances: results.provenances(),
        })
    }

    fn lines(&self, recorded: &Recorded) -> Result<Vec<Value>, JournalError> {
        let journal = Journal::<K>::read(recorded.journal)?;
        let results = Results::new(self, &recorded.source, recorded.scale, &journal)?;
        let value = |line: &LineOf<K>| serde_json::to_value(line).unwrap_or_default();
        Ok(results.lines().map(value).collect())
    }
}
