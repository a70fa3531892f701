//! Matches spread over threads.

use crate::journal::Record;
use crate::order::{Arena, ArenaError, Order};
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
    let work = |place: usize, _: GoOn| match stop() {
        true => Err(Ending::Stopped),
        false => play(arena, &orders[place], threads),
    };
    let mut done = |_, record| keep(record).map_err(|error| Ending::Failed(error.into()));
    match share(orders.len(), threads, &work, &mut done) {
        Ok(()) => Ok(Ended::Done),
        Err(Ending::Stopped) => Ok(Ended::Stopped),
        Err(Ending::Failed(error)) => Err(error),
    }
}

/// Why a run ended before everything was played.
enum Ending {
    Stopped,
    Failed(RunError),
}

fn play(arena: &dyn Arena, order: &Order, threads: usize) -> Result<Record, Ending> {
    let failure = |error| {
        Ending::Failed(RunError::Match { cell: order.cell.clone(), number: order.number, error })
    };
    let outcome = arena.play(order).map_err(failure)?.ok_or(Ending::Stopped)?;
    let roles = outcome.roles.len();
    let error =
        || failure(ArenaError(format!("the game has {roles} roles, and not as many players")));
    Record::new(order, outcome, threads).ok_or_else(error)
}
