//! Evaluating states by learnt weights, with the features that explain the result.
//!
//! Does not learn.

use super::linear_model::LinearModel;
use super::td_file::{TdError, TdFile};
use super::td_learner::TdLearner;
use crate::features::{Feature, FeatureCounter, FeatureText, RelationTables, RuleBase};
use circuit::{FactIds, Model};
use game::{Machine, State};
use gdl::{Rules, Symbols};
use std::sync::Arc;

/// Evaluates states for a role by learnt weights.
#[derive(Clone)]
pub struct StateEvaluator {
    model: LinearModel,
    evaluator: FeatureCounter,
    /// Text of each feature.
    texts: Arc<[String]>,
    matches: u64,
}

/// A feature that holds in a state.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ActiveFeature {
    /// Index of the feature.
    pub feature: usize,
    /// Number of its bindings.
    pub count: u32,
    /// The feature's part of the weighted sum, before the sigmoid.
    pub contribution: f64,
}

/// Returns the text of each feature in the words of a game.
pub fn feature_texts(features: &[Feature], symbols: &Symbols) -> Arc<[String]> {
    features.iter().map(|feature| FeatureText { feature, symbols }.to_string()).collect()
}

impl StateEvaluator {
    /// Creates an evaluator from a learner, the texts of its features and the number of matches it learnt from. `ids`
    /// translates the facts of the machine whose states are evaluated, which need not be the one it learnt with.
    pub fn new(
        learner: TdLearner,
        ids: FactIds,
        texts: Arc<[String]>,
        matches: u64,
    ) -> StateEvaluator {
        let (model, evaluator) = learner.into_parts();
        let evaluator = evaluator.with_ids(ids);
        StateEvaluator { model, evaluator, texts, matches }
    }

    /// Returns the number of features.
    pub fn features(&self) -> usize {
        self.model.weights.len()
    }

    /// Returns the number of matches that the weights were learnt from.
    pub fn matches(&self) -> u64 {
        self.matches
    }

    /// Evaluates a state for the role, from 0 to 1.
    pub fn value(&mut self, machine: &dyn Machine, state: &State) -> f64 {
        0.5 + self.model.value(self.evaluator.read(machine, state))
    }

    /// Returns the features that hold in a state, those with the largest contributions first.
    pub fn active(&mut self, machine: &dyn Machine, state: &State) -> Vec<ActiveFeature> {
        let counts = self.evaluator.read(machine, state);
        let mut numbers = Vec::new();
        self.model.normalise(counts, &mut numbers);
        let contributions =
            numbers.iter().zip(&self.model.weights).map(|(number, weight)| number * weight);
        let all = counts.iter().zip(contributions).enumerate();
        let mut active: Vec<ActiveFeature> = all
            .filter(|(_, (count, _))| **count > 0)
            .map(|(feature, (&count, contribution))| ActiveFeature { feature, count, contribution })
            .collect();
        active.sort_by(|a, b| b.contribution.abs().total_cmp(&a.contribution.abs()));
        active
    }

    /// Returns the text of a feature, or an empty text if the index is too large.
    pub fn text(&self, feature: usize) -> &str {
        self.texts.get(feature).map_or("", String::as_str)
    }
}

impl TdFile {
    /// Creates an evaluator for each role of a game. `None` for roles for which nothing was learnt. `ids` translates the
    /// facts of the machine whose states are evaluated.
    pub fn state_evaluators(
        &self,
        rules: &Rules,
        game: &Arc<Model>,
        ids: FactIds,
    ) -> Result<Vec<Option<StateEvaluator>>, TdError> {
        let mut rule_base = RuleBase::new(rules);
        let tables = RelationTables::new(rules, game, &mut rule_base)?;
        let features = self.features(&rule_base.symbols)?;
        let names = game.names().role_names();
        let evaluator = FeatureCounter::new(&tables, ids, &features)?;
        let texts = feature_texts(&features, &rule_base.symbols);
        let of_role = |name: &String| {
            let (evaluator, texts) = (evaluator.clone(), Arc::clone(&texts));
            let matches = self.role(name)?.matches;
            self.model(name).map(|model| StateEvaluator { model, evaluator, texts, matches })
        };
        Ok(names.iter().map(of_role).collect())
    }
}
