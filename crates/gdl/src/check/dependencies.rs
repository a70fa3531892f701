//! What depends on what: which relations follow from the state or the moves, which are recursive, and
//! whether recursion is restricted as GDL demands.

use super::safety::{Bound, Scope, bind, bind_all};
use super::stratification;
use crate::fault::{FaultKind, Faults};
use crate::sheet::{Atom, Formula, Rule, Sheet};
use crate::symbol::{BASE, DOES, GOAL, INIT, INPUT, LEGAL, NEXT, SEES, Symbol, TERMINAL, TRUE};
use crate::term::Term;
use petgraph::algo::kosaraju_scc;
use petgraph::graph::DiGraph;
use std::collections::HashSet;

/// The relations of a sheet, grouped into components that depend on each other.
#[derive(Debug)]
pub(crate) struct Components {
    /// The component of each symbol; a component comes after those it depends on.
    component: Vec<u32>,
    /// Per component: whether a relation in it depends on itself.
    recursive: Vec<bool>,
    /// Per component: whether it depends on `true`.
    on_state: Vec<bool>,
    /// Per component: whether it depends on `does`.
    on_moves: Vec<bool>,
}

impl Components {
    /// The component of a relation; components are numbered in an order of evaluation.
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

    /// Whether the relations depend on each other.
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

fn components(sheet: &Sheet) -> Components {
    let symbols = sheet.symbols.len();
    let mut graph = DiGraph::<(), (), u32>::with_capacity(symbols, 0);
    for _ in 0..symbols {
        graph.add_node(());
    }
    for rule in &sheet.rules {
        if matches!(rule.head.relation, TRUE | DOES) {
            // Reported as a forbidden head; following it would only repeat that elsewhere.
            continue;
        }
        let head = rule.head.relation.0.into();
        for formula in &rule.body {
            formula.each_atom(false, &mut |atom, _| {
                graph.add_edge(head, atom.relation.0.into(), ());
            });
        }
    }
    // Kosaraju's algorithm gives the components bottom up, and without recursion.
    let groups = kosaraju_scc(&graph);
    let mut component = vec![0; symbols];
    for (number, group) in groups.iter().enumerate() {
        for node in group {
            component[node.index()] = number as u32;
        }
    }
    let mut found = Components {
        component,
        recursive: vec![false; groups.len()],
        on_state: vec![false; groups.len()],
        on_moves: vec![false; groups.len()],
    };
    let (state, moves) = (found.component(TRUE) as usize, found.component(DOES) as usize);
    found.on_state[state] = true;
    found.on_moves[moves] = true;
    for (number, group) in groups.iter().enumerate() {
        found.recursive[number] = group.len() > 1;
        for &node in group {
            for next in graph.neighbors(node) {
                let other = found.component[next.index()] as usize;
                found.recursive[number] |= next == node;
                found.on_state[number] |= found.on_state[other];
                found.on_moves[number] |= found.on_moves[other];
            }
        }
    }
    found
}

/// `init`, `base` and `input` are fixed before play; `legal`, `goal` and `terminal` before the moves.
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
            let (head, here) = (sheet.name(head), sheet.name(atom.relation));
            let (on, hint) = if kind == FaultKind::DependsOnState {
                ("the state or the moves", "use only relations that never change, such as facts")
            } else {
                (
                    "the moves",
                    "use only the state (`true`): the moves are not yet known when this is asked",
                )
            };
            let message = match atom.relation {
                TRUE | DOES => format!("`{head}` depends on `{here}`"),
                _ => format!("`{head}` depends through `{here}` on {on}"),
            };
            (message, hint)
        });
    });
}

/// The recursion restriction of GDL, which keeps what can be derived finite: an argument of a
/// condition in a cycle with the head is ground, or an argument of the head, or bound outside the
/// cycle.
fn check_recursion(sheet: &Sheet, faults: &mut Faults, components: &Components, rule: &Rule) {
    let head = rule.head.relation;
    if !components.recursive(head) {
        return;
    }
    let outside = |atom: &Atom| !components.same_cycle(head, atom.relation);
    let mut bound = Bound::default();
    bind_all(sheet, &rule.body, &outside, &mut bound);
    let allowed = rule.head.arguments.iter().copied().collect();
    let mut pass = Recursion { sheet, faults, outside: &outside, allowed };
    let scope = Scope { bound: &bound, outer: None };
    for formula in &rule.body {
        pass.check(formula, &scope);
    }
}

struct Recursion<'a, F> {
    sheet: &'a Sheet,
    faults: &'a mut Faults,
    outside: &'a F,
    /// The arguments of the head.
    allowed: HashSet<Term>,
}

impl<F: Fn(&Atom) -> bool> Recursion<'_, F> {
    fn check(&mut self, formula: &Formula, scope: &Scope) {
        match formula {
            Formula::Atom(atom) if !(self.outside)(atom) => self.check_atom(atom, scope),
            Formula::And(parts, _) => parts.iter().for_each(|part| self.check(part, scope)),
            Formula::Or(parts, _) => {
                for part in parts {
                    let mut bound = Bound::default();
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

/// Calls `visit` for every atom of the body, and whether it stands under a negation.
pub(super) fn each_body_atom<'a>(rule: &'a Rule, mut visit: impl FnMut(&'a Atom, bool)) {
    for formula in &rule.body {
        formula.each_atom(false, &mut visit);
    }
}
