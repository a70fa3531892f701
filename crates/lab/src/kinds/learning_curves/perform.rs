//! The trials of learners: training their opponents, giving them initial knowledge, and letting them learn.

use super::{Finding, Task, Transfer};
use crate::error::TaskError;
use crate::kind::{Environment, Interruptible, Job, Perform};
use crate::value_game::{LearningMatches, ValueGame, ValueOpponent};
use game::Role;
use learn::values::{CachedPrior, ValueLearner, ValueSettings};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The goal that counts as a win.
const WON: u64 = 100;

/// The games of all trials, and the opponents in them.
pub struct Setup {
    games: BTreeMap<String, Arc<ValueGame>>,
    /// By game, start, opponent and update rule.
    opponents: BTreeMap<String, ValueOpponent>,
}

impl Perform for Setup {
    type Task = Task;
    type Finding = Finding;

    /// Opens the games and trains the opponents.
    fn set_up(jobs: &[Job<Task>], environment: &Environment) -> Interruptible<Setup> {
        let mut setup = Setup { games: BTreeMap::new(), opponents: BTreeMap::new() };
        for Job { cell, task, .. } in jobs {
            let source = task.transfer.as_ref().and_then(Transfer::game);
            for name in [Some(task.game.as_str()), source].into_iter().flatten() {
                let added = setup.add(name, task, environment);
                if !added.map_err(|error| error.within(cell))? {
                    return Ok(None);
                }
            }
        }
        Ok(Some(setup))
    }

    fn perform(&self, job: &Job<Task>, environment: &Environment) -> Interruptible<Finding> {
        let task = &job.task;
        let game = &self.games[&task.game];
        let role = game.role(task.role)?;
        let Some(mut learner) = self.beginner(task, role, job.seed, environment)? else {
            return Ok(None);
        };
        let opponent = &self.opponents[&key(&task.game, task)];
        // The learner's matches here are others than those that it learned from before.
        let starts = game.starts(task.starts)?;
        let mut learning = LearningMatches::new(game, role, opponent, starts, !job.seed);
        let (steps, wide) = (task.matches / task.step, (task.window / task.step) as usize);
        let mut sums: Vec<u64> = Vec::new();
        for _ in 0..steps {
            let mut sum = 0;
            for _ in 0..task.step {
                if !environment.goes_on() {
                    return Ok(None);
                }
                sum += u64::from(learning.play(&mut learner)?);
            }
            sums.push(sum);
            // Every step is one match where a trial ends at a percentage.
            let window = sums.len().checked_sub(wide).map_or(&[][..], |first| &sums[first..]);
            let won = window.iter().filter(|&&goal| goal == WON).count() as f64;
            if !window.is_empty() && task.until.is_some_and(|it| 100.0 * won >= it * wide as f64) {
                break;
            }
        }
        let hits = learner.prior_hits();
        Ok(Some(Finding { afterstates: hits.new_states, known: hits.known, sums }))
    }
}

impl Setup {
    /// Adds a game with an opponent; `false` if that was interrupted.
    fn add(
        &mut self,
        name: &str,
        task: &Task,
        environment: &Environment,
    ) -> Result<bool, TaskError> {
        if !self.games.contains_key(name) {
            let game = ValueGame::new(name.to_owned(), environment.games.get(name)?);
            self.games.insert(name.to_owned(), Arc::new(game));
        }
        let game = &self.games[name];
        let key = key(name, task);
        if self.opponents.contains_key(&key) {
            return Ok(true);
        }
        let opponent = game.opponent(task.opponent, task.rule, task.starts, environment.go_on)?;
        let is_made = opponent.is_some();
        self.opponents.extend(opponent.map(|opponent| (key, opponent)));
        Ok(is_made)
    }

    /// Returns a learner after a number of matches of a game; `None` if it was interrupted.
    fn taught(
        &self,
        task: &Task,
        (name, role): (&str, Role),
        matches: u64,
        seed: u64,
        environment: &Environment,
    ) -> Result<Option<ValueLearner>, TaskError> {
        let mut learner = ValueLearner::new(settings(task));
        let opponent = &self.opponents[&key(name, task)];
        let game = &self.games[name];
        let starts = game.starts(task.starts)?;
        let mut learning = LearningMatches::new(game, role, opponent, starts, seed);
        for _ in 0..matches {
            if !environment.goes_on() {
                return Ok(None);
            }
            learning.play(&mut learner)?;
        }
        Ok(Some(learner))
    }

    /// Returns a learner with its initial knowledge; `None` if it was interrupted.
    fn beginner(
        &self,
        task: &Task,
        role: Role,
        seed: u64,
        environment: &Environment,
    ) -> Result<Option<ValueLearner>, TaskError> {
        let (game, learner) = (&self.games[&task.game], ValueLearner::new(settings(task)));
        Ok(Some(match &task.transfer {
            None => learner,
            Some(Transfer::Values { game: name, matches }) => {
                let source = &self.games[name];
                let there = (name.as_str(), game.role_in(source, role)?);
                let Some(taught) = self.taught(task, there, *matches, seed, environment)? else {
                    return Ok(None);
                };
                learner.with_prior(game.translated_values(source, taught.values().clone())?)
            }
            Some(Transfer::Threats { game: name, matches }) => {
                let there = (name.as_str(), role);
                let Some(taught) = self.taught(task, there, *matches, seed, environment)? else {
                    return Ok(None);
                };
                let mut random = game::random(seed);
                let threats = self.games[name].threats(role, taught.values(), &mut random)?;
                learner.with_prior(Box::new(CachedPrior::new(threats)))
            }
            Some(Transfer::Symmetries { game: name }) => {
                learner.with_symmetric_states(game.images(&self.games[name])?)
            }
            Some(Transfer::Uct { simulations }) => {
                learner.with_prior(Box::new(game.tree_values(role, *simulations, seed)?))
            }
        }))
    }
}

/// Returns the key of an opponent.
fn key(game: &str, task: &Task) -> String {
    format!("{game} {:?} {:?} {:?}", task.opponent, task.starts, task.rule)
}

fn settings(task: &Task) -> ValueSettings {
    ValueSettings { update: task.rule, exploration: task.exploration, ..ValueSettings::default() }
}
