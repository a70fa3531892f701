//! Evaluating feature trees in states, and leaving out what never changes (document 000, section 7.2.2).

use super::layout::{Layout, Literal};
use super::tree::{Aggregator, Tree};
use game::{Fact, Machine, State};
use hashbrown::HashMap;

/// Evaluates the features of a tree in states.
#[derive(Clone)]
pub struct Reader {
    tree: Tree,
    layout: Layout,
    features: Vec<(usize, Aggregator)>,
    /// What each fact adds to which feature: it comes to nodes or not, whatever else is true.
    shares: HashMap<Fact, Vec<(u32, f64)>>,
    state: State,
    changes: Vec<(Fact, bool)>,
    values: Vec<f64>,
    /// The value that a feature has had in all states, while it is left out.
    constant: Vec<Option<f64>>,
    /// Whether one was taken in again since this was last asked.
    is_changed: bool,
}

impl Reader {
    /// Of all features of a tree.
    pub fn new(tree: Tree, layout: Layout) -> Reader {
        let features = tree.features();
        let (values, constant) = (vec![0.0; features.len()], vec![None; features.len()]);
        Reader {
            tree,
            layout,
            features,
            shares: HashMap::new(),
            state: State::default(),
            changes: Vec::new(),
            values,
            constant,
            is_changed: false,
        }
    }

    /// With all features, those included that never change.
    pub fn with_all(self) -> Reader {
        Reader { constant: vec![None; self.features.len()], ..self }
    }

    /// How many features there are, those included that are left out.
    pub fn len(&self) -> usize {
        self.features.len()
    }

    /// How many nodes the tree has.
    pub fn nodes(&self) -> usize {
        self.tree.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.features.is_empty()
    }

    /// What a feature is.
    pub fn name(&self, feature: usize) -> String {
        self.tree.name(self.features[feature])
    }

    /// Whether a feature is used.
    pub fn is_used(&self, feature: usize) -> bool {
        self.constant[feature].is_none()
    }

    /// The features that are used.
    pub fn used(&self) -> Vec<usize> {
        (0..self.len()).filter(|&feature| self.is_used(feature)).collect()
    }

    /// Leaves out the features that have the same value in all of these states. Each is taken in again as soon as it has another one.
    pub fn filter(&mut self, machine: &dyn Machine, states: &[State]) {
        let mut seen: Vec<Option<f64>> = vec![None; self.len()];
        let mut varies = vec![false; self.len()];
        for state in states {
            self.read(machine, state);
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

    /// Whether a feature was taken in again since this was last asked.
    pub fn was_changed(&mut self) -> bool {
        std::mem::take(&mut self.is_changed)
    }

    /// What a fact adds to which features.
    pub(super) fn shares(&mut self, machine: &dyn Machine, fact: Fact) -> &[(u32, f64)] {
        let Reader { tree, layout, features, shares, .. } = self;
        let of_fact = || of_fact(tree, layout, features, &machine.fact_text(fact));
        shares.entry(fact).or_insert_with(of_fact)
    }

    /// The values of all features in a state.
    pub fn read(&mut self, machine: &dyn Machine, state: &State) -> &[f64] {
        let mut changes = std::mem::take(&mut self.changes);
        machine.changes(&self.state, state, &mut changes);
        for &(fact, is_true) in &changes {
            let Reader { tree, layout, features, shares, values, .. } = self;
            let of_fact = || of_fact(tree, layout, features, &machine.fact_text(fact));
            for &(feature, share) in &*shares.entry(fact).or_insert_with(of_fact) {
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

/// What a fact adds to which features.
fn of_fact(
    tree: &Tree,
    layout: &Layout,
    features: &[(usize, Aggregator)],
    text: &str,
) -> Vec<(u32, f64)> {
    let Some(literal) = Literal::read(text) else { return Vec::new() };
    let reached = tree.reached(&literal, layout);
    let all = (0..).zip(features).filter(|(_, (node, _))| reached[*node]);
    let shares =
        all.map(|(feature, (_, aggregator))| (feature, aggregator.share(&literal, layout)));
    shares.filter(|(_, share)| *share != 0.0).collect()
}
