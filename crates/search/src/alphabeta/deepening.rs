//! Iterative deepening by several threads, which search the same state and share a transposition table. The deepest
//! answer counts.

use super::searcher::{Answer, SearchConfig, Searcher};
use crate::Limit;
use game::{Move, StopReason};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Result of all searches of a state so far.
#[derive(Default)]
pub struct Outcome {
    /// The best answer so far.
    pub answer: Option<Answer>,
    /// Largest depth that was searched completely.
    depth: u32,
    /// Nodes that all threads have visited.
    pub nodes: u64,
    /// Principal variation: the joint moves that are expected.
    pub line: Vec<Vec<Move>>,
}

impl Outcome {
    /// Takes an answer if it is based on more than the known one. An answer of a search that was interrupted counts
    /// more than those of smaller depth, because the move that was best there was tried first.
    fn offer(&mut self, answer: Answer) {
        let rank = |answer: &Answer| (answer.is_proven, answer.depth, answer.is_full);
        if answer.is_full {
            self.depth = self.depth.max(answer.depth);
        }
        if self.answer.as_ref().is_none_or(|known| rank(&answer) > rank(known)) {
            self.answer = Some(answer);
        }
    }

    /// Returns whether the value of the state is that of the game.
    pub fn is_proven(&self) -> bool {
        self.answer.as_ref().is_some_and(|answer| answer.is_proven)
    }
}

/// Searches of the same state by several threads.
pub struct ParallelSearch<'a> {
    config: &'a SearchConfig,
    limit: &'a Limit<'a>,
    max_depth: u32,
    first_depth: u32,
    outcome: Mutex<Outcome>,
    /// Whether a thread has finished, so that all others stop.
    is_over: AtomicBool,
}

/// Number of visited nodes between two questions whether to stop.
const NODES_BETWEEN_QUESTIONS: u64 = 16;

impl<'a> ParallelSearch<'a> {
    /// Creates a search that goes on from the outcome of earlier ones.
    pub fn new(
        config: &'a SearchConfig,
        limit: &'a Limit<'a>,
        max_depth: u32,
        outcome: Outcome,
    ) -> ParallelSearch<'a> {
        ParallelSearch {
            config,
            limit,
            max_depth,
            first_depth: outcome.depth + 1,
            outcome: Mutex::new(outcome),
            is_over: AtomicBool::new(false),
        }
    }

    /// Searches with all these searchers, the first of them in this thread.
    pub fn run(&self, searchers: &mut [Searcher]) -> Result<(), StopReason> {
        let Some((first, others)) = searchers.split_first_mut() else { return Ok(()) };
        std::thread::scope(|scope| {
            // Every second thread begins a ply deeper, so that they do not all do the same.
            let spawn = |(thread, searcher): (u32, _)| {
                scope.spawn(move || self.deepen(searcher, thread % 2))
            };
            let handles: Vec<_> = (1..).zip(others).map(spawn).collect();
            let result = self.deepen(first, 0);
            // A panic has been reported by its thread; the other threads have searched the same.
            let results = handles.into_iter().filter_map(|handle| handle.join().ok());
            results.fold(result, Result::and)
        })
    }

    /// Returns the outcome of all searches.
    pub fn into_outcome(self) -> Outcome {
        self.outcome.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// Searches to growing depths with one thread, whose first depth is greater by `deeper`.
    fn deepen(&self, searcher: &mut Searcher, deeper: u32) -> Result<(), StopReason> {
        let most = self.limit.simulations.map(|count| searcher.visited.saturating_add(count));
        let before = searcher.visited;
        let stop = |visited: u64| {
            most.is_some_and(|most| visited > most)
                || visited.is_multiple_of(NODES_BETWEEN_QUESTIONS)
                    && (self.is_over.load(Relaxed) || (self.limit.stop)())
        };
        let mut result = Ok(());
        for depth in self.first_depth + deeper..=self.max_depth {
            match searcher.search(self.config, depth, &stop) {
                Ok(Some(answer)) => {
                    let is_last = answer.is_proven || !answer.is_full;
                    self.outcome().offer(answer);
                    if is_last {
                        break;
                    }
                }
                Ok(None) => break,
                Err(reason) => {
                    result = Err(reason);
                    break;
                }
            }
        }
        self.is_over.store(true, Relaxed);
        let mut outcome = self.outcome();
        outcome.nodes += searcher.visited - before;
        result
    }

    fn outcome(&self) -> MutexGuard<'_, Outcome> {
        self.outcome.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
