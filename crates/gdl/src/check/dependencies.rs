//! The dependency graph of relations: which of them depend on the state or the moves, which are
//! recursive, and whether recursion is restricted as GDL requires. Negation is checked in
//! `stratification`.

use super::safety::{BoundVariables, Scope, bind, bind_all};
use super::stratification;
use crate::fault::{FaultKind, Faults};
use crate::sheet::{Atom, Formula, Rule, Sheet};
use petgraph::algo::kosaraju_scc;
use petgraph::graph::DiGraph;
use std::collections::HashSet;
use term::word::{BASE, DOES, GOAL, INIT, INPUT, LEGAL, NEXT, SEES, TERMINAL, TRUE};
use term::{Symbol, TermId};

/// Strongly connected components of the dependency graph of relations.
#[derive(Debug)]
pub(crate) struct Components {
    /// Number of the component of each symbol; it is greater than those of the components it depends on.
    component: Vec<u32>,
    /// For each component, whether its relations depend on themselves.
    recursive: Vec<bool>,
    /// For each component, whether it depends on `true`.
    on_state: Vec<bool>,
    /// For each component, whether it depends on `does`.
    on_moves: Vec<bool>,
}

impl Components {
    /// Returns the number of the component of a relation; components are numbered in an order of evaluation.
    pub(crate) fn component(&self, relation: Symbol) -> u32 {
        self.component[relation.0 as usize]
    }

    /// Whether the relation depends on itself.
    pub(crate) fn recursive(&self, relation: Symbol) -> bool {
        self.recursive[self.component(relation) as usize]
    }

    /// Whether the relation depends on the current state.
    pub(crate) fn on_state(&self, relation: Symbol) -> bool {
        self.on_state[self.component(relation) as usize]
    }

    /// Whether the relation depends on the players' moves.
    pub(crate) fn on_moves(&self, relation: Symbol) -> bool {
        self.on_moves[self.component(relation) as usize]
    }

    /// Whether two relations depend on each other.
    pub(super) fn same_cycle(&self, a: Symbol, b: Symbol) -> bool {
        self.component(a) == self.component(b) && self.recursive(a)
    }
}

pub(super) fn check(sheet: &Sheet, faults: &mut Faults) -> Components {
    let components = components(sheet);
    for rule in &sheet.rules {
        check_forbidden_dependence(sheet, faults, &components, rule);
        check_recursion(sheet, faults, &components, rule);
    }
    stratification::check(sheet, faults, &components);
    components
}

/// Computes the components of the relations of a sheet.
fn components(sheet: &Sheet) -> Components {
    let graph = dependency_graph(sheet);
    // Kosaraju's algorithm returns the components bottom up, and does not recurse.
    let groups = kosaraju_scc(&graph);
    let mut component = vec![0; graph.node_count()];
    for (number, group) in groups.iter().enumerate() {
        for node in group {
            component[node.index()] = number as u32;
        }
    }
    let mut components = Components {
        component,
        recursive: vec![false; groups.len()],
        on_state: vec![false; groups.len()],
        on_moves: vec![false; groups.len()],
    };
    let (state, moves) = (components.component(TRUE), components.component(DOES));
    components.on_state[state as usize] = true;
    components.on_moves[moves as usize] = true;
    for (number, group) in groups.iter().enumerate() {
        components.recursive[number] = group.len() > 1;
        for &node in group {
            for next in graph.neighbors(node) {
                let other = components.component[next.index()] as usize;
                components.recursive[number] |= next == node;
                components.on_state[number] |= components.on_state[other];
                components.on_moves[number] |= components.on_moves[other];
            }
        }
    }
    components
}

/// Returns the graph with an edge from each head to the relations of its conditions; node indices are symbols.
fn dependency_graph(sheet: &Sheet) -> DiGraph<(), (), u32> {
    let symbols = sheet.symbols.len();
    let mut graph = DiGraph::with_capacity(symbols, 0);
    for _ in 0..symbols {
        graph.add_node(());
    }
    for rule in &sheet.rules {
        if matches!(rule.head.relation, TRUE | DOES) {
            // This is already reported as a forbidden head.
            continue;
        }
        let head = rule.head.relation.0.into();
        each_body_atom(rule, |atom, _| {
            graph.add_edge(head, atom.relation.0.into(), ());
        });
    }
    graph
}

/// Reports conditions of `init`, `base` and `input`, which are computed before play, that depend on the state or the
/// moves, and conditions of `legal`, `goal` and `terminal`, which are computed before the moves, that depend on the
/// moves.
fn check_forbidden_dependence(
    sheet: &Sheet,
    faults: &mut Faults,
    components: &Components,
    rule: &Rule,
) {
    let head = rule.head.relation;
    let (kind, forbidden): (_, fn(&Components, Symbol) -> bool) = match head {
        INIT | BASE | INPUT => (FaultKind::DependsOnState, |components, relation| {
            components.on_state(relation) || components.on_moves(relation)
        }),
        LEGAL | GOAL | TERMINAL => (FaultKind::DependsOnDoes, Components::on_moves),
        _ => return,
    };
    each_body_atom(rule, |atom, _| {
        let reported = matches!(atom.relation, INIT | NEXT | BASE | INPUT | SEES);
        if reported || !forbidden(components, atom.relation) {
            return;
        }
        faults.add(kind, sheet.span(atom.node), || {
            forbidden_dependence_texts(kind, sheet.name(head), sheet.name(atom.relation), atom)
        });
    });
}

/// Returns the message and the hint for a condition `here` of `head` that depends on the state or the moves.
fn forbidden_dependence_texts(
    kind: FaultKind,
    head: &str,
    here: &str,
    atom: &Atom,
) -> (String, &'static str) {
    let (on, hint) = if kind == FaultKind::DependsOnState {
        ("the state or the moves", "use only relations that never change, such as facts")
    } else {
        ("the moves", "use only the state (`true`): the moves are not yet known when this is asked")
    };
    let message = match atom.relation {
        TRUE | DOES => format!("`{head}` depends on `{here}`"),
        _ => format!("`{head}` depends through `{here}` on {on}"),
    };
    (message, hint)
}

/// Checks GDL's recursion restriction, which keeps the set of derivable facts finite: an argument of a
/// condition in a cycle with the head must be ground, or an argument of the head, or bound by a condition
/// outside the cycle.
fn check_recursion(sheet: &Sheet, faults: &mut Faults, components: &Components, rule: &Rule) {
    let head = rule.head.relation;
    if !components.recursive(head) {
        return;
    }
    let outside = |atom: &Atom| !components.same_cycle(head, atom.relation);
    let mut bound = BoundVariables::default();
    bind_all(sheet, &rule.body, &outside, &mut bound);
    let allowed = rule.head.arguments.iter().copied().collect();
    let mut pass = RecursionCheck { sheet, faults, outside: &outside, allowed };
    let scope = Scope { bound: &bound, outer: None };
    for formula in &rule.body {
        pass.check(formula, &scope);
    }
}

/// The check of the arguments in recursive rules, for one rule.
struct RecursionCheck<'a, F> {
    sheet: &'a Sheet,
    faults: &'a mut Faults,
    outside: &'a F,
    /// The arguments of the head.
    allowed: HashSet<TermId>,
}

impl<F: Fn(&Atom) -> bool> RecursionCheck<'_, F> {
    fn check(&mut self, formula: &Formula, scope: &Scope) {
        match formula {
            Formula::Atom(atom) if !(self.outside)(atom) => self.check_atom(atom, scope),
            Formula::And(parts, _) => parts.iter().for_each(|part| self.check(part, scope)),
            Formula::Or(parts, _) => {
                for part in parts {
                    let mut bound = BoundVariables::default();
                    bind(self.sheet, part, self.outside, &mut bound);
                    self.check(part, &Scope { bound: &bound, outer: Some(scope) });
                }
            }
            Formula::Atom(_) | Formula::Not(..) | Formula::Distinct(..) => {}
        }
    }

    fn check_atom(&mut self, atom: &Atom, scope: &Scope) {
        let sheet = self.sheet;
        let argument_nodes = sheet.syntax.children(atom.node).skip(1);
        for (&argument, node) in atom.arguments.iter().zip(argument_nodes) {
            let mut free = false;
            sheet.terms.each_variable(argument, &mut |variable| free |= !scope.binds(variable));
            if free && !self.allowed.contains(&argument) {
                self.faults.add(FaultKind::UnrestrictedRecursion, sheet.span(node), || {
                    let here = sheet.name(atom.relation);
                    (
                        format!("this argument of the recursive condition `{here}` is not restricted"),
                        "bind it by a condition outside the recursion, or pass an argument of the head on",
                    )
                });
            }
        }
    }
}

/// Calls `visit` for each atom of the body, with `true` if it stands under an odd number of negations.
pub(super) fn each_body_atom<'a>(rule: &'a Rule, mut visit: impl FnMut(&'a Atom, bool)) {
    for formula in &rule.body {
        formula.each_atom(false, &mut visit);
    }
}
