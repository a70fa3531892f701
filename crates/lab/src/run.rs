//! Matches and trials spread over threads.

use crate::curves::{Course, School, Trial};
use crate::estimates::{Reading, Survey, Surveyor};
use crate::inventory::{Stock, Stocktaker, Tallied};
use crate::journal::{Job, Record};
use crate::order::{Arena, ArenaError, Order};
use crate::training::{Drill, Trained, Trainer};
use crate::trees::{Gardener, Harvested, Plot};
use play::contest::{GoOn, share};

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// Everything has been played.
    Done,
    /// It was asked to stop.
    Stopped,
}

/// Why a run could not go on.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// A match or a trial could not be played.
    #[error("{what} {number} of {cell}: {error}")]
    Job {
        /// What it is.
        what: &'static str,
        /// The cell.
        cell: String,
        /// Which one.
        number: u64,
        /// Why not.
        error: ArenaError,
    },
    /// A record could not be kept.
    #[error("what was finished could not be written: {0}")]
    Keep(#[from] std::io::Error),
}

/// Plays matches on so many threads and hands out each one's record as soon as it is finished. Matches begin in the order
/// given; with one thread, they also end in it. When `stop` says so, no more matches are begun. What is finished when a match
/// cannot be played is still handed out.
pub fn run(
    orders: &[Order],
    arena: &dyn Arena,
    threads: usize,
    stop: &(dyn Fn() -> bool + Sync),
    keep: &mut dyn FnMut(Record) -> std::io::Result<()>,
) -> Result<Ended, RunError> {
    let threads = threads.clamp(1, orders.len().max(1));
    let play = |order: &Order| {
        let Some(outcome) = arena.play(order)? else { return Ok(None) };
        let roles = outcome.roles.len();
        let error = || ArenaError(format!("the game has {roles} roles, and not as many players"));
        Record::new(order, outcome, threads).map(Some).ok_or_else(error)
    };
    spread(orders, threads, stop, &play, keep)
}

/// The same with trials.
pub fn teach(
    trials: &[Trial],
    school: &dyn School,
    threads: usize,
    stop: &(dyn Fn() -> bool + Sync),
    keep: &mut dyn FnMut(Course) -> std::io::Result<()>,
) -> Result<Ended, RunError> {
    let teach = |trial: &Trial| {
        let learnt = school.teach(trial)?;
        Ok(learnt.map(|learnt| Course::new(trial, learnt)))
    };
    spread(trials, threads, stop, &teach, keep)
}

/// The same with trials of estimates.
pub fn survey(
    surveys: &[Survey],
    surveyor: &dyn Surveyor,
    threads: usize,
    stop: &(dyn Fn() -> bool + Sync),
    keep: &mut dyn FnMut(Reading) -> std::io::Result<()>,
) -> Result<Ended, RunError> {
    let work = |survey: &Survey| {
        let found = surveyor.survey(survey)?;
        Ok(found.map(|found| Reading::new(survey, found)))
    };
    spread(surveys, threads, stop, &work, keep)
}

/// The same with features that are counted.
pub fn take_stock(
    stocks: &[Stock],
    taker: &dyn Stocktaker,
    threads: usize,
    stop: &(dyn Fn() -> bool + Sync),
    keep: &mut dyn FnMut(Tallied) -> std::io::Result<()>,
) -> Result<Ended, RunError> {
    let work = |stock: &Stock| {
        let counted = taker.take(stock)?;
        Ok(counted.map(|counted| Tallied::new(stock, counted)))
    };
    spread(stocks, threads, stop, &work, keep)
}

/// The same with learners that are trained and tested.
pub fn train(
    drills: &[Drill],
    trainer: &dyn Trainer,
    threads: usize,
    stop: &(dyn Fn() -> bool + Sync),
    keep: &mut dyn FnMut(Trained) -> std::io::Result<()>,
) -> Result<Ended, RunError> {
    let work = |drill: &Drill| {
        let drilled = trainer.drill(drill)?;
        Ok(drilled.map(|drilled| Trained::new(drill, drilled)))
    };
    spread(drills, threads, stop, &work, keep)
}

/// The same with feature trees.
pub fn tend(
    plots: &[Plot],
    gardener: &dyn Gardener,
    threads: usize,
    stop: &(dyn Fn() -> bool + Sync),
    keep: &mut dyn FnMut(Harvested) -> std::io::Result<()>,
) -> Result<Ended, RunError> {
    let work = |plot: &Plot| {
        let harvest = gardener.tend(plot)?;
        Ok(harvest.map(|harvest| Harvested::new(plot, harvest)))
    };
    spread(plots, threads, stop, &work, keep)
}

/// Why a run ended before everything was done.
enum Ending {
    Stopped,
    Failed(RunError),
}

/// Does a job, or nothing if it was interrupted.
type Work<'a, J, R> = &'a (dyn Fn(&J) -> Result<Option<R>, ArenaError> + Sync);

fn spread<J: Job + Sync, R: Send>(
    jobs: &[J],
    threads: usize,
    stop: &(dyn Fn() -> bool + Sync),
    work: Work<J, R>,
    keep: &mut dyn FnMut(R) -> std::io::Result<()>,
) -> Result<Ended, RunError> {
    let failure = |job: &J, error| {
        let (cell, number) = job.key();
        Ending::Failed(RunError::Job { what: J::WHAT, cell: cell.to_owned(), number, error })
    };
    let work = |place: usize, _: GoOn| match stop() {
        true => Err(Ending::Stopped),
        false => {
            let job = &jobs[place];
            work(job).map_err(|error| failure(job, error))?.ok_or(Ending::Stopped)
        }
    };
    let mut done = |_, record| keep(record).map_err(|error| Ending::Failed(error.into()));
    match share(jobs.len(), threads.clamp(1, jobs.len().max(1)), &work, &mut done) {
        Ok(()) => Ok(Ended::Done),
        Err(Ending::Stopped) => Ok(Ended::Stopped),
        Err(Ending::Failed(error)) => Err(error),
    }
}
