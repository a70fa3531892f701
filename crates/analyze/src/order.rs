//! Relations that order things (document 000, section 4.1.1): no thing has two successors or two predecessors.

use crate::statics::Pairs;
use hashbrown::{HashMap, HashSet};
use serde::{Deserialize, Serialize};

/// A relation that orders things. It may order several sets, each for itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Order {
    /// Its name.
    pub relation: String,
    /// Things one after the other, from one without a predecessor to one without a successor; the longest first.
    pub chains: Vec<Vec<String>>,
    /// Things one after the other, the first one coming after the last one again; the longest first.
    pub cycles: Vec<Vec<String>>,
}

impl Order {
    /// The chain that has all of these, if there is one of them at least.
    pub fn chain_of(&self, things: &[&str]) -> Option<&[String]> {
        let has = |chain: &[String], thing: &str| chain.iter().any(|link| link == thing);
        let has_all = |chain: &&Vec<String>| things.iter().all(|thing| has(chain, thing));
        let found = self.chains.iter().find(has_all).map(Vec::as_slice);
        found.filter(|_| !things.is_empty())
    }
}

/// The shortest chain that has all of these, and the relation it belongs to. A longer one need not be about the same: rows of a
/// board may be numbers that also count something else.
pub fn shortest_chain<'a>(
    orders: &'a [Order],
    things: &[&str],
) -> Option<(&'a Order, &'a [String])> {
    let chains = orders.iter().filter_map(|order| Some((order, order.chain_of(things)?)));
    chains.min_by_key(|(_, chain)| chain.len())
}

/// A chain of fewer things is no order.
const SHORTEST: usize = 3;

/// The relations that order things.
pub fn find(relations: &[Pairs]) -> Vec<Order> {
    relations.iter().filter_map(order).collect()
}

fn order(Pairs { relation, pairs }: &Pairs) -> Option<Order> {
    let mut after: HashMap<&str, &str> = HashMap::new();
    let mut follows: HashSet<&str> = HashSet::new();
    for (one, other) in pairs {
        let is_single = after.insert(one, other).is_none() && follows.insert(other);
        if !is_single {
            return None;
        }
    }
    // From the first of each chain, in the order of their names so that the same rules give the same.
    let mut firsts: Vec<&str> = after.keys().copied().collect();
    firsts.sort_unstable();
    let mut seen: HashSet<&str> = HashSet::new();
    let mut walk = |first: &str| {
        let mut things = vec![first.to_owned()];
        seen.insert(after.get_key_value(first)?.0);
        let mut now = *after.get(first)?;
        while seen.insert(now) {
            things.push(now.to_owned());
            match after.get(now) {
                Some(&next) => now = next,
                None => break,
            }
        }
        Some(things)
    };
    let mut chains: Vec<Vec<String>> = firsts
        .iter()
        .filter(|first| !follows.contains(**first))
        .filter_map(|first| walk(first))
        .collect();
    let mut cycles = Vec::new();
    for first in firsts.iter().filter(|first| follows.contains(**first)) {
        if chains.iter().chain(&cycles).flatten().all(|thing| thing != first) {
            cycles.extend(walk(first));
        }
    }
    for things in [&mut chains, &mut cycles] {
        things.sort_by(|a, b| b.len().cmp(&a.len()).then_with(|| a.cmp(b)));
    }
    let longest = chains.iter().chain(&cycles).map(Vec::len).max()?;
    (longest >= SHORTEST).then(|| Order { relation: relation.clone(), chains, cycles })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(pairs: &[(&str, &str)]) -> Option<Order> {
        let pairs = pairs.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect();
        order(&Pairs { relation: "r".to_owned(), pairs })
    }

    #[test]
    fn chains_are_followed_from_their_beginnings() {
        let order = of(&[("b", "c"), ("x", "y"), ("c", "d"), ("a", "b")]).unwrap();
        assert_eq!(order.chains, [vec!["a", "b", "c", "d"], vec!["x", "y"]]);
        assert!(order.cycles.is_empty());
        assert_eq!(order.chain_of(&["d", "a"]).unwrap().len(), 4);
        assert_eq!(order.chain_of(&["d", "x"]), None);
        assert_eq!(order.chain_of(&[]), None);
    }

    #[test]
    fn cycles_are_told_apart() {
        let order = of(&[("rock", "paper"), ("paper", "knife"), ("knife", "rock"), ("u", "v")]);
        let order = order.unwrap();
        assert_eq!(order.cycles, [["knife", "rock", "paper"]]);
        assert_eq!(order.chains, [["u", "v"]]);
    }

    #[test]
    fn other_relations_order_nothing() {
        assert_eq!(of(&[("a", "b"), ("b", "c"), ("a", "c")]), None, "two successors");
        assert_eq!(of(&[("a", "c"), ("b", "c"), ("c", "d")]), None, "two predecessors");
        assert_eq!(of(&[("a", "b"), ("b", "a")]), None, "an exchange");
        assert_eq!(of(&[("a", "b")]), None, "too short");
        assert_eq!(of(&[]), None, "empty");
    }
}
