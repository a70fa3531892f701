//! Tasks spread over threads.

use crate::error::TaskError;
use crate::journal::{Line, LineOf, Provenance, Source};
use crate::kind::{Environment, FindingIn, Interruptible, JobOf, Kind, Perform};
use play::matches::{GoOn, run_jobs};

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
    /// The values that all lines share.
    pub source: &'a Source,
    /// The number of tasks that are performed at once.
    pub threads: usize,
    /// The program and the machine.
    pub provenance: &'a Provenance,
    /// The games, the clock, and the wish to go on.
    pub environment: &'a Environment<'a>,
}

/// Prepares what the tasks of a kind share, performs the tasks on several threads and hands out the line of each as soon
/// as it is finished.
pub fn run<K: Kind>(
    jobs: &[JobOf<K>],
    conditions: &Conditions,
    keep: &mut dyn FnMut(LineOf<K>) -> std::io::Result<()>,
) -> Result<Ended, RunError> {
    let environment = conditions.environment;
    let Some(setup) = K::Setup::set_up(jobs, environment)? else { return Ok(Ended::Stopped) };
    run_work::<K>(jobs, conditions, &|job| setup.perform(job, environment), keep)
}

/// Performs a task; `None` if it was interrupted.
pub type Work<'a, K> = &'a (dyn Fn(&JobOf<K>) -> Interruptible<FindingIn<K>> + Sync);

/// Performs tasks by `work` on several threads and hands out the line of each as soon as it is finished. Tasks begin in
/// the order given; with one thread, they also end in it. What is finished when a task cannot be performed is still
/// handed out.
pub fn run_work<K: Kind>(
    jobs: &[JobOf<K>],
    conditions: &Conditions,
    work: Work<K>,
    keep: &mut dyn FnMut(LineOf<K>) -> std::io::Result<()>,
) -> Result<Ended, RunError> {
    let Conditions { source, provenance, environment, .. } = *conditions;
    let threads = conditions.threads.clamp(1, jobs.len().max(1));
    let perform = |place: usize, _: GoOn| {
        if !environment.goes_on() {
            return Err(Ending::Stopped);
        }
        let (job, begun) = (&jobs[place], (environment.clock)());
        let failure = |error| {
            let (cell, number, error) = (job.cell.clone(), job.number, Box::new(error));
            Ending::Failed(RunError::Task { unit: K::UNIT.one, cell, number, error })
        };
        let finding = work(job).map_err(failure)?.ok_or(Ending::Stopped)?;
        let seconds = (environment.clock)().saturating_sub(begun).as_secs_f64();
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
