//! Matches spread over threads.

use crate::journal::Record;
use crate::order::{Arena, ArenaError, Order};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;

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
    /// A match could not be played.
    #[error("match {number} of {cell}: {error}")]
    Match {
        /// The cell.
        cell: String,
        /// Which match.
        number: u64,
        /// Why not.
        error: ArenaError,
    },
    /// A record could not be kept.
    #[error("a finished match could not be written: {0}")]
    Keep(#[from] std::io::Error),
}

/// Plays matches on so many threads and hands out each one's record as soon as it is finished. Matches begin in the order
/// given; with one thread, they also end in it. When `stop` says so, no more matches are begun.
pub fn run(
    orders: &[Order],
    arena: &dyn Arena,
    threads: usize,
    stop: &(dyn Fn() -> bool + Sync),
    keep: &mut dyn FnMut(Record) -> std::io::Result<()>,
) -> Result<Ended, RunError> {
    let (next, failed) = (AtomicUsize::new(0), AtomicBool::new(false));
    let (sender, receiver) = mpsc::channel();
    let work = |sender: mpsc::Sender<Result<Option<Record>, RunError>>| {
        while !failed.load(Ordering::Relaxed) && !stop() {
            let Some(order) = orders.get(next.fetch_add(1, Ordering::Relaxed)) else { break };
            // Nobody listens any more only if the run has failed.
            let _ = sender.send(play(arena, order, threads));
        }
    };
    let work = &work;
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            let sender = sender.clone();
            scope.spawn(move || work(sender));
        }
        drop(sender);
        collect(receiver, &failed, orders.len(), keep)
    })
}

fn play(arena: &dyn Arena, order: &Order, threads: usize) -> Result<Option<Record>, RunError> {
    let failure = |error| RunError::Match { cell: order.cell.clone(), number: order.number, error };
    match arena.play(order).map_err(failure)? {
        None => Ok(None),
        Some(outcome) => {
            let roles = outcome.roles.len();
            let record = Record::new(order, outcome, threads);
            let error = || failure(ArenaError(format!("the game has {roles} roles, not two")));
            record.map(Some).ok_or_else(error)
        }
    }
}

/// Keeps what the threads send. After a failure they stop, and what they finish until then is still kept.
fn collect(
    results: mpsc::Receiver<Result<Option<Record>, RunError>>,
    failed: &AtomicBool,
    ordered: usize,
    keep: &mut dyn FnMut(Record) -> std::io::Result<()>,
) -> Result<Ended, RunError> {
    let (mut kept, mut failure) = (0, None);
    for result in results {
        let result = result.and_then(|record| match record {
            Some(record) => Ok(keep(record).map(|()| kept += 1)?),
            None => Ok(()),
        });
        if let Err(error) = result {
            failed.store(true, Ordering::Relaxed);
            failure.get_or_insert(error);
        }
    }
    match failure {
        Some(error) => Err(error),
        None if kept == ordered => Ok(Ended::Done),
        None => Ok(Ended::Stopped),
    }
}
