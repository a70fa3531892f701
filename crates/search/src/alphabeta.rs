//! Alpha-beta search: iterative deepening with a transposition table and the history heuristic (`kuhl`, section 4.5).
//!
//! [`AlphaBeta`] is a player; the workers of KuhlPlayer use [`Searcher`] too. `searcher` is one thread's search
//! to one depth, `deepening` makes searches of growing depth by several threads. `node` has
//! the joint moves of a state, `history` orders them, `simultaneous` chooses where both sides choose at the same time.
//! `value` defines the values of results and estimates, `evaluation`, `heuristic` and `gifl_evaluation` estimate states
//! that are not searched further. `transposition_table` keeps results, `orbit` and `counters` make its keys equal for
//! states that are alike. `game_model` is what the search knows about its game.
//!
//! With a limit of nodes there is one thread, and the same seed gives the same moves.

mod counters;
mod deepening;
mod evaluation;
mod game_model;
mod gifl_evaluation;
mod heuristic;
mod history;
mod node;
mod orbit;
mod searcher;
mod simultaneous;
mod transposition_table;
mod value;

use crate::gifl::{GiflLearning, GiflSettings, GuidanceSettings};
use crate::{
    Detail, DisplayedFeature, Limit, MatchState, MoveValue, Player, Report, Seat, ThinkError,
};
use deepening::{Outcome, ParallelSearch};
pub use evaluation::{Evaluation, NoEvaluation, OppositeEvaluation};
use game::{Move, StopReason};
pub use game_model::GameModel;
use gifl_evaluation::GiflEvaluation;
pub use heuristic::{ExtraFeatures, Heuristic, HeuristicEvaluation, Subject, heuristics};
pub use searcher::{SearchConfig, Searcher};
pub use simultaneous::OpponentModel;
pub use transposition_table::{MAX_MEGABYTES, TranspositionTable};
pub use value::{MAX_DEPTH, Range};

/// Settings of an alpha-beta search.
#[derive(Clone, Debug, PartialEq)]
pub struct AlphaBetaSettings {
    /// Largest depth in plies.
    pub depth: u32,
    /// Size of the transposition table in MiB; 0 for no table.
    pub megabytes: usize,
    /// Whether moves that were best elsewhere are tried first.
    pub history: bool,
    /// Behaviour of the other side where both sides choose at the same time.
    pub opponents: OpponentModel,
    /// Whether states that are images of each other under symmetries of the game share an entry of the table.
    pub symmetries: bool,
    /// Number of threads; `None` for as many as the seat allows.
    pub threads: Option<usize>,
    /// Settings of the features that evaluate states, if these are learnt by GIFL.
    pub gifl: Option<GiflSettings>,
}

/// A player that searches by alpha-beta.
pub struct AlphaBeta {
    current: MatchState,
    config: SearchConfig,
    max_depth: u32,
    searchers: Vec<Searcher>,
    /// Learning of features before the first move, with the settings for their use.
    learning: Option<(GiflLearning, GuidanceSettings)>,
    /// The evaluation of the searchers, for reports.
    evaluation: Box<dyn Evaluation>,
    /// Result of the search of the present state.
    outcome: Outcome,
    /// Whether the searchers are at the present state.
    is_begun: bool,
}

impl AlphaBeta {
    /// Creates the player at the beginning of a match.
    pub fn new(
        seat: Seat,
        settings: &AlphaBetaSettings,
        game: GameModel,
        evaluation: &dyn Evaluation,
        learning: Option<GiflLearning>,
    ) -> Result<AlphaBeta, StopReason> {
        let threads = settings.threads.unwrap_or(seat.threads).max(1);
        let searcher = |thread: usize| {
            let seed = seat.seed.wrapping_add(thread as u64);
            Searcher::new(seat.machine.fork(), evaluation.fork(), seed)
        };
        let megabytes = Some(settings.megabytes).filter(|&megabytes| megabytes > 0);
        Ok(AlphaBeta {
            config: SearchConfig {
                game,
                table: megabytes.map(TranspositionTable::new).transpose()?,
                history: settings.history,
                opponents: settings.opponents,
            },
            max_depth: settings.depth,
            searchers: (0..threads).map(searcher).collect(),
            learning: learning.zip(settings.gifl.as_ref().map(|gifl| gifl.guidance.clone())),
            evaluation: evaluation.fork(),
            outcome: Outcome::default(),
            is_begun: false,
            current: MatchState::new(seat.machine, seat.role)?,
        })
    }

    /// Learns features, if there are any to be learnt. Returns whether that is over; if not, the next call goes on.
    fn learn(&mut self, limit: &Limit) -> Result<bool, StopReason> {
        let Some((learning, settings)) = &mut self.learning else { return Ok(true) };
        if !learning.train(limit)? {
            return Ok(false);
        }
        if let Some(features) = learning.take_features() {
            let evaluation = GiflEvaluation::new(&features, settings, self.current.role);
            self.searchers.iter_mut().for_each(|it| it.evaluate_with(evaluation.fork()));
            self.evaluation = Box::new(evaluation);
        }
        Ok(true)
    }

    /// Searches to growing depths, with all threads if there is no limit of nodes.
    fn search(&mut self, limit: &Limit) -> Result<(), StopReason> {
        if !std::mem::replace(&mut self.is_begun, true) {
            for searcher in &mut self.searchers {
                searcher.begin(&self.current.state, &self.config)?;
            }
        }
        let count = if limit.simulations.is_some() { 1 } else { self.searchers.len() };
        let outcome = std::mem::take(&mut self.outcome);
        let search = ParallelSearch::new(&self.config, limit, self.max_depth, outcome);
        let result = search.run(&mut self.searchers[..count]);
        self.outcome = search.into_outcome();
        result
    }
}

impl Player for AlphaBeta {
    fn think(&mut self, limit: &Limit) -> Result<(), ThinkError> {
        let MatchState { machine, state, .. } = &mut self.current;
        if machine.terminal(state)? || self.outcome.is_proven() || !self.learn(limit)? {
            return Ok(());
        }
        self.search(limit)?;
        if let Some(answer) = &self.outcome.answer {
            self.outcome.line = self.searchers[0].line(&self.config, answer)?;
        }
        Ok(())
    }

    fn choose(&mut self) -> Result<Move, StopReason> {
        let legal = self.current.legal()?;
        let answer = self.outcome.answer.as_ref();
        Ok(answer.map_or(legal[0], |answer| answer.joint[self.current.role.0 as usize]))
    }

    fn advance(&mut self, joint: &[Move]) -> Result<(), StopReason> {
        self.outcome = Outcome::default();
        self.is_begun = false;
        self.current.advance(joint)
    }

    fn report(&self) -> Report {
        let Outcome { answer, nodes, line, .. } = &self.outcome;
        let role = self.current.role.0 as usize;
        let valued = answer.iter().map(|answer| MoveValue {
            action: answer.joint[role],
            visits: *nodes,
            value: Range::goal(answer.value),
        });
        let searched = answer.iter().map(|answer| Detail::Searched {
            depth: answer.depth,
            by: None,
            is_solved: answer.is_proven,
        });
        let learnt = self.learning.as_ref().and_then(|(learning, _)| learning.detail());
        let learnt = learnt.into_iter().chain(self.evaluation.detail());
        Report {
            simulations: *nodes,
            moves: valued.collect(),
            line: line.clone(),
            details: learnt.chain(searched).collect(),
            ..Report::default()
        }
    }

    fn active_features(&mut self) -> Vec<DisplayedFeature> {
        let MatchState { machine, state, .. } = &mut self.current;
        self.evaluation.active_features(&mut **machine, state).unwrap_or_default()
    }
}
