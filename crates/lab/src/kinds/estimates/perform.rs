//! The trials of estimates: opening their games, and comparing playouts with searches.

use super::{Estimate, Finding, Sampled, Task};
use crate::error::TaskError;
use crate::kind::{Environment, Interruptible, Job, Perform};
use engine::{OpenGame, Playable};
use game::Role;
use search::estimates::{self, EstimatePlan, SampledStates};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The games of all trials.
pub struct Setup {
    games: BTreeMap<String, Arc<OpenGame>>,
}

impl Perform for Setup {
    type Task = Task;
    type Finding = Finding;

    /// Opens the games; an error if there is no such game, or no such heuristic in it.
    fn set_up(jobs: &[Job<Task>], environment: &Environment) -> Interruptible<Setup> {
        let mut games = BTreeMap::new();
        for Job { cell, task, seed, .. } in jobs {
            if !games.contains_key(&task.game) {
                // The rows of an experiment have different games, so the heuristics of the other trials are the same.
                let game = open(task, *seed, environment).map_err(|error| error.within(cell))?;
                games.insert(task.game.clone(), game);
            }
        }
        Ok(Some(Setup { games }))
    }

    fn perform(&self, job: &Job<Task>, environment: &Environment) -> Interruptible<Finding> {
        let task = &job.task;
        let absent = || TaskError::Other("the trial was not prepared".to_owned());
        let game = self.games.get(&task.game).ok_or_else(absent)?;
        let plan = EstimatePlan {
            simulations: task.simulations,
            min_visits: task.visits,
            evaluation_simulations: task.look,
            min_critical_spread: task.critical,
            max_calm_spread: task.calm,
            max_states: task.states as usize,
            max_evaluations: task.looks as usize,
            playouts: task.playouts,
        };
        let seat = game.seat(Role(0), job.seed)?;
        let stop = || !environment.goes_on();
        let found = estimates::estimate(seat, &task.heuristic, &plan, &stop)?;
        let finding = |it: estimates::Estimates| Finding {
            critical: sampled(&it.critical),
            calm: sampled(&it.calm),
        };
        Ok(found.map(finding))
    }
}

fn open(task: &Task, seed: u64, environment: &Environment) -> Result<Arc<OpenGame>, TaskError> {
    let game = environment.games.get(&task.game)?;
    estimates::check(&game.seat(Role(0), seed)?, &task.heuristic)?;
    Ok(game)
}

fn sampled(found: &SampledStates) -> Sampled {
    let estimate = |it: &estimates::Estimate| {
        let (spread, reference) = (it.spread, it.value);
        Estimate { spread, reference, random: it.random, guided: it.guided }.rounded()
    };
    let estimates = found.estimates.iter().map(estimate).collect();
    Sampled { proposed: found.proposed as u64, looked: found.evaluated as u64, estimates }
}
