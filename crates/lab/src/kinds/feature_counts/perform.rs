//! Counting the features of games.

use super::{Finding, RestrictionLevel, Task};
use crate::feature_checks::{ComparedStates, compare_with_reference, microseconds_per_state};
use crate::kind::{Environment, Interruptible, Job, Perform};
use learn::features::{
    Construction, ConstructionSettings, ConstructionStage, Extensions, Restrictions,
};

/// The trials share nothing but the games.
pub struct Setup;

impl Perform for Setup {
    type Task = Task;
    type Finding = Finding;

    fn set_up(_jobs: &[Job<Task>], _environment: &Environment) -> Interruptible<Setup> {
        Ok(Some(Setup))
    }

    fn perform(&self, job: &Job<Task>, environment: &Environment) -> Interruptible<Finding> {
        let task = &job.task;
        let game = environment.games.get(&task.game)?;
        let (clock, go_on) = (environment.clock, environment.go_on);
        let (mut generating, mut selecting) = (0.0, 0.0);
        let mut last = clock();
        let made = Construction::new(game.rules(), game.model()?, &settings(job), &mut |stage| {
            let before = std::mem::replace(&mut last, clock());
            let seconds = last.saturating_sub(before).as_secs_f64();
            match stage {
                ConstructionStage::Generating(_) => generating += seconds,
                ConstructionStage::Selecting(_) => selecting += seconds,
            }
            go_on()
        })?;
        selecting += clock().saturating_sub(last).as_secs_f64();
        if !go_on() {
            return Ok(None);
        }
        let mut evaluator = made.evaluator()?;
        let evaluating = microseconds_per_state(&made, &mut evaluator, clock, go_on)?;
        let states = ComparedStates { count: task.verified as usize, seed: !job.seed };
        let rules = environment.games.text(&task.game)?;
        let verified = compare_with_reference(&rules, &made, evaluator, states, &mut |_| go_on())?;
        let by = made.features.produced.iter().map(|(by, &count)| (by.name().to_owned(), count));
        let round = |value: f64| (value * 1000.0).round() / 1000.0;
        Ok(go_on().then(|| Finding {
            made: by.collect(),
            unique: made.features.all.len() as u64,
            is_complete: made.features.is_complete,
            tried: made.selection.tried as u64,
            selected: made.selection.all.len() as u64,
            generating: round(generating),
            selecting: round(selecting),
            evaluating: round(evaluating),
            verified: verified as u64,
        }))
    }
}

fn settings(job: &Job<Task>) -> ConstructionSettings {
    let task = &job.task;
    let restrictions = Restrictions { expanded: task.expanded as usize, ..Restrictions::default() };
    let enough = (task.restrictions != RestrictionLevel::Document).then_some(task.enough as usize);
    let extensions = match task.restrictions {
        RestrictionLevel::Document | RestrictionLevel::Loosened => Extensions::default(),
        RestrictionLevel::Extended => Extensions::ALL,
    };
    ConstructionSettings {
        seed: job.seed,
        restrictions,
        extensions,
        min_features: enough,
        ..ConstructionSettings::default()
    }
}
