//! Candidates for groups of facts that exclude each other: facts of one function that differ in one argument.

use crate::names::Names;
use crate::sample::StateSample;
use game::Fact;
use gdl::Symbol;
use ground::Value;
use hashbrown::HashMap;

/// The common part of the facts of a group: the function, the place of the argument in which they differ, and all
/// other arguments.
type Key<'a> = (Symbol, usize, Vec<&'a Value>);

/// Returns disjoint groups of facts of which no two were true together in the sample. The facts of a function are
/// grouped by the argument that covers most of them, as far as they can be.
pub(super) fn groups(names: &Names, sample: &StateSample) -> Vec<Vec<Fact>> {
    let mut groups: HashMap<Key, Vec<Fact>> = HashMap::new();
    for fact in (0..sample.fact_count() as u32).map(Fact) {
        let (symbol, arguments) = names.fact_parts(fact);
        for place in 0..arguments.len() {
            let others = arguments.iter().enumerate().filter(|(other, _)| *other != place);
            let key = (symbol, place, others.map(|(_, argument)| argument).collect());
            groups.entry(key).or_default().push(fact);
        }
    }
    groups.retain(|_, group| group.len() > 1 && sample.excludes(group));
    disjoint(by_coverage(groups), sample.fact_count())
}

/// Sorts the groups: first those of the function and argument that cover most facts, then the larger ones.
fn by_coverage(groups: HashMap<Key, Vec<Fact>>) -> Vec<Vec<Fact>> {
    let mut covered: HashMap<(Symbol, usize, usize), usize> = HashMap::new();
    let kind = |(symbol, place, others): &Key| (*symbol, *place, others.len());
    for (key, group) in &groups {
        *covered.entry(kind(key)).or_default() += group.len();
    }
    let mut ordered: Vec<(usize, Vec<Fact>)> =
        groups.into_iter().map(|(key, group)| (covered[&kind(&key)], group)).collect();
    ordered.sort_by(|(covered, group), (other_covered, other)| {
        let by_size = other_covered.cmp(covered).then(other.len().cmp(&group.len()));
        by_size.then_with(|| group.cmp(other))
    });
    ordered.into_iter().map(|(_, group)| group).collect()
}

/// Removes facts from groups that an earlier group has, and groups of which fewer than two facts remain.
fn disjoint(groups: Vec<Vec<Fact>>, facts: usize) -> Vec<Vec<Fact>> {
    let mut taken = vec![false; facts];
    let mut disjoint: Vec<Vec<Fact>> = Vec::new();
    for mut group in groups {
        group.retain(|fact| !taken[fact.0 as usize]);
        if group.len() > 1 {
            group.iter().for_each(|fact| taken[fact.0 as usize] = true);
            disjoint.push(group);
        }
    }
    disjoint
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Limits;
    use crate::model::Model;
    use game::Vocabulary;
    use std::collections::BTreeSet;

    /// A counter of one digit, and two lamps that are switched together.
    const COUNTER: &[u8] = b"
        (role you) (legal you wait) (goal you 100) (<= terminal (true (count 3)))
        (succ 0 1) (succ 1 2) (succ 2 3) (init (count 0))
        (<= (next (count ?y)) (true (count ?x)) (succ ?x ?y))
        (init (lamp a)) (init (lamp b))
        (<= (next (lamp ?x)) (true (lamp ?x)))";

    #[test]
    fn facts_that_are_true_together_are_no_candidates() {
        let rules = gdl::check("counter.kif", COUNTER).rules.expect("the sheet has no errors");
        let model = Model::new(&rules, &Limits::default()).unwrap();
        let groups = groups(model.names(), &StateSample::new(&model));
        let texts = groups.iter().map(|group| {
            group
                .iter()
                .map(|&fact| model.names().fact_term(fact).to_string())
                .collect::<BTreeSet<_>>()
        });
        let counts = (0..4).map(|count| format!("(count {count})")).collect();
        assert_eq!(texts.collect::<Vec<_>>(), [counts]);
    }

    #[test]
    fn a_fact_belongs_to_the_first_group_that_has_it() {
        let group = |facts: &[u32]| facts.iter().copied().map(Fact).collect::<Vec<_>>();
        let groups = vec![group(&[0, 1, 2]), group(&[2, 3]), group(&[2, 4, 5])];
        assert_eq!(disjoint(groups, 6), [group(&[0, 1, 2]), group(&[4, 5])]);
    }
}
