//! A game with features that are built from its rules, and the opponents and expert matches that learners of their
//! weights begin with (Günther 2008, section 5).

use crate::error::TaskError;
use analyze::{FuzzyGoals, FuzzySettings, Sampling};
use circuit::FactIds;
use engine::{OpenGame, Playable};
use game::match_loop::{
    FailurePolicy, MatchEnd, MatchRules, MatchRunner, MatchStep, Obstacle, Participants, Position,
    unless_interrupted,
};
use game::{Machine, MachineExt, Move, Role, State};
use learn::features::{Construction, Feature, FeatureCounter, RelationTables, RuleBase};
use learn::td::{
    self, FuzzyGoalValue, GreedyOpponent, LinearModel, OpponentPolicy, TdFile, TdLearner,
};
use play::PlayerName;
use play::matches::GoOn;
use search::{Limit, Player, ThinkError};
use std::sync::Arc;

/// A game with the features that were selected for it.
pub struct FeatureGame {
    game: Arc<OpenGame>,
    /// The facts and relations that features refer to.
    pub tables: RelationTables,
    /// The features that were selected.
    pub features: Vec<Feature>,
    /// The largest value of each feature in the sampled states.
    pub maxima: Vec<u32>,
}

/// Matches of our strongest player against itself, from which a learner learns first.
#[derive(Clone, Copy, Debug)]
pub struct ExpertMatches {
    /// Number of all matches.
    pub matches: u64,
    /// Number of simulations for each move.
    pub simulations: u64,
}

/// The player of expert matches.
const EXPERT: &str = "agon";
/// Largest number of moves of an expert match; a longer one is left there.
const MAX_LENGTH: usize = 500;
/// Number of sampled states from which the analysis for fuzzy goals is made.
const SAMPLED_STATES: usize = 1000;

impl FeatureGame {
    /// Makes a game with the features that were selected in a construction from its rules.
    pub fn new(game: Arc<OpenGame>, made: Construction) -> FeatureGame {
        let features = made.selected();
        let maxima = made.selection.all.iter().map(|it| it.max_count).collect();
        FeatureGame { game, tables: made.tables, features, maxima }
    }

    /// Makes a game with the features in a file.
    pub fn from_file(game: Arc<OpenGame>, file: &TdFile) -> Result<FeatureGame, TaskError> {
        let mut rule_base = RuleBase::new(game.rules());
        let tables = RelationTables::new(game.rules(), game.model()?, &mut rule_base)?;
        let features = file.features(&rule_base.symbols)?;
        Ok(FeatureGame { game, tables, features, maxima: file.maxima() })
    }

    /// Returns a machine of the caller's own.
    pub fn machine(&self) -> Box<dyn Machine> {
        self.game.fork()
    }

    /// Returns a learner for a role that begins with this model.
    pub fn learner(&self, model: LinearModel, role: Role) -> Result<TdLearner, TaskError> {
        let evaluator = FeatureCounter::new(&self.tables, FactIds::Shared, &self.features)?;
        Ok(TdLearner::new(td::TdSettings::default(), model, evaluator, role))
    }

    /// Returns a player for each role that looks one move ahead for the state with the best fuzzy goal.
    pub fn greedy_opponents(&self) -> Result<Vec<Box<dyn OpponentPolicy>>, TaskError> {
        let (mut machine, compiled) = (self.machine(), self.game.model()?);
        let sampling = Sampling::states(SAMPLED_STATES, 1);
        let analysis = self.game.analyst().analyze(&mut *machine, &sampling)?;
        let opponent = |role: Role| -> Box<dyn OpponentPolicy> {
            let fuzzy = FuzzyGoals::new(compiled, &analysis, role, FuzzySettings::default());
            Box::new(GreedyOpponent(FuzzyGoalValue(fuzzy)))
        };
        Ok(machine.role_ids().map(opponent).collect())
    }

    /// Lets a learner learn from expert matches and calls `done` with their number after each. Returns whether all were
    /// played before `go_on` ended the work.
    pub fn learn_from_experts(
        &self,
        learner: &mut TdLearner,
        experts: ExpertMatches,
        seed: u64,
        go_on: GoOn,
        done: &mut dyn FnMut(u64),
    ) -> Result<bool, TaskError> {
        if experts.matches == 0 {
            return Ok(true);
        }
        let mut machine = self.machine();
        for number in 0..experts.matches {
            let seed = seed.wrapping_add(number << 8);
            let Some(states) = self.expert_match(experts.simulations, seed, go_on)? else {
                return Ok(false);
            };
            learner.learn_from_states(&mut *machine, &states)?;
            done(number + 1);
        }
        Ok(true)
    }

    /// Plays an expert match and returns its states; `None` if `go_on` ended it.
    fn expert_match(
        &self,
        simulations: u64,
        seed: u64,
        go_on: GoOn,
    ) -> Result<Option<Vec<State>>, TaskError> {
        let name: PlayerName = EXPERT.parse()?;
        let mut machine = self.machine();
        let mut players = Vec::new();
        for role in machine.role_ids() {
            players.push(name.build(self.game.seat(role, seed ^ u64::from(role.0))?)?);
        }
        let start = machine.initial_state()?;
        let states = vec![start.clone()];
        let mut experts = Experts { players, simulations, go_on, states };
        let (mut runner, mut random) = (MatchRunner::default(), game::random(seed));
        let end = runner.play(&mut *machine, &start, RULES, &mut experts, &mut random);
        let is_interrupted = end? == MatchEnd::Interrupted;
        Ok((!is_interrupted).then_some(experts.states))
    }
}

/// Rules of expert matches.
const RULES: MatchRules = MatchRules { max_length: MAX_LENGTH, on_failure: FailurePolicy::Error };

/// The players of an expert match, one for each role, with the states so far.
struct Experts<'a> {
    players: Vec<Box<dyn Player>>,
    simulations: u64,
    go_on: GoOn<'a>,
    states: Vec<State>,
}

impl Participants for Experts<'_> {
    type Failure = ThinkError;

    fn begin_turn(&mut self, _: &mut Position) -> Result<(), Obstacle<ThinkError>> {
        unless_interrupted(self.go_on)
    }

    fn choose(
        &mut self,
        position: &mut Position,
        role: Role,
    ) -> Result<Move, Obstacle<ThinkError>> {
        if let [only] = position.legal_of(role) {
            return Ok(*only);
        }
        let (go_on, player) = (self.go_on, &mut self.players[role.0 as usize]);
        let stop = || !go_on();
        player
            .think(&Limit { simulations: Some(self.simulations), stop: &stop })
            .map_err(|reason| Obstacle::Failed(role, reason))?;
        let chosen = player.choose()?;
        unless_interrupted(self.go_on)?;
        Ok(chosen)
    }

    fn observe(&mut self, step: &mut MatchStep) -> Result<(), Obstacle<ThinkError>> {
        for player in &mut self.players {
            player.advance(step.joint)?;
        }
        self.states.push(step.after.clone());
        Ok(())
    }
}
