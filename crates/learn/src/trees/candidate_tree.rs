//! The tree of all features that the facts of a game allow.
//!
//! Follows `kuhl`, section 7.2.1. Does not evaluate features.

use super::board_layout::{BoardLayout, FlatFact};
use super::feature_tree::{Aggregator, FeatureTree, Qualifier};
use hashbrown::HashSet;
use std::collections::BTreeSet;

/// Largest number of nodes of a tree.
const MAX_NODES: usize = 20_000;

/// Makes the tree of all features that these facts allow. It has a node for each kind of facts and below it one for
/// each way to fix some of the arguments, one after the other, and for corners and edges of boards. Nodes that no fact
/// reaches are left out, and so are nodes that the same facts reach as another node. Each node counts its facts and has
/// the positions of their ordered arguments.
pub fn candidate_tree(facts: &[FlatFact], layout: &BoardLayout) -> FeatureTree {
    let mut growth = TreeBuilder { layout, tree: FeatureTree::default(), known: HashSet::new() };
    growth.tree.attach(0, Aggregator::Count);
    let kinds: BTreeSet<(&str, usize)> =
        facts.iter().map(|it| (it.functor.as_str(), it.terms.len())).collect();
    for (functor, arity) in kinds {
        let own: Vec<&FlatFact> =
            facts.iter().filter(|it| it.functor == functor && it.terms.len() == arity).collect();
        let node = growth.tree.add(0, Qualifier::Functor(functor.to_owned()));
        growth.attach(node, &own);
        growth.grow(node, &own, 0);
    }
    growth.tree
}

/// A tree that is being built.
struct TreeBuilder<'a> {
    layout: &'a BoardLayout,
    tree: FeatureTree,
    /// The sets of facts that reach nodes.
    known: HashSet<Vec<*const FlatFact>>,
}

impl TreeBuilder<'_> {
    /// Attaches aggregators to a node: the count of its facts and the positions of their ordered arguments.
    fn attach(&mut self, node: usize, facts: &[&FlatFact]) {
        self.tree.attach(node, Aggregator::Count);
        let Some(first) = facts.first() else { return };
        for argument in 0..first.terms.len() {
            if self.layout.is_ordered(&first.functor, first.terms.len(), argument) {
                self.tree.attach(node, Aggregator::Place(argument));
            }
        }
    }

    /// Adds nodes below a node that these facts reach, by conditions on an argument or later ones.
    fn grow(&mut self, node: usize, facts: &[&FlatFact], argument: usize) {
        let Some(first) = facts.first() else { return };
        for place in argument..first.terms.len() {
            let values: BTreeSet<&String> = facts.iter().map(|it| &it.terms[place]).collect();
            for value in values {
                self.try_below(node, facts, Qualifier::Term(place, value.clone()), place + 1);
            }
        }
        let marker = self.layout.grid(first).map(|grid| grid.marker);
        if let (Some(marker), 0) = (marker, argument) {
            for qualifier in [Qualifier::Corner(marker), Qualifier::Edge(marker)] {
                let opposite = Qualifier::Not(Box::new(qualifier.clone()));
                // Below, the content of the cell can be fixed, but not its coordinates.
                self.try_below(node, facts, qualifier, marker);
                self.try_below(node, facts, opposite, marker);
            }
        }
    }

    /// Adds a node with one more qualifier if it separates the facts in a new way.
    fn try_below(&mut self, node: usize, facts: &[&FlatFact], qualifier: Qualifier, next: usize) {
        let fulfil = facts.iter().copied().filter(|it| qualifier.holds(it, self.layout));
        let left: Vec<&FlatFact> = fulfil.collect();
        let key: Vec<*const FlatFact> = left.iter().map(|&it| std::ptr::from_ref(it)).collect();
        let is_new = !left.is_empty() && left.len() < facts.len();
        if !is_new || self.tree.len() >= MAX_NODES || !self.known.insert(key) {
            return;
        }
        let below = self.tree.add(node, qualifier);
        self.attach(below, &left);
        self.grow(below, &left, next);
    }
}
