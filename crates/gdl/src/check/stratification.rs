//! Checks that negation is stratified: no relation depends on its own negation.
//!
//! DIVERGENCE: GDL requires this of relations. Real sheets also define `(goal ?r 50)` by the negation of
//! `(goal ?r 100)`, which is sound because the two never match. Where relations form a cycle, this check
//! therefore compares single rules: a rule depends on those whose heads its conditions can match.

use super::dependencies::{Components, each_body_atom};
use crate::fault::{FaultKind, Faults};
use crate::sheet::{Atom, Rule, Sheet};
use petgraph::algo::kosaraju_scc;
use petgraph::graph::DiGraph;
use std::collections::{BTreeMap, HashMap};
use term::{Symbol, TermId, TermTable};

/// Largest number of comparisons between the rules of one component. With more, the cycle of relations
/// is reported without comparing rules.
const MAX_COMPARISONS: usize = 4_000_000;

pub(super) fn check(sheet: &Sheet, faults: &mut Faults, components: &Components) {
    let mut suspects: BTreeMap<u32, Vec<&Rule>> = BTreeMap::new();
    for rule in &sheet.rules {
        let head = rule.head.relation;
        each_body_atom(rule, |atom, negated| {
            if negated && components.same_cycle(head, atom.relation) {
                suspects.entry(components.component(head)).or_default();
            }
        });
    }
    for rule in &sheet.rules {
        if let Some(rules) = suspects.get_mut(&components.component(rule.head.relation)) {
            rules.push(rule);
        }
    }
    for rules in suspects.into_values() {
        check_component(sheet, faults, components, &rules);
    }
}

/// Reports the negations in a component that are part of a cycle of rules.
fn check_component(sheet: &Sheet, faults: &mut Faults, components: &Components, rules: &[&Rule]) {
    let groups = rule_groups(sheet, components, rules);
    for (index, rule) in rules.iter().enumerate() {
        let head = rule.head.relation;
        each_body_atom(rule, |atom, negated| {
            if !negated || !components.same_cycle(head, atom.relation) {
                return;
            }
            let in_cycle = groups.as_ref().is_none_or(|groups| {
                groups
                    .matching(sheet, rules, atom)
                    .any(|other| groups.of[other] == groups.of[index])
            });
            if in_cycle {
                report(sheet, faults, head, atom);
            }
        });
    }
}

fn report(sheet: &Sheet, faults: &mut Faults, head: Symbol, atom: &Atom) {
    faults.add(FaultKind::UnstratifiedNegation, sheet.span(atom.node), || {
        let (head, here) = (sheet.name(head), sheet.name(atom.relation));
        (
            format!("`{head}` depends on the negation of `{here}`, which depends on `{head}`"),
            "break the cycle: neither relation may depend on the negation of the other",
        )
    });
}

/// Strongly connected components of the rules of one component of relations.
struct RuleGroups {
    /// Indices of the rules with each relation as head.
    by_relation: HashMap<Symbol, Vec<usize>>,
    /// Number of the group of each rule.
    of: Vec<usize>,
}

impl RuleGroups {
    /// Returns the indices of the rules whose heads an atom can match.
    fn matching<'a>(
        &'a self,
        sheet: &'a Sheet,
        rules: &'a [&Rule],
        atom: &'a Atom,
    ) -> impl Iterator<Item = usize> + 'a {
        let candidates = self.by_relation.get(&atom.relation).into_iter().flatten();
        candidates.copied().filter(|&index| {
            let head = &rules[index].head.arguments;
            head.len() == atom.arguments.len()
                && head.iter().zip(&atom.arguments).all(|(&a, &b)| may_match(sheet, a, b))
        })
    }
}

/// Computes the groups of rules that depend on each other; `None` if that takes more than [`MAX_COMPARISONS`].
fn rule_groups(sheet: &Sheet, components: &Components, rules: &[&Rule]) -> Option<RuleGroups> {
    let mut groups = RuleGroups { by_relation: HashMap::new(), of: vec![0; rules.len()] };
    for (index, rule) in rules.iter().enumerate() {
        groups.by_relation.entry(rule.head.relation).or_default().push(index);
    }
    let mut comparisons = 0;
    let mut graph = DiGraph::<(), (), u32>::with_capacity(rules.len(), 0);
    for _ in rules {
        graph.add_node(());
    }
    for (index, rule) in rules.iter().enumerate() {
        let mut inside: Vec<&Atom> = Vec::new();
        each_body_atom(rule, |atom, _| {
            if components.same_cycle(rule.head.relation, atom.relation) {
                inside.push(atom);
            }
        });
        for atom in inside {
            comparisons += groups.by_relation.get(&atom.relation).map_or(0, Vec::len);
            if comparisons > MAX_COMPARISONS {
                return None;
            }
            for other in groups.matching(sheet, rules, atom) {
                graph.add_edge((index as u32).into(), (other as u32).into(), ());
            }
        }
    }
    for (number, group) in kosaraju_scc(&graph).iter().enumerate() {
        for node in group {
            groups.of[node.index()] = number;
        }
    }
    Some(groups)
}

/// Whether two terms, each with its own variables, may have a common instance; `true` if in doubt.
fn may_match(sheet: &Sheet, a: TermId, b: TermId) -> bool {
    let terms = &sheet.terms;
    if a == b || terms.is_variable(a) || terms.is_variable(b) {
        return true;
    }
    let (left, right) = (terms.arguments(a), terms.arguments(b));
    terms.symbol(a) == terms.symbol(b)
        && left.len() == right.len()
        && left.iter().zip(right).all(|(&a, &b)| may_match(sheet, a, b))
}
