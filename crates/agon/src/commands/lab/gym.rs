//! Where learners of features are trained and tested for experiments: in this process.

use crate::coaching::{Experts, Ground};
use crate::engine;
use crate::interrupt::interrupted;
use crate::rulesheet::RuleSheet;
use anyhow::Context;
use game::{Machine, Role};
use lab::{ArenaError, Drill, DrillTask, Drilled, Trainer};
use learn::features::{Construction, Extensions, Restrictions, Settings};
use learn::td::{self, Greedy, Model};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// Features are made with this seed: they are the same in all trials.
const SEED: u64 = 1;

/// The games with their features, each made when it is needed first.
#[derive(Default)]
pub struct Gym {
    grounds: Mutex<BTreeMap<String, Slot>>,
}

type Slot = Arc<Mutex<Option<Arc<Ground>>>>;

impl Trainer for Gym {
    fn drill(&self, drill: &Drill) -> Result<Option<Drilled>, ArenaError> {
        self.drilled(drill).map_err(|error| ArenaError(format!("{}: {error:#}", drill.cell)))
    }
}

impl Gym {
    /// A game with its features; nothing if it was interrupted. Others who need the same wait for it.
    fn ground(&self, task: &DrillTask) -> anyhow::Result<Option<Arc<Ground>>> {
        let key = format!("{} {}", task.game, task.method.extended);
        let slot = Arc::clone(
            self.grounds.lock().unwrap_or_else(PoisonError::into_inner).entry(key).or_default(),
        );
        let mut slot = slot.lock().unwrap_or_else(PoisonError::into_inner);
        if slot.is_none() {
            *slot = made(task)?.map(Arc::new);
        }
        Ok(slot.clone())
    }

    fn drilled(&self, drill: &Drill) -> anyhow::Result<Option<Drilled>> {
        let task = &drill.task;
        let Some(ground) = self.ground(task)? else { return Ok(None) };
        let begun = Instant::now();
        let mut machine = ground.machine.fork();
        let names = machine.roles().to_vec();
        let role = names.iter().position(|name| *name == task.role).with_context(|| {
            format!("there is no role `{}`; there are `{}`", task.role, names.join("`, `"))
        })?;
        let mut random = game::random(drill.seed);
        let model = Model::new(ground.maxima.clone(), &mut random);
        let mut learner = ground.learner(model, Role(role as u32))?;
        let experts =
            Experts { matches: task.method.experts, simulations: task.method.simulations };
        if !ground.bootstrap(&mut learner, experts, drill.seed, &mut |_| ())? {
            return Ok(None);
        }
        let mut rivals = ground.near()?;
        let mut drilled = Drilled { features: ground.features.len() as u64, ..Drilled::default() };
        for _ in 0..task.matches / task.step {
            let mut sum = 0;
            for _ in 0..task.step {
                if interrupted() {
                    return Ok(None);
                }
                let goals = td::play(&mut *machine, &mut learner, &mut rivals, &mut random)?;
                sum += u64::from(goals[role]);
            }
            drilled.sums.push(sum);
        }
        let alone = std::mem::replace(&mut rivals[role], Box::new(Greedy(learner)));
        let mut alone = [alone];
        drilled.others = vec![0; names.len().max(2) - 1];
        for _ in 0..task.tests {
            if interrupted() {
                return Ok(None);
            }
            let mut goals = td::between(&mut *machine, &mut rivals, &mut random)?;
            drilled.learner += u64::from(goals.remove(role));
            if goals.is_empty() {
                goals = td::between(&mut *machine, &mut alone, &mut random)?;
            }
            for (sum, goal) in drilled.others.iter_mut().zip(goals) {
                *sum += u64::from(goal);
            }
        }
        drilled.seconds = (begun.elapsed().as_secs_f64() * 1000.0).round() / 1000.0;
        Ok(Some(drilled))
    }
}

/// Makes the features of a game; nothing if it was interrupted.
fn made(task: &DrillTask) -> anyhow::Result<Option<Ground>> {
    let sheet = RuleSheet::bundled(library::find(&task.game)?);
    let rules = engine::playable(&sheet)?;
    let restrictions = Restrictions { expanded: task.expanded as usize, ..Restrictions::default() };
    let extended = task.method.extended;
    let settings = Settings {
        seed: SEED,
        restrictions,
        extensions: if extended { Extensions::ALL } else { Extensions::default() },
        enough: extended.then_some(task.enough as usize),
        ..Settings::default()
    };
    let made = engine::within_limits(|limits| {
        Construction::new(&rules, &settings, limits, &mut |_| !interrupted())
    })?;
    Ok((!interrupted()).then(|| Ground::new(rules, made)))
}
