//! Players that evaluate states by features of the rules with learnt weights (`guenther`): `td-learner` and
//! `td-search`.

use super::alphabeta::alphabeta;
use super::cadia::mcts_exploring;
use super::preparation::{analysis, fuzzy_goals, game_model_of};
use super::{Constructor, MemoryUse, PlayerCondition, PlayerError, PlayerKind};
use crate::alphabeta::{AlphaBeta, AlphaBetaSettings, Evaluation, MAX_DEPTH, OppositeEvaluation};
use crate::learning_cache::SEED;
use crate::mcts::{Mcts, MctsSettings};
use crate::settings::{Allowed, Reader, SettingsError};
use crate::{Player, Seat};
use analyze::{Analysis, FuzzySettings};
use game::MachineExt;
use learn::td::{
    FuzzyGoalValue, GreedyOpponent, OpponentPolicy, StateEvaluator, TdError, TdFile, TrainingPlan,
};

pub(super) const PLAYERS: &[PlayerKind] = &[
    PlayerKind {
        name: "td-learner",
        description: "looks one move ahead, evaluating states by features whose weights \
            were learnt by TD(λ) (temporal differences)",
        document: Some("guenther, chapter 5"),
        requires: &[PlayerCondition::CompiledRules],
        memory: MemoryUse::Tables(1),
        configure: |reader| {
            let weights = weights(reader)?;
            let search = Search::AlphaBeta(alphabeta(reader, 1)?);
            Ok(player(search, weights))
        },
        ..PlayerKind::PLAIN
    },
    PlayerKind {
        name: "td-search",
        description: "alpha-beta search, or tree search with `td.tree=true`, by the \
            features of `td-learner`",
        document: Some("guenther, chapter 5"),
        requires: &[PlayerCondition::CompiledRules],
        memory: MemoryUse::Tables(1),
        variants: &["td.tree=true"],
        configure: |reader| {
            let weights = weights(reader)?;
            let is_tree = reader.get(
                "td.tree",
                false,
                Allowed::truth(),
                "whether a tree search evaluates its leaves by the features instead of \
                playing them out; otherwise alpha-beta searches",
            )?;
            let search = if is_tree {
                Search::Mcts(mcts_exploring(reader, &[], EXPLORATION)?)
            } else {
                Search::AlphaBeta(alphabeta(reader, MAX_DEPTH)?)
            };
            Ok(player(search, weights))
        },
        ..PlayerKind::PLAIN
    },
];

/// Exploration of a tree search whose leaves are evaluated by features. Values of features differ less than results of
/// games do: against `cadia-2007` in breakthrough, with 0.05 s for each move, 5 of 12 matches were won with 40, 8 with
/// 10 and 7 with 3.
const EXPLORATION: f64 = 10.0;

/// Largest number of features that are tried before a match.
const MAX_FEATURES: usize = 2_000;

/// The origin of the weights of features.
struct Weights {
    /// File of weights; without it they are learnt.
    file: Option<String>,
    /// Number of matches that they are learnt from.
    matches: u64,
    /// Whether they are learnt once for all matches of this process, without a time limit.
    beforehand: bool,
}

/// The search that evaluates states by features.
enum Search {
    AlphaBeta(AlphaBetaSettings),
    Mcts(MctsSettings),
}

fn weights(reader: &mut Reader) -> Result<Weights, SettingsError> {
    Ok(Weights {
        file: reader.find(
            "td.file",
            "no file: weights are learnt",
            Allowed::any("file written by `agon learn td`"),
            "file with features and their weights, which then need not be learnt",
        )?,
        matches: reader.get(
            "td.matches",
            100,
            Allowed::at_least(0).noted(" matches"),
            "number of matches from which weights are learnt before the first move, as far as \
            there is time",
        )?,
        beforehand: reader.get(
            "td.beforehand",
            false,
            Allowed::truth(),
            "whether weights are learnt once before the first match of the process, without a \
            clock and for all its matches",
        )?,
    })
}

fn player(search: Search, weights: Weights) -> Constructor {
    Box::new(move |seat| build(seat, search, &weights))
}

fn build(seat: Seat, search: Search, weights: &Weights) -> Result<Box<dyn Player>, PlayerError> {
    let analysis = analysis(&seat)?;
    let learnt = match &weights.file {
        Some(file) => read(&seat, file)?,
        None => learn(&seat, &analysis, weights)?,
    };
    let own = learnt.get(seat.role.0 as usize).cloned().flatten();
    let own = own.ok_or_else(|| PlayerError::Features {
        file: weights.file.clone().unwrap_or_default(),
        error: "nothing was learnt about this role".to_owned(),
    })?;
    Ok(match search {
        Search::AlphaBeta(settings) => {
            let game = game_model_of(&seat, &analysis, settings.symmetries)?;
            Box::new(AlphaBeta::new(seat, &settings, game, &own, None)?)
        }
        Search::Mcts(settings) => {
            // Roles about which nothing was learnt are assumed to want the opposite.
            let evaluation = |it: Option<StateEvaluator>| -> Box<dyn Evaluation> {
                match it {
                    Some(evaluator) => Box::new(evaluator),
                    None => Box::new(OppositeEvaluation(Box::new(own.clone()))),
                }
            };
            let evaluations = learnt.into_iter().map(evaluation).collect();
            let mut player = Mcts::new(seat, settings, None)?;
            player.evaluate_with(evaluations);
            Box::new(player)
        }
    })
}

/// Reads the weights of each role from a file.
fn read(seat: &Seat, file: &str) -> Result<Vec<Option<StateEvaluator>>, PlayerError> {
    let fault = |error: String| PlayerError::Features { file: file.to_owned(), error };
    let analyst = seat.analyst.as_ref().ok_or(PlayerError::NoRules)?;
    let model = analyst.model().map_err(PlayerError::NotCompiled)?;
    let text = (seat.read_text)(file).map_err(fault)?;
    let ids = analyst.fact_ids().map_err(PlayerError::NotCompiled)?;
    let learnt =
        TdFile::read(&text).and_then(|file| file.state_evaluators(analyst.rules(), model, ids));
    learnt.map_err(|error| fault(error.to_string()))
}

/// Learns the weights of the own role: before the match as far as there is time, or once for all matches.
fn learn(
    seat: &Seat,
    analysis: &Analysis,
    weights: &Weights,
) -> Result<Vec<Option<StateEvaluator>>, PlayerError> {
    let matches = weights.matches;
    let own = if weights.beforehand {
        let learn = || train(seat, analysis, matches, SEED, &|| 0.0);
        seat.knowledge.learning.state_evaluator(seat.role, matches, learn)?
    } else {
        let elapsed = || seat.learning_time.as_ref().map_or(0.0, |elapsed| elapsed());
        train(seat, analysis, matches, seat.seed, &elapsed)?
    };
    let roles = seat.machine.role_ids();
    Ok(roles.map(|role| (role == seat.role).then(|| own.clone())).collect())
}

/// Generates features and learns their weights in matches against opponents that make the move with the nearest goals.
fn train(
    seat: &Seat,
    analysis: &Analysis,
    matches: u64,
    seed: u64,
    elapsed: &dyn Fn() -> f64,
) -> Result<StateEvaluator, PlayerError> {
    let analyst = seat.analyst.as_ref().ok_or(PlayerError::NoRules)?;
    let game = analyst.model().map_err(PlayerError::NotCompiled)?;
    let mut opponents: Vec<Box<dyn OpponentPolicy>> = Vec::new();
    for role in seat.machine.role_ids() {
        let goals = fuzzy_goals(seat, analysis, role, FuzzySettings::default())?;
        opponents.push(Box::new(GreedyOpponent(FuzzyGoalValue(goals))));
    }
    let rules = analyst.rules();
    let plan = TrainingPlan {
        rules,
        game,
        ids: analyst.fact_ids().map_err(PlayerError::NotCompiled)?,
        role: seat.role,
        max_expanded: MAX_FEATURES,
        max_matches: matches,
        seed,
    };
    plan.train(&mut opponents, elapsed).map_err(|error| match error {
        TdError::Stop(reason) => PlayerError::Stop(reason),
        other => PlayerError::Features { file: "td.matches".to_owned(), error: other.to_string() },
    })
}
