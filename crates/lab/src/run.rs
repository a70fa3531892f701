//! Tasks spread over threads.

use crate::error::TaskError;
use crate::journal::{Line, Provenance, Source};
use crate::kind::Job;
use play::matches::{GoOn, run_jobs};
use serde::Serialize;
use std::time::Duration;

/// The way in which a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// All tasks are finished.
    Done,
    /// The run was asked to stop.
    Stopped,
}

/// The reason why a run could not go on.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// A task could not be performed.
    #[error("{unit} {number} of {cell}: {error}")]
    Task {
        /// The word for a task.
        unit: &'static str,
        /// The name of the cell.
        cell: String,
        /// The number of the task in its cell.
        number: u64,
        /// The reason why it could not be performed.
        error: Box<TaskError>,
    },
    /// The preparation that the tasks share failed.
    #[error(transparent)]
    SetUp(#[from] TaskError),
    /// A line could not be kept.
    #[error("what was finished could not be written: {0}")]
    Keep(#[from] std::io::Error),
}

/// The conditions of a run.
#[derive(Clone, Copy)]
pub struct Conditions<'a> {
    /// The word for a task.
    pub unit: &'static str,
    /// The values that all lines share.
    pub source: &'a Source,
    /// The number of tasks that are performed at once.
    pub threads: usize,
    /// The program and the machine.
    pub provenance: &'a Provenance,
    /// The time since some moment.
    pub clock: &'a (dyn Fn() -> Duration + Sync),
    /// Returns `false` as soon as no more tasks are to be begun.
    pub go_on: GoOn<'a>,
}

/// Performs a task; `None` if it was interrupted.
pub type Work<'a, T, F> = &'a (dyn Fn(&Job<T>) -> Result<Option<F>, TaskError> + Sync);

/// Performs tasks on several threads and hands out the line of each as soon as it is finished. Tasks begin in the order
/// given; with one thread, they also end in it. What is finished when a task cannot be performed is still handed out.
pub fn run<T, F>(
    jobs: &[Job<T>],
    conditions: &Conditions,
    work: Work<T, F>,
    keep: &mut dyn FnMut(Line<T, F>) -> std::io::Result<()>,
) -> Result<Ended, RunError>
where
    T: Clone + PartialEq + Serialize + Send + Sync,
    F: Serialize + Send,
{
    let Conditions { unit, source, provenance, clock, go_on, .. } = *conditions;
    let threads = conditions.threads.clamp(1, jobs.len().max(1));
    let perform = |place: usize, _: GoOn| {
        if !go_on() {
            return Err(Ending::Stopped);
        }
        let (job, begun) = (&jobs[place], clock());
        let failure = |error| {
            let (cell, number, error) = (job.cell.clone(), job.number, Box::new(error));
            Ending::Failed(RunError::Task { unit, cell, number, error })
        };
        let finding = work(job).map_err(failure)?.ok_or(Ending::Stopped)?;
        let seconds = clock().saturating_sub(begun).as_secs_f64();
        Ok(Line::new(source, job, finding, seconds, threads, provenance))
    };
    let mut done = |_, line| keep(line).map_err(|error| Ending::Failed(error.into()));
    match run_jobs(jobs.len(), threads, &perform, &mut done) {
        Ok(()) => Ok(Ended::Done),
        Err(Ending::Stopped) => Ok(Ended::Stopped),
        Err(Ending::Failed(error)) => Err(error),
    }
}

/// The reason why a run ended before all tasks were finished.
enum Ending {
    Stopped,
    Failed(RunError),
}
