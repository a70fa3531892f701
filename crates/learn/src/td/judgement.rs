//! Judging states by what was learnt.

use super::file::{File, TdError};
use super::learner::Learner;
use super::model::Model;
use crate::features::{Evaluator, Theory, World};
use circuit::Limits;
use game::{Machine, State};
use gdl::Rules;
use std::sync::Arc;

/// Judges states for a role.
#[derive(Clone)]
pub struct Judgement {
    model: Model,
    evaluator: Evaluator,
    matches: u64,
}

impl Judgement {
    /// What a learner thinks after so many matches.
    pub fn new(learner: Learner, matches: u64) -> Judgement {
        let (model, evaluator) = learner.into_parts();
        Judgement { model, evaluator, matches }
    }

    /// How many features it judges by.
    pub fn features(&self) -> usize {
        self.model.weights.len()
    }

    /// How many matches it was learnt from.
    pub fn matches(&self) -> u64 {
        self.matches
    }

    /// What a state is worth to the role, from 0 to 1.
    pub fn value(&mut self, machine: &dyn Machine, state: &State) -> f64 {
        0.5 + self.model.value(self.evaluator.read(machine, state))
    }
}

impl File {
    /// What was learnt, for each role of a game; nothing for those of which nothing was.
    pub fn judgements(&self, rules: &Rules) -> Result<Vec<Option<Judgement>>, TdError> {
        let (mut theory, limits) = (Theory::new(rules), Limits::default());
        let (world, machine) =
            World::new(rules, &mut theory, &limits).map_err(|stop| limits.reason(stop))?;
        let features = self.features(&theory.symbols)?;
        let machine = Arc::new(machine);
        let names = machine.fork().roles().to_vec();
        let evaluator = Evaluator::new(&world, machine, &features)?;
        let judgement = |name: &String| {
            let evaluator = evaluator.clone();
            let matches = self.role(name)?.matches;
            self.model(name).map(|model| Judgement { model, evaluator, matches })
        };
        Ok(names.iter().map(judgement).collect())
    }
}
