//! The workers of KuhlPlayer: alpha-beta searches, each on a thread of its own. A worker has a fork of the player's
//! machine, so that states and moves mean the same to both.

use super::KuhlSettings;
use crate::alphabeta::{
    Evaluation, GameModel, Heuristic, HeuristicEvaluation, MAX_DEPTH, NoEvaluation, OpponentModel,
    Range, SearchConfig, Searcher, TranspositionTable,
};
use analyze::FuzzyGoals;
use game::{Machine, Move, State, StopReason};

/// A state to search, and how to search it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct SearchTask {
    /// The state whose best move is searched for.
    pub state: State,
    /// Heuristic that evaluates states; `None` to look for the ends of games only.
    pub heuristic: Option<Heuristic>,
    /// Largest number of nodes, if there is a limit.
    pub nodes: Option<u64>,
}

/// A move that a worker suggests.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Suggestion {
    /// Move of the player's role.
    pub action: Move,
    /// Goal that the move leads to, as far as the worker knows, from 0 to 100.
    pub value: f64,
    /// Depth of the search in plies.
    pub depth: u32,
    /// Whether the search of this depth was completed.
    pub is_full: bool,
    /// Whether nothing was estimated, so that the value is that of the game.
    pub is_proven: bool,
    /// Nodes that were visited for this suggestion and for all before it.
    pub nodes: u64,
}

/// A search of the states that it is given.
pub(super) trait SearchWorker: Send {
    /// Searches until `stop` returns true, and reports each suggestion that is based on more than the one before.
    fn search(
        &mut self,
        task: &SearchTask,
        stop: &(dyn Fn() -> bool + Sync),
        report: &mut dyn FnMut(Suggestion),
    ) -> Result<(), StopReason>;
}

/// A worker that searches by alpha-beta.
pub(super) struct AlphaBetaWorker {
    machine: Box<dyn Machine>,
    game: GameModel,
    megabytes: usize,
    opponents: OpponentModel,
    goals: Option<FuzzyGoals>,
    seed: u64,
    /// The last search and its heuristic. The next search by the same heuristic goes on with its transposition table.
    last: Option<WorkerSearch>,
}

/// A search with the heuristic by which it evaluates states.
type WorkerSearch = (Option<Heuristic>, SearchConfig, Searcher);

impl AlphaBetaWorker {
    /// Creates a worker. Heuristics of the nearness of goals need `goals`.
    pub fn new(
        machine: Box<dyn Machine>,
        game: GameModel,
        settings: &KuhlSettings,
        goals: Option<FuzzyGoals>,
        seed: u64,
    ) -> AlphaBetaWorker {
        let &KuhlSettings { megabytes, opponents, .. } = settings;
        AlphaBetaWorker { machine, game, megabytes, opponents, goals, seed, last: None }
    }

    /// Returns the search by a heuristic: the last one if it had the same, or a new one.
    fn searcher(
        &mut self,
        heuristic: Option<&Heuristic>,
    ) -> Result<(&SearchConfig, &mut Searcher), StopReason> {
        let last = self.last.take().filter(|(last, ..)| last.as_ref() == heuristic);
        let new = match last {
            Some(last) => last,
            None => self.new_searcher(heuristic)?,
        };
        let (_, config, searcher) = self.last.insert(new);
        Ok((config, searcher))
    }

    fn new_searcher(&self, heuristic: Option<&Heuristic>) -> Result<WorkerSearch, StopReason> {
        let wanted = heuristic.and_then(|it| HeuristicEvaluation::new(it, self.goals.as_ref()));
        let evaluation: Box<dyn Evaluation> = match wanted {
            Some(wanted) => Box::new(wanted),
            None => Box::new(NoEvaluation),
        };
        let config = SearchConfig {
            game: self.game.clone(),
            table: Some(TranspositionTable::new(self.megabytes)?),
            history: true,
            opponents: self.opponents,
        };
        let searcher = Searcher::new(self.machine.fork(), evaluation, self.seed);
        Ok((heuristic.cloned(), config, searcher))
    }
}

impl SearchWorker for AlphaBetaWorker {
    fn search(
        &mut self,
        task: &SearchTask,
        stop: &(dyn Fn() -> bool + Sync),
        report: &mut dyn FnMut(Suggestion),
    ) -> Result<(), StopReason> {
        let role = self.game.sides.role;
        let (config, searcher) = self.searcher(task.heuristic.as_ref())?;
        searcher.begin(&task.state, config)?;
        let stop = |visited: u64| task.nodes.is_some_and(|most| visited > most) || stop();
        for depth in 1..=MAX_DEPTH {
            let Some(answer) = searcher.search(config, depth, &stop)? else { break };
            let is_last = answer.is_proven || !answer.is_full;
            report(Suggestion {
                action: answer.joint[role.0 as usize],
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
