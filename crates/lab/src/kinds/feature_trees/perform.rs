//! The trials of feature trees: building the trees, weighing features, and testing the weights in matches.

use super::{Finding, Outcome, Score, Task, TestedFeature, WeightedFeature, Work};
use crate::error::TaskError;
use crate::feature_tree::{TestOpponent, TreeGame, TreeSample};
use crate::kind::{Environment, Interruptible, Job, Perform};
use crate::means_by_part::MeansByPart;
use game::Role;
use learn::trees::{ChosenFeature, SearchAgent, SelectionTrials, select_features};
use play::PlayerName;
use play::matches::GoOn;
use std::cell::RefCell;
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// Number of largest weights that are recorded.
const RECORDED_WEIGHTS: usize = 3;

/// The trees of all games, and the players of test matches.
pub struct Setup {
    trees: BTreeMap<String, TreeGame>,
    players: BTreeMap<String, PlayerName>,
}

impl Perform for Setup {
    type Task = Task;
    type Finding = Finding;

    /// Builds the trees; an error if there is no such game, role or player. The rows of an experiment have different
    /// games, so a game has one tree.
    fn set_up(jobs: &[Job<Task>], environment: &Environment) -> Interruptible<Setup> {
        let mut setup = Setup { trees: BTreeMap::new(), players: BTreeMap::new() };
        for Job { cell, task, .. } in jobs {
            setup.add(task, environment).map_err(|error| error.within(cell))?;
        }
        Ok(Some(setup))
    }

    fn perform(&self, job: &Job<Task>, environment: &Environment) -> Interruptible<Finding> {
        let (task, go_on) = (&job.task, environment.go_on);
        let absent = || TaskError::Other("the trial was not prepared".to_owned());
        let tree = self.trees.get(&task.game).ok_or_else(absent)?;
        let player = self.players.get(&task.opponent).ok_or_else(absent)?;
        let role = tree.role(&task.role)?;
        let (outcome, weights) = match task.work {
            Work::Choose { alone, draws, depth, most } => {
                let (draws, most) = (draws as u32, most as usize);
                let trials = SelectionTrials {
                    draws,
                    alone,
                    depth,
                    max_features: most,
                    ..SelectionTrials::default()
                };
                choose(tree, role, &trials, job.seed, go_on)?
            }
            Work::Learn { matches } => learn(tree, role, matches, job.seed, go_on)?,
        };
        let mut score = Score::default();
        let opponent = TestOpponent { player, simulations: task.simulations };
        for number in 0..weights.as_ref().map_or(0, |_| task.games) {
            // The test matches are others than those from which it learned.
            let seed = (!job.seed).wrapping_add(number);
            let reader = RefCell::new(tree.reader.clone());
            let mut actor =
                SearchAgent::new(&reader, weights.clone().unwrap_or_default(), task.reach);
            let goals = tree.against_player(role, &mut actor, opponent, seed, go_on)?;
            let Some((own, theirs)) = goals else { return Ok(None) };
            match own.cmp(&theirs) {
                Ordering::Greater => score.won += 1,
                Ordering::Equal => score.drawn += 1,
                Ordering::Less => score.lost += 1,
            }
        }
        Ok(go_on().then(|| Finding {
            nodes: tree.reader.nodes() as u64,
            features: tree.reader.len() as u64,
            left_out: tree.left_out() as u64,
            outcome,
            score,
        }))
    }
}

impl Setup {
    fn add(&mut self, task: &Task, environment: &Environment) -> Result<(), TaskError> {
        if !self.players.contains_key(&task.opponent) {
            self.players.insert(task.opponent.clone(), task.opponent.parse()?);
        }
        if !self.trees.contains_key(&task.game) {
            let sample = TreeSample { states: task.states as usize, seed: task.seed };
            let tree = TreeGame::new(environment.games.get(&task.game)?, sample);
            let tree = tree.map_err(|error| error.within(&task.game))?;
            self.trees.insert(task.game.clone(), tree);
        }
        self.trees[&task.game].role(&task.role).map(drop)
    }
}

/// The outcome of a trial, and the weights of all features that follow from it, if some do.
type Found = (Outcome, Option<Vec<f64>>);

fn choose(
    tree: &TreeGame,
    role: Role,
    trials: &SelectionTrials,
    seed: u64,
    go_on: GoOn,
) -> Result<Found, TaskError> {
    let mut machine = tree.machine();
    let continues = &mut || go_on();
    let (chosen, next) =
        select_features(&mut *machine, &tree.reader, role, trials, seed, continues)?;
    let used = tree.reader.used().len();
    let tested = |(place, it): (usize, &ChosenFeature)| TestedFeature {
        feature: tree.reader.name(it.feature),
        weight: it.weight,
        p: it.p_value,
        tried: (used - place) as u64,
    };
    let mut weights = vec![0.0; tree.reader.len()];
    chosen.iter().for_each(|it| weights[it.feature] = it.weight);
    let next = next.map(|next| tested((chosen.len(), &next)));
    let outcome = Outcome::Chosen { chosen: chosen.iter().enumerate().map(tested).collect(), next };
    Ok((outcome, (!chosen.is_empty()).then_some(weights)))
}

fn learn(
    tree: &TreeGame,
    role: Role,
    matches: u64,
    seed: u64,
    go_on: GoOn,
) -> Result<Found, TaskError> {
    let (mut curve, mut means) = (MeansByPart::new(matches), Vec::new());
    let by_chance = tree.mean_of_random_play(role, matches, !seed, go_on)?;
    let learner = tree.learn(role, seed, &mut |goal| {
        means.extend(curve.add(goal));
        curve.goes_on() && go_on()
    })?;
    let weighted = |(feature, weight): (usize, f64)| WeightedFeature {
        feature: tree.reader.name(feature),
        weight: (weight * 1000.0).round() / 1000.0,
    };
    let greatest = learner.by_weight().into_iter().take(RECORDED_WEIGHTS).map(weighted).collect();
    let outcome = Outcome::Learnt { by_chance, means, greatest };
    Ok((outcome, Some(learner.weights().to_vec())))
}
