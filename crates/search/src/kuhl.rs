//! KuhlPlayer: many searches, each with another heuristic (document 000, section 4.6).
//!
//! Before every move a main part gives each of its workers the state and a heuristic, one of them none. It takes the move of a
//! search that saw everything, if there is one, and else that of the deepest. Heuristics are dealt out anew for every move; those that
//! are known to do well come first.
//!
//! What passes between main part and worker is plain data ([`Task`], [`Suggestion`]), so that workers can be anywhere; here they
//! are threads. What a worker says is looked at before it is believed, and one that fails is replaced.

use crate::alphabeta::{
    Blind, Brief, Evaluation, Extras, Heuristic, Leaning, MOST_DEPTH, Memory, Others, Outline,
    Range, Searcher,
};
use crate::player::Table;
use crate::{Limit, Player, Report, Seat, Valued};
use analyze::Fuzzy;
use game::{Machine, Move, Random, StopReason};
use rand::RngExt;
use rand::seq::SliceRandom;
use serde::{Deserialize, Serialize};
use std::sync::mpsc;

/// How to search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KuhlSettings {
    /// How many workers there are.
    pub workers: usize,
    /// The size of the transposition table of each.
    pub megabytes: usize,
    /// What the others are taken to do where both sides choose at once.
    pub others: Others,
    /// What they look at besides the features of the document.
    pub extras: Extras,
}

/// There are no more workers.
const MOST_WORKERS: usize = 256;

/// What a worker is told.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Task {
    /// The facts of the state to search, in KIF.
    pub state: Vec<String>,
    /// What to judge states by; nothing to look for ends only.
    pub heuristic: Option<Heuristic>,
    /// The most nodes, if there is a limit.
    pub nodes: Option<u64>,
}

/// What a worker says.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Suggestion {
    /// A move of the player's role, in KIF.
    pub action: String,
    /// The goal it leads to, as far as the worker knows.
    pub value: f64,
    /// How many plies were searched.
    pub depth: u32,
    /// Whether all of them were.
    pub is_full: bool,
    /// Whether nothing was estimated.
    pub is_proven: bool,
    /// How many nodes were visited for it, and for all before it.
    pub nodes: u64,
}

/// Searches states that it is told.
pub trait Work: Send {
    /// Searches until told to stop, and says what it has found whenever that is more than before.
    fn work(
        &mut self,
        task: &Task,
        stop: &(dyn Fn() -> bool + Sync),
        tell: &mut dyn FnMut(Suggestion),
    ) -> Result<(), StopReason>;
}

/// A worker that searches by alpha-beta.
pub struct Worker {
    machine: Box<dyn Machine>,
    outline: Outline,
    megabytes: usize,
    others: Others,
    goal: Option<Fuzzy>,
    seed: u64,
    /// What it has searched by last, and with which heuristic: with the same one it remembers.
    last: Option<(Option<Heuristic>, Brief, Searcher)>,
}

impl Worker {
    /// Has not searched yet. It can measure how near goals are, if it is told how.
    pub fn new(
        machine: Box<dyn Machine>,
        outline: Outline,
        settings: &KuhlSettings,
        goal: Option<Fuzzy>,
        seed: u64,
    ) -> Worker {
        let &KuhlSettings { megabytes, others, .. } = settings;
        Worker { machine, outline, megabytes, others, goal, seed, last: None }
    }

    /// What searches with a heuristic.
    fn searcher(&mut self, heuristic: Option<&Heuristic>) -> (&Brief, &mut Searcher) {
        let last = self.last.take().filter(|(last, ..)| last.as_ref() == heuristic);
        let (_, brief, searcher) = self.last.insert(last.unwrap_or_else(|| {
            let leaning = heuristic.and_then(|it| Leaning::new(it, self.goal.as_ref()));
            let evaluation: Box<dyn Evaluation> = match leaning {
                Some(leaning) => Box::new(leaning),
                None => Box::new(Blind),
            };
            let brief = Brief {
                outline: self.outline.clone(),
                memory: Some(Memory::new(self.megabytes)),
                history: true,
                others: self.others,
            };
            let searcher = Searcher::new(self.machine.fork(), evaluation, self.seed);
            (heuristic.cloned(), brief, searcher)
        }));
        (brief, searcher)
    }
}

impl Work for Worker {
    fn work(
        &mut self,
        task: &Task,
        stop: &(dyn Fn() -> bool + Sync),
        tell: &mut dyn FnMut(Suggestion),
    ) -> Result<(), StopReason> {
        let facts: Vec<_> =
            task.state.iter().filter_map(|fact| self.machine.find_fact(fact)).collect();
        let (state, role) = (self.machine.state(&facts), self.outline.sides.role);
        let machine = self.machine.fork();
        let (brief, searcher) = self.searcher(task.heuristic.as_ref());
        searcher.begin(&state, brief)?;
        let stop = |visited: u64| task.nodes.is_some_and(|most| visited > most) || stop();
        for depth in 1..=MOST_DEPTH {
            let Some(answer) = searcher.search(brief, depth, &stop)? else { break };
            let is_last = answer.is_proven || !answer.is_full;
            tell(Suggestion {
                action: machine.move_text(answer.joint[role.0 as usize]),
                value: Range::goal(answer.value),
                depth: answer.depth,
                is_full: answer.is_full,
                is_proven: answer.is_proven,
                nodes: searcher.visited,
            });
            if is_last {
                break;
            }
        }
        Ok(())
    }
}

/// Makes a worker, by its number.
pub type Hire = Box<dyn Fn(usize) -> Box<dyn Work> + Send>;

/// What there is to be dealt.
#[derive(Clone, Debug, Default)]
pub struct Deck {
    /// Heuristics that are known to do well, the best first.
    pub known: Vec<Heuristic>,
    /// All others.
    pub others: Vec<Heuristic>,
}

/// A player that has others search for it.
pub struct Kuhl {
    table: Table,
    random: Random,
    deck: Deck,
    hire: Hire,
    workers: Vec<Box<dyn Work>>,
    /// What each worker searches by in the present state.
    dealt: Vec<Option<Heuristic>>,
    best: Option<Best>,
    /// How many nodes each worker said it had visited for the present state.
    nodes: Vec<u64>,
    /// What went wrong since then.
    failures: Vec<String>,
}

/// The best suggestion.
struct Best {
    action: Move,
    suggestion: Suggestion,
    worker: usize,
    /// How many were equally good.
    ties: u32,
}

impl Kuhl {
    /// At the beginning of a match.
    pub fn new(seat: Seat, workers: usize, deck: Deck, hire: Hire) -> Result<Kuhl, StopReason> {
        Ok(Kuhl {
            random: game::random(seat.seed),
            workers: (0..workers.clamp(1, MOST_WORKERS)).map(&hire).collect(),
            table: Table::new(seat.machine, seat.role)?,
            deck,
            hire,
            dealt: Vec::new(),
            best: None,
            nodes: Vec::new(),
            failures: Vec::new(),
        })
    }

    /// How many nodes were visited by all workers, as far as they said.
    fn visited(&self) -> u64 {
        self.nodes.iter().fold(0, |sum, &nodes| sum.saturating_add(nodes))
    }

    /// Which of the heuristics that are known have been dealt.
    fn remembered(&self) -> Option<String> {
        let dealt = self.dealt.iter().flatten().filter(|it| self.deck.known.contains(it));
        let names: Vec<String> = dealt.map(Heuristic::to_string).collect();
        (!names.is_empty()).then(|| format!("remembers {}", names.join(", ")))
    }

    /// Gives every worker another heuristic; the first one none, to see ends, and the next ones those that are known.
    fn deal(&mut self) {
        let Deck { known, others } = &mut self.deck;
        others.shuffle(&mut self.random);
        let heuristics = known.iter().chain(others.iter()).cloned().map(Some).cycle();
        let dealt = [None].into_iter().chain(heuristics).chain(std::iter::repeat(None));
        self.dealt = dealt.take(self.workers.len()).collect();
    }

    /// Takes a suggestion if it makes sense and says more than others. Between equals chance decides.
    fn hear(&mut self, worker: usize, suggestion: Suggestion) -> Result<(), StopReason> {
        self.nodes.resize(self.workers.len(), 0);
        self.nodes[worker] = self.nodes[worker].max(suggestion.nodes);
        let action = self.table.machine.find_move(&suggestion.action);
        let legal = self.table.legal()?;
        let is_sense = (0.0..=100.0).contains(&suggestion.value) && suggestion.depth > 0;
        let Some(action) = action.filter(|action| is_sense && legal.contains(action)) else {
            self.failures.push(format!("worker {worker} talks nonsense"));
            return Ok(());
        };
        let worth = |it: &Suggestion| (it.is_proven, it.depth, it.is_full);
        let mut ties = 1;
        if let Some(best) = &mut self.best {
            let (old, new) = (worth(&best.suggestion), worth(&suggestion));
            if new == old {
                best.ties += 1;
                ties = best.ties;
            }
            if new < old || new == old && self.random.random_range(0..ties) > 0 {
                return Ok(());
            }
        }
        self.best = Some(Best { action, suggestion, worker, ties });
        Ok(())
    }
}

impl Player for Kuhl {
    fn think(&mut self, limit: &Limit) -> Result<(), StopReason> {
        let Table { machine, state, .. } = &mut self.table;
        if machine.terminal(state)? || self.best.as_ref().is_some_and(|it| it.suggestion.is_proven)
        {
            return Ok(());
        }
        if self.dealt.is_empty() {
            self.deal();
        }
        let count = self.workers.len() as u64;
        let task = |heuristic: &Option<Heuristic>| Task {
            state: self.table.machine.state_texts(&self.table.state),
            heuristic: heuristic.clone(),
            nodes: limit.simulations.map(|nodes| nodes.div_ceil(count)),
        };
        let tasks: Vec<Task> = self.dealt.iter().map(task).collect();
        let mut failed = Vec::new();
        let (sender, suggestions) = mpsc::channel();
        std::thread::scope(|scope| {
            let mut handles = Vec::new();
            for ((number, worker), task) in self.workers.iter_mut().enumerate().zip(&tasks) {
                let sender = sender.clone();
                handles.push(scope.spawn(move || {
                    let mut tell = |suggestion| _ = sender.send((number, suggestion));
                    worker.work(task, limit.stop, &mut tell)
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
        for (number, reason) in failed {
            self.workers[number] = (self.hire)(number);
            self.failures.push(format!("worker {number}: {reason}"));
        }
        // In the order of the workers: who was quicker does not matter.
        let mut suggestions: Vec<(usize, Suggestion)> = suggestions.iter().collect();
        suggestions.sort_by_key(|&(number, _)| number);
        suggestions.into_iter().try_for_each(|(number, it)| self.hear(number, it))
    }

    fn choose(&mut self) -> Result<Move, StopReason> {
        let legal = self.table.legal()?;
        Ok(self.best.as_ref().map_or(legal[0], |best| best.action))
    }

    fn advance(&mut self, joint: &[Move]) -> Result<(), StopReason> {
        self.best = None;
        self.nodes.clear();
        self.dealt.clear();
        self.failures.clear();
        self.table.advance(joint)
    }

    fn report(&self) -> Report {
        let best = self.best.iter().map(|best| Valued {
            action: best.action,
            visits: self.visited(),
            value: best.suggestion.value,
        });
        let note = self.best.iter().map(|Best { suggestion, worker, .. }| {
            let by = self.dealt.get(*worker).and_then(Option::as_ref);
            let by = by.map_or("no heuristic".to_owned(), Heuristic::to_string);
            let proven = if suggestion.is_proven { ", solved" } else { "" };
            format!("depth {} with {by}{proven}", suggestion.depth)
        });
        Report {
            simulations: self.visited(),
            moves: best.collect(),
            notes: note.chain(self.remembered()).chain(self.failures.iter().cloned()).collect(),
            ..Report::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::alphabeta::Subject;
    use crate::testing::machine;
    use game::Role;

    fn worker(machine: &dyn Machine) -> Box<dyn Work> {
        let others = Others::Random;
        let extras = Extras::default();
        let settings = KuhlSettings { workers: 1, megabytes: 1, others, extras };
        Box::new(Worker::new(machine.fork(), Outline::plain(Role(0), 2), &settings, None, 1))
    }

    /// Says something and then panics.
    struct Panics(Suggestion);

    impl Work for Panics {
        fn work(
            &mut self,
            _: &Task,
            _: &(dyn Fn() -> bool + Sync),
            tell: &mut dyn FnMut(Suggestion),
        ) -> Result<(), StopReason> {
            tell(self.0.clone());
            panic!("on purpose");
        }
    }

    fn suggestion(action: &str, value: f64, depth: u32) -> Suggestion {
        Suggestion {
            action: action.to_owned(),
            value,
            depth,
            is_full: true,
            is_proven: true,
            nodes: 1,
        }
    }

    fn kuhl(machine: &dyn Machine, workers: usize, hire: Hire) -> Kuhl {
        let seat = Seat::bare(machine.fork(), Role(0), 1);
        Kuhl::new(seat, workers, Deck::default(), hire).unwrap()
    }

    fn mobility(role: u32) -> Heuristic {
        Heuristic { is_minimised: false, subject: Subject::Mobility(role) }
    }

    #[test]
    fn what_is_known_is_dealt_first_and_said() {
        let machine = machine("nim");
        let fork = std::sync::Mutex::new(machine.fork());
        let mut player = kuhl(&*machine, 4, Box::new(move |_| worker(&**fork.lock().unwrap())));
        // What the subjects are does not matter here, but that they differ.
        let (known, others) = (vec![mobility(8), mobility(9)], (0..8).map(mobility).collect());
        player.deck = Deck { known: known.clone(), others };
        let mut last = Vec::new();
        for _ in 0..20 {
            player.deal();
            let dealt: Vec<Option<Heuristic>> = std::mem::take(&mut player.dealt);
            assert_eq!(dealt[..3], [None, Some(known[0].clone()), Some(known[1].clone())]);
            last.extend(dealt[3].clone().filter(|it| !last.contains(it)));
        }
        assert!(last.len() > 3 && last.iter().all(|it| !known.contains(it)), "{last:?}");
        player.think(&Limit::simulations(40)).unwrap();
        let notes = player.report().notes;
        assert!(notes.iter().any(|it| it == "remembers max.mobility, max.mobility"), "{notes:?}");
        // A single worker looks for ends.
        player.workers.truncate(1);
        player.deal();
        assert_eq!(player.dealt, [None]);
        assert_eq!(player.remembered(), None);
    }

    #[test]
    fn a_worker_that_fails_or_talks_nonsense_loses_nothing() {
        let machine = machine("nim");
        let fork = std::sync::Mutex::new(machine.fork());
        let hire: Hire = Box::new(move |number| match number {
            0 => Box::new(Panics(suggestion("(take 3)", 100.0, 100))),
            1 => Box::new(Panics(suggestion("noop", 100.0, 100))),
            2 => Box::new(Panics(suggestion("(take 1)", f64::NAN, 100))),
            _ => worker(&**fork.lock().unwrap()),
        });
        let mut player = kuhl(&*machine, 4, hire);
        // Who leaves three of five wins.
        player.think(&Limit::simulations(4000)).unwrap();
        assert_eq!(machine.move_text(player.choose().unwrap()), "(take 2)");
        let notes = player.report().notes;
        assert!(notes[0].contains("solved"), "{notes:?}");
        let count = |what: &str| notes.iter().filter(|note| note.contains(what)).count();
        assert_eq!((count("panicked"), count("nonsense")), (3, 3), "{notes:?}");
    }

    #[test]
    fn what_was_searched_deepest_counts_and_what_is_proven_more() {
        let machine = machine("nim");
        let mut player =
            kuhl(&*machine, 1, Box::new(|_| Box::new(Panics(suggestion("noop", 0.0, 1)))));
        let say = |action: &str, depth: u32, is_proven: bool| Suggestion {
            is_proven,
            ..suggestion(action, 50.0, depth)
        };
        for (said, chosen) in [
            (say("(take 1)", 3, false), "(take 1)"),
            (say("(take 2)", 2, false), "(take 1)"),
            (say("(take 2)", 4, false), "(take 2)"),
            (say("(take 1)", 1, true), "(take 1)"),
            (say("(take 2)", 9, false), "(take 1)"),
        ] {
            player.hear(0, said).unwrap();
            assert_eq!(machine.move_text(player.choose().unwrap()), chosen);
        }
    }

    #[test]
    fn what_passes_between_them_can_be_written_down() {
        let task = Task { state: vec!["(num 5)".to_owned()], heuristic: None, nodes: Some(3) };
        let text = serde_json::to_string(&task).unwrap();
        assert_eq!(serde_json::from_str::<Task>(&text).unwrap(), task);
    }
}
