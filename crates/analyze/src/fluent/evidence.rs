//! Properties of one fluent that hold in all sampled states: the values of its arguments, which arguments determine
//! which others, and which contents occur more than once. Nothing is classified here.

use super::{Content, Dimension};
use crate::OrderRelation;
use crate::order::shortest_chain;
use crate::sample::{GameSample, SampledFact, SampledFactId, SampledState, SampledTermId};
use hashbrown::{HashMap, HashSet};
use std::collections::BTreeSet;
use term::Term;

/// A set of arguments, one bit for each.
pub(super) type ArgumentSet = u32;

/// The sampled facts of one fluent.
pub(super) struct FluentEvidence<'a> {
    pub(super) sample: &'a GameSample,
    pub(super) orders: &'a [OrderRelation],
    pub(super) name: SampledTermId,
    pub(super) arity: usize,
}

impl<'a> FluentEvidence<'a> {
    fn is_of_fluent(&self, fact: &SampledFact) -> bool {
        fact.name == self.name && fact.arguments.len() == self.arity
    }

    /// Returns all facts of the fluent.
    fn facts(&self) -> impl Iterator<Item = &'a SampledFact> + Clone {
        self.sample.facts.iter().filter(|fact| self.is_of_fluent(fact))
    }

    /// Returns the facts of the fluent in a state.
    fn facts_of(&self, state: &'a SampledState) -> impl Iterator<Item = &'a SampledFact> + Clone {
        self.sample.facts_of(state).filter(|fact| self.is_of_fluent(fact))
    }

    /// Whether no two successive states have the same facts of the fluent; `false` if there are no successive states.
    pub(super) fn always_changes(&self) -> bool {
        let facts = |state: &'a SampledState| -> Vec<SampledFactId> {
            let is_of_fluent = |fact: &SampledFactId| self.is_of_fluent(self.sample.fact(*fact));
            state.facts.iter().copied().filter(is_of_fluent).collect()
        };
        let mut pairs = self.sample.games.iter().flat_map(|game| game.states.windows(2)).peekable();
        pairs.peek().is_some() && pairs.all(|pair| facts(&pair[0]) != facts(&pair[1]))
    }

    /// Returns the values of every argument.
    pub(super) fn dimensions(&self) -> Vec<Dimension> {
        (0..self.arity).map(|argument| self.dimension(argument)).collect()
    }

    fn dimension(&self, argument: usize) -> Dimension {
        let ids: BTreeSet<SampledTermId> =
            self.facts().map(|fact| fact.arguments[argument]).collect();
        let values: Vec<Term> = ids.iter().map(|&id| self.sample.terms.term(id).clone()).collect();
        match shortest_chain(self.orders, &values).filter(|_| values.len() > 1) {
            Some((order, chain)) => {
                let seen: HashSet<&Term> = values.iter().collect();
                let values = chain.iter().filter(|link| seen.contains(link)).cloned().collect();
                Dimension { argument, order: Some(order.relation.clone()), values }
            }
            None => Dimension { argument, order: None, values },
        }
    }

    /// Returns the minimal sets of arguments on which no two facts of a state agree, the smaller ones first.
    pub(super) fn keys(&self) -> Vec<ArgumentSet> {
        let mut candidates: Vec<ArgumentSet> = (0..1 << self.arity).collect();
        candidates.sort_by_key(|key| key.count_ones());
        let mut keys: Vec<ArgumentSet> = Vec::new();
        for candidate in candidates {
            if keys.iter().all(|key| key & candidate != *key) && self.is_key(candidate) {
                keys.push(candidate);
            }
        }
        keys
    }

    /// Whether no two facts of a state agree on all of these arguments.
    fn is_key(&self, key: ArgumentSet) -> bool {
        let mut seen = HashSet::new();
        self.sample.states().all(|state| {
            seen.clear();
            self.facts_of(state).all(|fact| seen.insert(chosen(fact, key)))
        })
    }

    /// Returns the arguments outside a key, without those that a single argument of the key determines in all states
    /// together: they say nothing about a state.
    pub(super) fn contents(&self, key: ArgumentSet) -> Vec<usize> {
        let inputs = || (0..self.arity).filter(|argument| key >> argument & 1 == 1);
        let outputs = (0..self.arity).filter(|argument| key >> argument & 1 == 0);
        outputs.filter(|&output| !inputs().any(|input| self.determines(input, output))).collect()
    }

    /// Whether all facts that agree on one argument agree on the other.
    fn determines(&self, input: usize, output: usize) -> bool {
        let mut known: HashMap<SampledTermId, SampledTermId> = HashMap::new();
        self.facts().all(|fact| {
            let value = fact.arguments[output];
            *known.entry(fact.arguments[input]).or_insert(value) == value
        })
    }

    /// Returns the contents that were in one cell at most in every state, and the others; both in the order of first
    /// appearance.
    pub(super) fn pieces_and_markers(&self, contents: &[usize]) -> (Vec<Content>, Vec<Content>) {
        if contents.is_empty() {
            return (Vec::new(), Vec::new());
        }
        let mask = contents.iter().fold(0, |mask, &argument| mask | 1 << argument);
        let mut known: HashSet<Vec<SampledTermId>> = HashSet::new();
        let all = self.facts().map(|fact| chosen(fact, mask));
        let all = all.filter(|content| known.insert(content.clone()));
        let repeated = self.repeated(mask);
        let (markers, pieces): (Vec<_>, Vec<_>) =
            all.partition(|content| repeated.contains(content));
        let terms = |content: Vec<SampledTermId>| -> Content {
            content.into_iter().map(|id| self.sample.terms.term(id).clone()).collect()
        };
        (pieces.into_iter().map(terms).collect(), markers.into_iter().map(terms).collect())
    }

    /// Returns the values of these arguments on which two facts of some state agree.
    fn repeated(&self, arguments: ArgumentSet) -> HashSet<Vec<SampledTermId>> {
        let mut repeated = HashSet::new();
        for state in self.sample.states() {
            let mut seen = HashSet::new();
            for content in self.facts_of(state).map(|fact| chosen(fact, arguments)) {
                if !seen.insert(content.clone()) {
                    repeated.insert(content);
                }
            }
        }
        repeated
    }
}

/// Returns the values of some arguments of a fact.
fn chosen(fact: &SampledFact, arguments: ArgumentSet) -> Vec<SampledTermId> {
    let all = fact.arguments.iter().enumerate();
    all.filter(|(argument, _)| arguments >> argument & 1 == 1).map(|(_, &id)| id).collect()
}
