//! Judging states by what was learnt.

use super::file::{File, TdError};
use super::learner::Learner;
use super::model::Model;
use crate::features::{Evaluator, Feature, Shown, Theory, World};
use circuit::Limits;
use game::{Machine, State};
use gdl::{Rules, Symbols};
use std::sync::Arc;

/// Judges states for a role.
#[derive(Clone)]
pub struct Judgement {
    model: Model,
    evaluator: Evaluator,
    /// What each feature says, for people.
    texts: Arc<[String]>,
    matches: u64,
}

/// A feature that holds in a state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Active {
    /// Its number.
    pub feature: usize,
    /// How many bindings it has.
    pub count: u32,
    /// What it adds to what the state is worth, before the sum is squashed.
    pub worth: f64,
}

/// Features for people, in the words of a game.
pub fn texts(features: &[Feature], symbols: &Symbols) -> Arc<[String]> {
    features.iter().map(|feature| Shown { feature, symbols }.to_string()).collect()
}

impl Judgement {
    /// What a learner thinks of features with these texts after so many matches.
    pub fn new(learner: Learner, texts: Arc<[String]>, matches: u64) -> Judgement {
        let (model, evaluator) = learner.into_parts();
        Judgement { model, evaluator, texts, matches }
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

    /// The features that hold in a state, those that count most first.
    pub fn active(&mut self, machine: &dyn Machine, state: &State) -> Vec<Active> {
        let counts = self.evaluator.read(machine, state);
        let mut numbers = Vec::new();
        self.model.normalise(counts, &mut numbers);
        let worths =
            numbers.iter().zip(&self.model.weights).map(|(number, weight)| number * weight);
        let all = counts.iter().zip(worths).enumerate();
        let mut active: Vec<Active> = all
            .filter(|(_, (count, _))| **count > 0)
            .map(|(feature, (&count, worth))| Active { feature, count, worth })
            .collect();
        active.sort_by(|a, b| b.worth.abs().total_cmp(&a.worth.abs()));
        active
    }

    /// What a feature says, for people; nothing if there is no such feature.
    pub fn text(&self, feature: usize) -> &str {
        self.texts.get(feature).map_or("", String::as_str)
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
        let texts = texts(&features, &theory.symbols);
        let judgement = |name: &String| {
            let (evaluator, texts) = (evaluator.clone(), Arc::clone(&texts));
            let matches = self.role(name)?.matches;
            self.model(name).map(|model| Judgement { model, evaluator, texts, matches })
        };
        Ok(names.iter().map(judgement).collect())
    }
}
