//! The main part of KuhlPlayer: it gives each worker the state and a heuristic, and chooses among their suggestions.
//!
//! One worker has no heuristic, the next ones have those that are known to do well, the others are assigned at random
//! before every move. The player makes the move of a search that saw all ends of the game, if there is one, and
//! otherwise that of the deepest; chance decides between equals. A suggestion is checked before it is used, and a
//! worker that fails is replaced.

use super::worker::{SearchTask, SearchWorker, Suggestion};
use crate::Limit;
use crate::alphabeta::Heuristic;
use crate::{Detail, MatchState, MoveValue, Player, Report, Seat, ThinkError};
use game::{Move, Random, StopReason};
use rand::RngExt;
use rand::seq::SliceRandom;
use std::sync::mpsc;

/// Largest number of workers.
pub(super) const MAX_WORKERS: usize = 256;

/// Makes the worker of a number.
pub(super) type WorkerFactory = Box<dyn Fn(usize) -> Box<dyn SearchWorker> + Send>;

/// The heuristics that are assigned to workers.
#[derive(Clone, Debug, Default)]
pub(super) struct HeuristicPool {
    /// Heuristics that are known to do well, the best first.
    pub known: Vec<Heuristic>,
    /// All other heuristics of the game.
    pub others: Vec<Heuristic>,
}

/// A player that lets several workers search.
pub(super) struct KuhlPlayer {
    current: MatchState,
    random: Random,
    pool: HeuristicPool,
    make_worker: WorkerFactory,
    workers: Vec<Box<dyn SearchWorker>>,
    /// Heuristic of each worker in the present state.
    assigned: Vec<Option<Heuristic>>,
    best: Option<Best>,
    /// Nodes that each worker has visited for the present state.
    nodes: Vec<u64>,
    /// Failures of workers since the last move.
    failures: Vec<Detail>,
}

/// The best suggestion so far.
struct Best {
    suggestion: Suggestion,
    worker: usize,
    /// Number of suggestions that were equally good.
    ties: u32,
}

/// The answers of all workers to their search tasks, each with the number of its worker.
struct WorkerAnswers {
    /// Suggestions, in the order of the workers.
    suggestions: Vec<(usize, Suggestion)>,
    /// Reasons of the workers that failed.
    failed: Vec<(usize, String)>,
}

impl KuhlPlayer {
    /// Creates a player with this number of workers, at the beginning of a match.
    pub fn new(
        seat: Seat,
        workers: usize,
        pool: HeuristicPool,
        make_worker: WorkerFactory,
    ) -> Result<KuhlPlayer, StopReason> {
        Ok(KuhlPlayer {
            random: game::random(seat.seed),
            workers: (0..workers).map(&make_worker).collect(),
            current: MatchState::new(seat.machine, seat.role)?,
            pool,
            make_worker,
            assigned: Vec::new(),
            best: None,
            nodes: Vec::new(),
            failures: Vec::new(),
        })
    }

    /// Returns the number of nodes that all workers have visited, as far as they reported.
    fn visited(&self) -> u64 {
        self.nodes.iter().fold(0, |sum, &nodes| sum.saturating_add(nodes))
    }

    /// Returns the heuristics in use that were known before the match.
    fn remembered(&self) -> Option<Detail> {
        let assigned = self.assigned.iter().flatten().filter(|it| self.pool.known.contains(it));
        let names: Vec<String> = assigned.map(Heuristic::to_string).collect();
        (!names.is_empty()).then_some(Detail::RememberedHeuristics(names))
    }

    /// Assigns a heuristic to every worker: none to the first, then those that are known, then the others in random
    /// order.
    fn assign(&mut self) {
        let HeuristicPool { known, others } = &mut self.pool;
        others.shuffle(&mut self.random);
        let heuristics = known.iter().chain(others.iter()).cloned().map(Some).cycle();
        let assigned = [None].into_iter().chain(heuristics).chain(std::iter::repeat(None));
        self.assigned = assigned.take(self.workers.len()).collect();
    }

    /// Takes a suggestion as the best one if it is valid and based on more than the others. Chance decides between
    /// equals.
    fn offer(&mut self, worker: usize, suggestion: Suggestion) -> Result<(), StopReason> {
        self.nodes.resize(self.workers.len(), 0);
        self.nodes[worker] = self.nodes[worker].max(suggestion.nodes);
        let legal = self.current.legal()?;
        let is_sensible = (0.0..=100.0).contains(&suggestion.value) && suggestion.depth > 0;
        if !is_sensible || !legal.contains(&suggestion.action) {
            let reason = "its suggestion is no legal move with a value".to_owned();
            self.failures.push(Detail::WorkerFailed { worker, reason });
            return Ok(());
        }
        let rank = |it: &Suggestion| (it.is_proven, it.depth, it.is_full);
        let mut ties = 1;
        if let Some(best) = &mut self.best {
            let (old, new) = (rank(&best.suggestion), rank(&suggestion));
            if new == old {
                best.ties += 1;
                ties = best.ties;
            }
            if new < old || new == old && self.random.random_range(0..ties) > 0 {
                return Ok(());
            }
        }
        self.best = Some(Best { suggestion, worker, ties });
        Ok(())
    }

    /// Lets all workers search the present state.
    fn search(&mut self, limit: &Limit) -> WorkerAnswers {
        let count = self.workers.len() as u64;
        let task = |heuristic: &Option<Heuristic>| SearchTask {
            state: self.current.state.clone(),
            heuristic: heuristic.clone(),
            nodes: limit.simulations.map(|nodes| nodes.div_ceil(count)),
        };
        let tasks: Vec<SearchTask> = self.assigned.iter().map(task).collect();
        let mut failed = Vec::new();
        let (sender, suggestions) = mpsc::channel();
        std::thread::scope(|scope| {
            let mut handles = Vec::new();
            for ((number, worker), task) in self.workers.iter_mut().enumerate().zip(&tasks) {
                let sender = sender.clone();
                handles.push(scope.spawn(move || {
                    let mut report = |suggestion| _ = sender.send((number, suggestion));
                    worker.search(task, limit.stop, &mut report)
                }));
            }
            for (number, handle) in handles.into_iter().enumerate() {
                match handle.join() {
                    Ok(Ok(())) => {}
                    Ok(Err(reason)) => failed.push((number, reason.to_string())),
                    Err(_) => failed.push((number, "it panicked".to_owned())),
                }
            }
        });
        drop(sender);
        // Sorted, so that it does not matter which worker was quicker.
        let mut suggestions: Vec<(usize, Suggestion)> = suggestions.iter().collect();
        suggestions.sort_by_key(|&(number, _)| number);
        WorkerAnswers { suggestions, failed }
    }
}

impl Player for KuhlPlayer {
    fn think(&mut self, limit: &Limit) -> Result<(), ThinkError> {
        let MatchState { machine, state, .. } = &mut self.current;
        if machine.terminal(state)? || self.best.as_ref().is_some_and(|it| it.suggestion.is_proven)
        {
            return Ok(());
        }
        if self.assigned.is_empty() {
            self.assign();
        }
        let WorkerAnswers { suggestions, failed } = self.search(limit);
        for (worker, reason) in failed {
            self.workers[worker] = (self.make_worker)(worker);
            self.failures.push(Detail::WorkerFailed { worker, reason });
        }
        suggestions.into_iter().try_for_each(|(number, it)| self.offer(number, it))?;
        Ok(())
    }

    fn choose(&mut self) -> Result<Move, StopReason> {
        let legal = self.current.legal()?;
        Ok(self.best.as_ref().map_or(legal[0], |best| best.suggestion.action))
    }

    fn advance(&mut self, joint: &[Move]) -> Result<(), StopReason> {
        self.best = None;
        self.nodes.clear();
        self.assigned.clear();
        self.failures.clear();
        self.current.advance(joint)
    }

    fn report(&self) -> Report {
        let best = self.best.iter().map(|best| MoveValue {
            action: best.suggestion.action,
            visits: self.visited(),
            value: best.suggestion.value,
        });
        let searched = self.best.iter().map(|Best { suggestion, worker, .. }| {
            let by = self.assigned.get(*worker).and_then(Option::as_ref);
            let by = by.map_or("no heuristic".to_owned(), Heuristic::to_string);
            let Suggestion { depth, is_proven, .. } = *suggestion;
            Detail::Searched { depth, by: Some(by), is_solved: is_proven }
        });
        Report {
            simulations: self.visited(),
            moves: best.collect(),
            details: searched
                .chain(self.remembered())
                .chain(self.failures.iter().cloned())
                .collect(),
            ..Report::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::KuhlSettings;
    use super::super::worker::AlphaBetaWorker;
    use super::*;
    use crate::alphabeta::{ExtraFeatures, GameModel, OpponentModel, Subject};
    use game::{Machine, Role};

    fn worker(machine: &dyn Machine) -> Box<dyn SearchWorker> {
        let opponents = OpponentModel::Random;
        let extras = ExtraFeatures::default();
        let settings = KuhlSettings { workers: 1, megabytes: 1, opponents, extras };
        let game = GameModel::plain(Role(0), 2);
        Box::new(AlphaBetaWorker::new(machine.fork(), game, &settings, None, 1))
    }

    /// A worker that makes a suggestion and then panics.
    struct Panics(Suggestion);

    impl SearchWorker for Panics {
        fn search(
            &mut self,
            _: &SearchTask,
            _: &(dyn Fn() -> bool + Sync),
            report: &mut dyn FnMut(Suggestion),
        ) -> Result<(), StopReason> {
            report(self.0.clone());
            panic!("on purpose");
        }
    }

    fn suggestion(action: Move, value: f64, depth: u32) -> Suggestion {
        Suggestion { action, value, depth, is_full: true, is_proven: true, nodes: 1 }
    }

    fn kuhl(machine: &dyn Machine, workers: usize, make_worker: WorkerFactory) -> KuhlPlayer {
        let seat = Seat::bare(machine.fork(), Role(0), 1);
        KuhlPlayer::new(seat, workers, HeuristicPool::default(), make_worker).unwrap()
    }

    fn mobility(role: u32) -> Heuristic {
        Heuristic { is_minimised: false, subject: Subject::Mobility(role) }
    }

    #[test]
    fn known_heuristics_are_assigned_first_and_reported() {
        let machine = oracle::machine("nim");
        let fork = std::sync::Mutex::new(machine.fork());
        let mut player = kuhl(&machine, 4, Box::new(move |_| worker(&**fork.lock().unwrap())));
        // The subjects only have to differ.
        let (known, others) = (vec![mobility(8), mobility(9)], (0..8).map(mobility).collect());
        player.pool = HeuristicPool { known: known.clone(), others };
        let mut last = Vec::new();
        for _ in 0..20 {
            player.assign();
            let assigned: Vec<Option<Heuristic>> = std::mem::take(&mut player.assigned);
            assert_eq!(assigned[..3], [None, Some(known[0].clone()), Some(known[1].clone())]);
            last.extend(assigned[3].clone().filter(|it| !last.contains(it)));
        }
        assert!(last.len() > 3 && last.iter().all(|it| !known.contains(it)), "{last:?}");
        player.think(&Limit::simulations(40)).unwrap();
        let names = ["max.mobility", "max.mobility"].map(str::to_owned).to_vec();
        let details = player.report().details;
        assert!(details.contains(&Detail::RememberedHeuristics(names)), "{details:?}");
        // A single worker looks for the ends of games.
        player.workers.truncate(1);
        player.assign();
        assert_eq!(player.assigned, [None]);
        assert_eq!(player.remembered(), None);
    }

    #[test]
    fn workers_that_fail_or_make_no_sense_do_no_harm() {
        let machine = oracle::machine("nim");
        let fork = std::sync::Mutex::new(machine.fork());
        let [noop, one] = ["noop", "(take 1)"].map(|text| machine.find_move(text).unwrap());
        let make_worker: WorkerFactory = Box::new(move |number| match number {
            0 => Box::new(Panics(suggestion(Move(u32::MAX), 100.0, 100))),
            1 => Box::new(Panics(suggestion(noop, 100.0, 100))),
            2 => Box::new(Panics(suggestion(one, f64::NAN, 100))),
            _ => worker(&**fork.lock().unwrap()),
        });
        let mut player = kuhl(&machine, 4, make_worker);
        // The player who leaves three of five wins.
        player.think(&Limit::simulations(4000)).unwrap();
        assert_eq!(machine.move_text(player.choose().unwrap()), "(take 2)");
        let report = player.report();
        assert!(report.is_solved(), "{report:?}");
        let count = |what: &str| {
            let texts = report.details.iter().map(Detail::to_string);
            texts.filter(|text| text.contains(what)).count()
        };
        assert_eq!((count("panicked"), count("no legal move")), (3, 3), "{report:?}");
    }

    #[test]
    fn the_deepest_search_counts_and_a_proof_counts_more() {
        let machine = oracle::machine("nim");
        let known = |text: &str| machine.find_move(text).unwrap();
        let noop = known("noop");
        let mut player =
            kuhl(&machine, 1, Box::new(move |_| Box::new(Panics(suggestion(noop, 0.0, 1)))));
        let said = |action: &str, depth: u32, is_proven: bool| Suggestion {
            is_proven,
            ..suggestion(known(action), 50.0, depth)
        };
        for (suggestion, chosen) in [
            (said("(take 1)", 3, false), "(take 1)"),
            (said("(take 2)", 2, false), "(take 1)"),
            (said("(take 2)", 4, false), "(take 2)"),
            (said("(take 1)", 1, true), "(take 1)"),
            (said("(take 2)", 9, false), "(take 1)"),
        ] {
            player.offer(0, suggestion).unwrap();
            assert_eq!(machine.move_text(player.choose().unwrap()), chosen);
        }
    }
}
