//! Evaluating the features of a tree in states, and leaving out features that never change.
//!
//! Follows `kuhl`, section 7.2.2. Contains no weights.

use super::board_layout::{BoardLayout, FlatFact};
use super::feature_tree::{Aggregator, FeatureTree};
use game::{Fact, Machine, State};
use hashbrown::HashMap;
use term::Term;

/// Evaluates the features of a tree in states.
#[derive(Clone)]
pub struct TreeEvaluator {
    tree: FeatureTree,
    layout: BoardLayout,
    features: Vec<(usize, Aggregator)>,
    /// For each fact, the features that it adds to and the amounts, which do not depend on other facts.
    contributions: HashMap<Fact, Vec<(u32, f64)>>,
    state: State,
    changes: Vec<(Fact, bool)>,
    values: Vec<f64>,
    /// The value that a feature has had in all states, while the feature is left out.
    constant: Vec<Option<f64>>,
    /// Whether a feature was taken back since this was last asked.
    is_changed: bool,
}

impl TreeEvaluator {
    /// Creates an evaluator of all features of a tree.
    pub fn new(tree: FeatureTree, layout: BoardLayout) -> TreeEvaluator {
        let features = tree.features();
        let (values, constant) = (vec![0.0; features.len()], vec![None; features.len()]);
        TreeEvaluator {
            tree,
            layout,
            features,
            contributions: HashMap::new(),
            state: State::default(),
            changes: Vec::new(),
            values,
            constant,
            is_changed: false,
        }
    }

    /// Uses all features, including those that never change.
    pub fn with_all_features(self) -> TreeEvaluator {
        TreeEvaluator { constant: vec![None; self.features.len()], ..self }
    }

    /// Returns the number of features, including those that are left out.
    pub fn len(&self) -> usize {
        self.features.len()
    }

    /// Returns the number of nodes of the tree.
    pub fn nodes(&self) -> usize {
        self.tree.len()
    }

    /// Whether the tree has no features.
    pub fn is_empty(&self) -> bool {
        self.features.is_empty()
    }

    /// Returns the name of a feature.
    pub fn name(&self, feature: usize) -> String {
        self.tree.name(self.features[feature])
    }

    /// Whether a feature is not left out.
    pub fn is_used(&self, feature: usize) -> bool {
        self.constant[feature].is_none()
    }

    /// Returns the features that are not left out.
    pub fn used(&self) -> Vec<usize> {
        (0..self.len()).filter(|&feature| self.is_used(feature)).collect()
    }

    /// Leaves out the features that have the same value in all of these states. Each is taken back as soon as it has
    /// another value.
    pub fn exclude_constant(&mut self, machine: &dyn Machine, states: &[State]) {
        let mut seen: Vec<Option<f64>> = vec![None; self.len()];
        let mut varies = vec![false; self.len()];
        for state in states {
            self.evaluate(machine, state);
            for (feature, &value) in self.values.iter().enumerate() {
                varies[feature] |= seen[feature].is_some_and(|before| before != value);
                seen[feature] = Some(value);
            }
        }
        for feature in 0..self.len() {
            self.constant[feature] = if varies[feature] { None } else { seen[feature] };
        }
        self.is_changed = false;
    }

    /// Whether a feature was taken back since the last call.
    pub fn take_changed(&mut self) -> bool {
        std::mem::take(&mut self.is_changed)
    }

    /// Returns the features that a fact adds to, and what it adds.
    pub(super) fn contributions(&mut self, machine: &dyn Machine, fact: Fact) -> &[(u32, f64)] {
        let TreeEvaluator { tree, layout, features, contributions, .. } = self;
        let contributions_of =
            || contributions_of(tree, layout, features, &machine.vocabulary().fact_term(fact));
        contributions.entry(fact).or_insert_with(contributions_of)
    }

    /// Returns the values of all features in a state.
    pub fn evaluate(&mut self, machine: &dyn Machine, state: &State) -> &[f64] {
        let mut changes = std::mem::take(&mut self.changes);
        machine.changes(&self.state, state, &mut changes);
        for &(fact, is_true) in &changes {
            let TreeEvaluator { tree, layout, features, contributions, values, .. } = self;
            let contributions_of =
                || contributions_of(tree, layout, features, &machine.vocabulary().fact_term(fact));
            for &(feature, share) in &*contributions.entry(fact).or_insert_with(contributions_of) {
                values[feature as usize] += if is_true { share } else { -share };
            }
        }
        self.changes = changes;
        self.state.clone_from(state);
        for (constant, value) in self.constant.iter_mut().zip(&self.values) {
            if constant.is_some_and(|constant| constant != *value) {
                *constant = None;
                self.is_changed = true;
            }
        }
        &self.values
    }
}

/// Computes the features that a fact adds to, and what it adds.
fn contributions_of(
    tree: &FeatureTree,
    layout: &BoardLayout,
    features: &[(usize, Aggregator)],
    fact: &Term,
) -> Vec<(u32, f64)> {
    let Some(literal) = FlatFact::of(fact) else { return Vec::new() };
    let reached = tree.reached(&literal, layout);
    let all = (0..).zip(features).filter(|(_, (node, _))| reached[*node]);
    let contributions =
        all.map(|(feature, (_, aggregator))| (feature, aggregator.contribution(&literal, layout)));
    contributions.filter(|(_, share)| *share != 0.0).collect()
}
