//! Relations that order things (Kuhlmann 2010, section 4.1.1): binary relations that never change and in which nothing
//! has two successors or two predecessors. The rules are not read here: [`crate::statics`] derives the relations.

use crate::statics::StaticRelation;
use hashbrown::{HashMap, HashSet};
use serde::{Deserialize, Serialize};
use term::Term;

/// A relation that orders things. It may order several sets of things, each independently of the others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderRelation {
    /// Name of the relation.
    pub relation: String,
    /// Sets of ordered things without a cycle, each from the thing without a predecessor to the one without a
    /// successor. The longest comes first.
    pub chains: Vec<Vec<Term>>,
    /// Sets of ordered things in which the first thing follows the last one. The longest comes first.
    pub cycles: Vec<Vec<Term>>,
}

impl OrderRelation {
    /// Returns the chain that contains all of these things; `None` if there is none, or if there are no things.
    pub fn chain_of(&self, things: &[Term]) -> Option<&[Term]> {
        let has_all = |chain: &&Vec<Term>| things.iter().all(|thing| chain.contains(thing));
        let found = self.chains.iter().find(has_all).map(Vec::as_slice);
        found.filter(|_| !things.is_empty())
    }
}

/// Returns the shortest chain that contains all of these things, and its relation. A longer chain need not be about the
/// same things: the rows of a board may be numbers that also count something else.
pub(crate) fn shortest_chain<'a>(
    orders: &'a [OrderRelation],
    things: &[Term],
) -> Option<(&'a OrderRelation, &'a [Term])> {
    let chains = orders.iter().filter_map(|order| Some((order, order.chain_of(things)?)));
    chains.min_by_key(|(_, chain)| chain.len())
}

/// Least length of the longest chain or cycle of a relation that counts as an order.
const MIN_LENGTH: usize = 3;

/// Returns those of the relations that order things.
pub(crate) fn order_relations(relations: &[StaticRelation]) -> Vec<OrderRelation> {
    relations.iter().filter_map(order_relation).collect()
}

/// Returns a relation as an order; `None` if a thing has two successors or two predecessors, or if all chains and
/// cycles are too short.
fn order_relation(relation: &StaticRelation) -> Option<OrderRelation> {
    let successors = Successors::new(relation.pairs())?;
    let chains = successors.chains();
    let cycles = successors.cycles(&chains);
    let longest = chains.iter().chain(&cycles).map(Vec::len).max()?;
    (longest >= MIN_LENGTH).then(|| OrderRelation {
        relation: relation.name.clone(),
        chains,
        cycles,
    })
}

/// The pairs of a relation in which nothing has two successors or two predecessors.
struct Successors<'a> {
    successor: HashMap<&'a Term, &'a Term>,
    /// Things that have a predecessor.
    preceded: HashSet<&'a Term>,
    /// Things that have a successor, by name, so that the result depends on the rules alone.
    sources: Vec<&'a Term>,
}

impl<'a> Successors<'a> {
    /// Returns `None` if a thing has two successors or two predecessors.
    fn new(pairs: impl Iterator<Item = (&'a Term, &'a Term)>) -> Option<Successors<'a>> {
        let mut successor: HashMap<&Term, &Term> = HashMap::new();
        let mut preceded: HashSet<&Term> = HashSet::new();
        for (one, other) in pairs {
            let is_single = successor.insert(one, other).is_none() && preceded.insert(other);
            if !is_single {
                return None;
            }
        }
        let mut sources: Vec<&Term> = successor.keys().copied().collect();
        sources.sort_unstable_by_key(|source| source.as_str());
        Some(Successors { successor, preceded, sources })
    }

    /// Returns all chains, the longest first.
    fn chains(&self) -> Vec<Vec<Term>> {
        let firsts = self.sources.iter().filter(|first| !self.preceded.contains(**first));
        longest_first(firsts.map(|first| self.walk(first)).collect())
    }

    /// Returns all cycles, the longest first; each begins with its first thing by name.
    fn cycles(&self, chains: &[Vec<Term>]) -> Vec<Vec<Term>> {
        let mut cycles: Vec<Vec<Term>> = Vec::new();
        for first in self.sources.iter().filter(|first| self.preceded.contains(**first)) {
            if chains.iter().chain(&cycles).flatten().all(|thing| thing != *first) {
                cycles.push(self.walk(first));
            }
        }
        longest_first(cycles)
    }

    /// Follows the successors of a thing to the end, or until it comes back to the thing.
    fn walk(&self, first: &Term) -> Vec<Term> {
        let next = |thing: &&Term| self.successor.get(*thing).copied().filter(|it| *it != first);
        std::iter::successors(Some(first), next).cloned().collect()
    }
}

fn longest_first(mut sets: Vec<Vec<Term>>) -> Vec<Vec<Term>> {
    let by_text = |one: &[Term], other: &[Term]| {
        one.iter().map(Term::as_str).cmp(other.iter().map(Term::as_str))
    };
    sets.sort_by(|a, b| b.len().cmp(&a.len()).then_with(|| by_text(a, b)));
    sets
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(pairs: &[(&str, &str)]) -> Option<OrderRelation> {
        let rows = pairs.iter().map(|&(one, other)| things(&[one, other])).collect();
        order_relation(&StaticRelation { name: "r".to_owned(), rows, is_only_negated: false })
    }

    fn things(names: &[&str]) -> Vec<Term> {
        names.iter().map(|name| Term::applied(name, &[])).collect()
    }

    #[test]
    fn chains_are_followed_from_their_beginnings() {
        let order = order(&[("b", "c"), ("x", "y"), ("c", "d"), ("a", "b")]).unwrap();
        assert_eq!(order.chains, [things(&["a", "b", "c", "d"]), things(&["x", "y"])]);
        assert!(order.cycles.is_empty());
        assert_eq!(order.chain_of(&things(&["d", "a"])).unwrap().len(), 4);
        assert_eq!(order.chain_of(&things(&["d", "x"])), None);
        assert_eq!(order.chain_of(&[]), None);
    }

    #[test]
    fn cycles_and_chains_are_distinguished() {
        let order = order(&[("rock", "paper"), ("paper", "knife"), ("knife", "rock"), ("u", "v")]);
        let order = order.unwrap();
        assert_eq!(order.cycles, [things(&["knife", "rock", "paper"])]);
        assert_eq!(order.chains, [things(&["u", "v"])]);
    }

    #[test]
    fn relations_with_several_successors_or_few_things_are_not_orders() {
        assert_eq!(order(&[("a", "b"), ("b", "c"), ("a", "c")]), None, "two successors");
        assert_eq!(order(&[("a", "c"), ("b", "c"), ("c", "d")]), None, "two predecessors");
        assert_eq!(order(&[("a", "b"), ("b", "a")]), None, "an exchange");
        assert_eq!(order(&[("a", "b")]), None, "too short");
        assert_eq!(order(&[]), None, "empty");
    }
}
