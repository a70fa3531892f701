//! Alpha-beta search: deeper and deeper, with a transposition table and the history heuristic (document 000, section 4.5).
//!
//! [`AlphaBeta`] is the player, `crate::kuhl` another one. `searcher` holds the search of one thread, `value` what results and estimates are worth, `memory`
//! the transposition table, `evaluation` what can be thought of states that are not searched further.
//!
//! With several threads all search the same state and share what they remember; the deepest answer counts. With a limit of nodes
//! there is one thread, and the same seed gives the same moves.

mod counters;
mod evaluation;
mod features;
mod heuristic;
mod history;
mod memory;
mod node;
mod orbit;
mod searcher;
mod stage;
mod value;

use crate::gifl::{GiflSettings, School};
use crate::player::Table;
use crate::{Hint, Limit, Player, Report, Seat, Valued};
use analyze::{Analysis, Symmetry};
use counters::Counters;
pub use evaluation::{Blind, Evaluation, Opposite};
use features::Balance;
use game::{Machine, Move, Role, StopReason};
pub use heuristic::{Extras, Heuristic, Leaning, Subject, heuristics};
pub use memory::Memory;
pub use node::Sides;
pub use searcher::{Answer, Brief, Searcher};
pub use stage::Others;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
pub use value::{MOST_DEPTH, Range};

/// How to search.
#[derive(Clone, Debug, PartialEq)]
pub struct AlphaBetaSettings {
    /// The most plies.
    pub depth: u32,
    /// The size of the transposition table; without one if it is 0.
    pub megabytes: usize,
    /// Whether moves that were best elsewhere are tried first.
    pub history: bool,
    /// What the others are taken to do where both sides choose at once.
    pub others: Others,
    /// Whether states that are the same under symmetries of the boards are remembered as one.
    pub symmetries: bool,
    /// How many threads, if not all that there are.
    pub threads: Option<usize>,
    /// Whether features of the ends of games are learnt and used as an evaluation.
    pub gifl: Option<GiflSettings>,
}

/// What a search knows about its game.
#[derive(Clone, Debug)]
pub struct Outline {
    /// For whom it searches.
    pub sides: Sides,
    /// What there is to be got.
    pub range: Range,
    /// What only counts steps, if there is something.
    pub counters: Option<Counters>,
    /// Under which states are the same, if they are wanted.
    pub symmetries: Vec<Symmetry>,
}

impl Outline {
    /// Nothing but who plays: a role against all others, for anything from 0 to 100.
    pub fn plain(role: Role, roles: usize) -> Outline {
        let is_friend = (0..roles).map(|other| other == role.0 as usize).collect();
        let (sides, range) = (Sides { role, is_friend }, Range { low: 0, high: 100 });
        Outline { sides, range, counters: None, symmetries: Vec::new() }
    }

    /// As it was found out: a role with its team, for what it can get.
    pub fn of(
        analysis: &Analysis,
        machine: &mut dyn Machine,
        role: Role,
    ) -> Result<Outline, StopReason> {
        let analyze::Roles { roles, teams, .. } = &analysis.roles;
        let own = &roles[role.0 as usize];
        let team = teams.iter().find(|team| team.contains(&own.name));
        let is_friend =
            |other: &analyze::RoleInfo| team.is_some_and(|team| team.contains(&other.name));
        let (low, high) = (own.goals.first(), own.goals.last());
        Ok(Outline {
            sides: Sides { role, is_friend: roles.iter().map(is_friend).collect() },
            range: Range { low: low.copied().unwrap_or(0), high: high.copied().unwrap_or(100) },
            counters: Counters::of(analysis, machine)?,
            symmetries: Vec::new(),
        })
    }
}

/// A player that searches.
pub struct AlphaBeta {
    table: Table,
    brief: Brief,
    most_depth: u32,
    searchers: Vec<Searcher>,
    /// Where it learns features before its first move, and how it uses them.
    school: Option<(School, GiflSettings)>,
    /// What states are judged by, to tell people about it.
    evaluation: Box<dyn Evaluation>,
    /// What was found out about the present state.
    outcome: Outcome,
    /// Whether the searchers are at the present state.
    is_begun: bool,
}

/// What was found out about a state.
#[derive(Default)]
struct Outcome {
    /// The best answer.
    answer: Option<Answer>,
    /// The greatest depth that was searched to the end.
    depth: u32,
    nodes: u64,
    /// What both sides are expected to do.
    line: Vec<Vec<Move>>,
}

impl Outcome {
    /// Takes an answer if it says more. One that was cut short says more than those of smaller depth: what was best there was
    /// tried first.
    fn offer(&mut self, answer: Answer) {
        let worth = |answer: &Answer| (answer.is_proven, answer.depth, answer.is_full);
        if answer.is_full {
            self.depth = self.depth.max(answer.depth);
        }
        if self.answer.as_ref().is_none_or(|known| worth(&answer) > worth(known)) {
            self.answer = Some(answer);
        }
    }

    fn is_proven(&self) -> bool {
        self.answer.as_ref().is_some_and(|answer| answer.is_proven)
    }
}

impl AlphaBeta {
    /// At the beginning of a match.
    pub fn new(
        seat: Seat,
        settings: &AlphaBetaSettings,
        outline: Outline,
        evaluation: &dyn Evaluation,
        school: Option<School>,
    ) -> Result<AlphaBeta, StopReason> {
        let threads = settings.threads.unwrap_or(seat.threads).max(1);
        let searcher = |thread: usize| {
            let seed = seat.seed.wrapping_add(thread as u64);
            Searcher::new(seat.machine.fork(), evaluation.fork(), seed)
        };
        Ok(AlphaBeta {
            brief: Brief {
                outline,
                memory: (settings.megabytes > 0).then(|| Memory::new(settings.megabytes)),
                history: settings.history,
                others: settings.others,
            },
            most_depth: settings.depth.clamp(1, MOST_DEPTH),
            searchers: (0..threads).map(searcher).collect(),
            school: school.zip(settings.gifl.clone()),
            evaluation: evaluation.fork(),
            outcome: Outcome::default(),
            is_begun: false,
            table: Table::new(seat.machine, seat.role)?,
        })
    }

    /// Learns features, if there are any to be learnt; whether there is time left.
    fn learn(&mut self, limit: &Limit) -> Result<bool, StopReason> {
        let Some((school, settings)) = &mut self.school else { return Ok(true) };
        let is_time = school.train(limit)?;
        if let Some(features) = school.leave() {
            let balance = Balance::new(&features, settings, self.table.role);
            self.searchers.iter_mut().for_each(|searcher| searcher.judge_by(balance.fork()));
            self.evaluation = Box::new(balance);
        }
        Ok(is_time)
    }

    /// Searches deeper and deeper, with all threads if there is no limit of nodes.
    fn search(&mut self, limit: &Limit) -> Result<(), StopReason> {
        if !std::mem::replace(&mut self.is_begun, true) {
            for searcher in &mut self.searchers {
                searcher.begin(&self.table.state, &self.brief)?;
            }
        }
        let Some((first, others)) = self.searchers.split_first_mut() else { return Ok(()) };
        let others = if limit.simulations.is_some() { &mut [] } else { others };
        let effort = Effort {
            brief: &self.brief,
            limit,
            most_depth: self.most_depth,
            first_depth: self.outcome.depth + 1,
            outcome: Mutex::new(std::mem::take(&mut self.outcome)),
            is_over: AtomicBool::new(false),
        };
        let result = std::thread::scope(|scope| {
            // Every second one begins a ply deeper, so that they do not all do the same.
            let effort = &effort;
            let spawn = |(thread, searcher): (u32, _)| {
                scope.spawn(move || effort.deepen(searcher, thread % 2))
            };
            let handles: Vec<_> = (1..).zip(others).map(spawn).collect();
            let result = effort.deepen(first, 0);
            // A thread that panics has said so; the others have searched the same.
            let results = handles.into_iter().filter_map(|handle| handle.join().ok());
            results.fold(result, Result::and)
        });
        self.outcome = effort.outcome.into_inner().unwrap_or_else(PoisonError::into_inner);
        result
    }
}

/// Searches of the same state by several threads.
struct Effort<'a> {
    brief: &'a Brief,
    limit: &'a Limit<'a>,
    most_depth: u32,
    first_depth: u32,
    outcome: Mutex<Outcome>,
    /// Whether nothing is left to be found out.
    is_over: AtomicBool,
}

/// So many nodes are visited between two looks at the clock.
const NODES_BETWEEN_LOOKS: u64 = 16;

impl Effort<'_> {
    /// Searches deeper and deeper with one thread.
    fn deepen(&self, searcher: &mut Searcher, deeper: u32) -> Result<(), StopReason> {
        let most = self.limit.simulations.map(|count| searcher.visited.saturating_add(count));
        let before = searcher.visited;
        let stop = |visited: u64| {
            most.is_some_and(|most| visited > most)
                || visited.is_multiple_of(NODES_BETWEEN_LOOKS)
                    && (self.is_over.load(Relaxed) || (self.limit.stop)())
        };
        let mut result = Ok(());
        for depth in self.first_depth + deeper..=self.most_depth {
            match searcher.search(self.brief, depth, &stop) {
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

impl Player for AlphaBeta {
    fn think(&mut self, limit: &Limit) -> Result<(), StopReason> {
        let Table { machine, state, .. } = &mut self.table;
        if machine.terminal(state)? || self.outcome.is_proven() || !self.learn(limit)? {
            return Ok(());
        }
        self.search(limit)?;
        if let Some(answer) = &self.outcome.answer {
            self.outcome.line = self.searchers[0].line(&self.brief, answer)?;
        }
        Ok(())
    }

    fn choose(&mut self) -> Result<Move, StopReason> {
        let legal = self.table.legal()?;
        let answer = self.outcome.answer.as_ref();
        Ok(answer.map_or(legal[0], |answer| answer.joint[self.table.role.0 as usize]))
    }

    fn advance(&mut self, joint: &[Move]) -> Result<(), StopReason> {
        self.outcome = Outcome::default();
        self.is_begun = false;
        self.table.advance(joint)
    }

    fn report(&self) -> Report {
        let Outcome { answer, nodes, line, .. } = &self.outcome;
        let role = self.table.role.0 as usize;
        let valued = answer.iter().map(|answer| Valued {
            action: answer.joint[role],
            visits: *nodes,
            value: Range::goal(answer.value),
        });
        let note = |answer: &Answer| match answer.is_proven {
            true => format!("solved at depth {}", answer.depth),
            false => format!("depth {}", answer.depth),
        };
        let learnt = self.school.as_ref().and_then(|(school, _)| school.note());
        Report {
            simulations: *nodes,
            moves: valued.collect(),
            line: line.clone(),
            notes: learnt
                .into_iter()
                .chain(self.evaluation.note())
                .chain(answer.iter().map(note))
                .collect(),
            ..Report::default()
        }
    }

    fn active(&mut self) -> Vec<Hint> {
        let Table { machine, state, .. } = &mut self.table;
        self.evaluation.hints(&mut **machine, state).unwrap_or_default()
    }
}
