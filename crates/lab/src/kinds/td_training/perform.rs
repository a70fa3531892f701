//! The trials of TD training: making features, training a learner and testing it.

use super::{Finding, Task};
use crate::feature_game::{ExpertMatches, FeatureGame};
use crate::kind::{Environment, Interruptible, Job, Perform};
use game::role_named;
use learn::features::{Construction, ConstructionSettings, Extensions, Restrictions};
use learn::td::{self, GreedyOpponent, LinearModel};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Seed of the features, which are the same in all trials.
const SEED: u64 = 1;

/// The games with their features, each made when it is first needed.
#[derive(Default)]
pub struct Setup {
    games: Mutex<BTreeMap<String, Slot>>,
}

/// A game, once its features are made.
type Slot = Arc<Mutex<Option<Arc<FeatureGame>>>>;

impl Setup {
    /// Returns a game with its features; `None` if that was interrupted. Threads that need the same game wait for it.
    fn game(&self, task: &Task, environment: &Environment) -> Interruptible<Arc<FeatureGame>> {
        let key = format!("{} {}", task.game, task.method.extended);
        let mut games = self.games.lock().unwrap_or_else(PoisonError::into_inner);
        let slot = Arc::clone(games.entry(key).or_default());
        drop(games);
        let mut slot = slot.lock().unwrap_or_else(PoisonError::into_inner);
        if slot.is_none() {
            *slot = feature_game(task, environment)?.map(Arc::new);
        }
        Ok(slot.clone())
    }
}

impl Perform for Setup {
    type Task = Task;
    type Finding = Finding;

    fn set_up(_jobs: &[Job<Task>], _environment: &Environment) -> Interruptible<Setup> {
        Ok(Some(Setup::default()))
    }

    fn perform(&self, job: &Job<Task>, environment: &Environment) -> Interruptible<Finding> {
        let task = &job.task;
        let Some(game) = self.game(task, environment)? else { return Ok(None) };
        let go_on = environment.go_on;
        let mut machine = game.machine();
        let role = role_named(machine.roles(), &task.role)?;
        let place = role.0 as usize;
        let mut random = game::random(job.seed);
        let model = LinearModel::new(game.maxima.clone(), &mut random);
        let mut learner = game.learner(model, role)?;
        let experts =
            ExpertMatches { matches: task.method.experts, simulations: task.method.simulations };
        if !game.learn_from_experts(&mut learner, experts, job.seed, go_on, &mut |_| ())? {
            return Ok(None);
        }
        let mut opponents = game.greedy_opponents()?;
        let mut finding = Finding { features: game.features.len() as u64, ..Finding::default() };
        for _ in 0..task.matches / task.step {
            let mut sum = 0;
            for _ in 0..task.step {
                if !go_on() {
                    return Ok(None);
                }
                let goals = td::play_training_match(
                    &mut *machine,
                    &mut learner,
                    &mut opponents,
                    &mut random,
                )?;
                sum += u64::from(goals[place]);
            }
            finding.sums.push(sum);
        }
        let roles = machine.roles().len();
        let alone = std::mem::replace(&mut opponents[place], Box::new(GreedyOpponent(learner)));
        let mut alone = [alone];
        finding.others = vec![0; roles.max(2) - 1];
        for _ in 0..task.tests {
            if !go_on() {
                return Ok(None);
            }
            let mut goals = td::play_match(&mut *machine, &mut opponents, &mut random)?;
            finding.learner += u64::from(goals.remove(place));
            if goals.is_empty() {
                goals = td::play_match(&mut *machine, &mut alone, &mut random)?;
            }
            for (sum, goal) in finding.others.iter_mut().zip(goals) {
                *sum += u64::from(goal);
            }
        }
        Ok(Some(finding))
    }
}

/// Makes the features of a game; `None` if that was interrupted.
fn feature_game(task: &Task, environment: &Environment) -> Interruptible<FeatureGame> {
    let game = environment.games.get(&task.game)?;
    let rules = game.rules();
    let restrictions = Restrictions { expanded: task.expanded as usize, ..Restrictions::default() };
    let extended = task.method.extended;
    let settings = ConstructionSettings {
        seed: SEED,
        restrictions,
        extensions: if extended { Extensions::ALL } else { Extensions::default() },
        min_features: extended.then_some(task.enough as usize),
        ..ConstructionSettings::default()
    };
    let go_on = environment.go_on;
    let made = Construction::new(rules, game.model()?, &settings, &mut |_| go_on())?;
    Ok(go_on().then(|| FeatureGame::new(game, made)))
}
