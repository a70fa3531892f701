//! The tree of all features that the facts of a game allow (document 000, section 7.2.1).

use super::layout::{Layout, Literal};
use super::tree::{Aggregator, Qualifier, Tree};
use hashbrown::HashSet;
use std::collections::BTreeSet;

/// No tree has more nodes.
const MOST_NODES: usize = 20_000;

/// A tree with a node for every kind of facts, and below it one for every way to fix some of its arguments, one after the other, and for corners and
/// edges of boards. Nodes that no fact comes to are left out, and so are those that the same facts come to as to another. Every node counts its facts
/// and has the places of ordered arguments.
pub fn candidates(facts: &[Literal], layout: &Layout) -> Tree {
    let mut growth = Growth { layout, tree: Tree::default(), known: HashSet::new() };
    growth.tree.attach(0, Aggregator::Count);
    let kinds: BTreeSet<(&str, usize)> =
        facts.iter().map(|it| (it.functor.as_str(), it.terms.len())).collect();
    for (functor, arity) in kinds {
        let own: Vec<&Literal> =
            facts.iter().filter(|it| it.functor == functor && it.terms.len() == arity).collect();
        let node = growth.tree.add(0, Qualifier::Functor(functor.to_owned()));
        growth.attach(node, &own);
        growth.grow(node, &own, 0);
    }
    growth.tree
}

struct Growth<'a> {
    layout: &'a Layout,
    tree: Tree,
    /// The sets of facts that come to nodes.
    known: HashSet<Vec<*const Literal>>,
}

impl Growth<'_> {
    /// Counts the facts at a node, and has the places of their ordered arguments.
    fn attach(&mut self, node: usize, facts: &[&Literal]) {
        self.tree.attach(node, Aggregator::Count);
        let Some(first) = facts.first() else { return };
        for argument in 0..first.terms.len() {
            if self.layout.is_ordered(&first.functor, first.terms.len(), argument) {
                self.tree.attach(node, Aggregator::Place(argument));
            }
        }
    }

    /// Adds nodes below one that these facts come to, by conditions on this argument and later ones.
    fn grow(&mut self, node: usize, facts: &[&Literal], argument: usize) {
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
                // What is in a cell can be fixed below, not where it is.
                self.try_below(node, facts, qualifier, marker);
                self.try_below(node, facts, opposite, marker);
            }
        }
    }

    fn try_below(&mut self, node: usize, facts: &[&Literal], qualifier: Qualifier, next: usize) {
        let fulfil = facts.iter().copied().filter(|it| qualifier.holds(it, self.layout));
        let left: Vec<&Literal> = fulfil.collect();
        let key: Vec<*const Literal> = left.iter().map(|&it| std::ptr::from_ref(it)).collect();
        let is_new = !left.is_empty() && left.len() < facts.len();
        if !is_new || self.tree.len() >= MOST_NODES || !self.known.insert(key) {
            return;
        }
        let below = self.tree.add(node, qualifier);
        self.attach(below, &left);
        self.grow(below, &left, next);
    }
}
