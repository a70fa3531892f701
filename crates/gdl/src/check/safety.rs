//! Checks safety: each variable of a head, a negation or a `distinct` must be bound by a positive
//! condition, because the rule would otherwise hold for infinitely many terms.

use crate::fault::{FaultKind, Faults};
use crate::sheet::{Atom, Formula, Rule, Sheet};
use crate::syntax::NodeId;
use std::collections::HashSet;
use term::{Span, Symbol, similar_names};

/// Variables bound by positive conditions.
pub(super) type BoundVariables = HashSet<Symbol>;

pub(super) fn check(sheet: &Sheet, faults: &mut Faults) {
    for rule in &sheet.rules {
        if rule.body.is_empty() {
            check_fact(sheet, faults, &rule.head);
        } else {
            check_rule(sheet, faults, rule);
        }
    }
}

fn check_fact(sheet: &Sheet, faults: &mut Faults, head: &Atom) {
    let nothing = BoundVariables::default();
    let scope = Scope { bound: &nothing, outer: None };
    each_unbound(sheet, head.node, &scope, |name, span| {
        faults.add(FaultKind::VariableInFact, span, || {
            (
                format!("the fact has the variable `{}`", sheet.name(name)),
                "name the objects, or make it a rule whose conditions bind the variable",
            )
        });
    });
}

/// The variables bound at a place: by the rule's conditions, and by the branches of `or` around it. It is a chain
/// rather than a copy for each branch, because a hostile rule can have a hundred thousand of both.
pub(super) struct Scope<'a> {
    pub(super) bound: &'a BoundVariables,
    pub(super) outer: Option<&'a Scope<'a>>,
}

impl Scope<'_> {
    /// Returns the variables that are bound here.
    fn bound_variables(&self) -> impl Iterator<Item = Symbol> {
        std::iter::successors(Some(self), |scope| scope.outer)
            .flat_map(|scope| scope.bound.iter().copied())
    }

    /// Whether a variable is bound here.
    pub(super) fn binds(&self, variable: Symbol) -> bool {
        self.bound.contains(&variable) || self.outer.is_some_and(|outer| outer.binds(variable))
    }
}

fn check_rule(sheet: &Sheet, faults: &mut Faults, rule: &Rule) {
    let mut bound = BoundVariables::default();
    bind_all(sheet, &rule.body, &|_| true, &mut bound);
    let scope = Scope { bound: &bound, outer: None };
    report_unbound(sheet, faults, rule.head.node, &scope, "the head");
    for formula in &rule.body {
        check_formula(sheet, faults, formula, false, &scope);
    }
}

fn check_formula(
    sheet: &Sheet,
    faults: &mut Faults,
    formula: &Formula,
    negated: bool,
    scope: &Scope,
) {
    match formula {
        Formula::Atom(atom) if negated => {
            report_unbound(sheet, faults, atom.node, scope, "a negation");
        }
        Formula::Atom(_) => {}
        Formula::Distinct(_, _, node) => {
            report_unbound(sheet, faults, *node, scope, "`distinct`");
        }
        Formula::Not(inner, _) => check_formula(sheet, faults, inner, !negated, scope),
        Formula::Or(parts, _) if !negated => {
            for part in parts {
                // Within a branch, the variables that the branch itself binds are bound too.
                let mut bound = BoundVariables::default();
                bind(sheet, part, &|_| true, &mut bound);
                let inside = Scope { bound: &bound, outer: Some(scope) };
                check_formula(sheet, faults, part, negated, &inside);
            }
        }
        Formula::Or(parts, _) | Formula::And(parts, _) => {
            for part in parts {
                check_formula(sheet, faults, part, negated, scope);
            }
        }
    }
}

fn report_unbound(sheet: &Sheet, faults: &mut Faults, node: NodeId, scope: &Scope, place: &str) {
    each_unbound(sheet, node, scope, |name, span| {
        faults.add(FaultKind::UnsafeVariable, span, || {
            let name = sheet.name(name);
            let condition =
                format!("add a condition that says what `{name}` can be, such as `(role {name})`");
            let mut bound: Vec<&str> = scope.bound_variables().map(|it| sheet.name(it)).collect();
            bound.sort_unstable();
            let hint = match similar_variable(name, &bound) {
                Some(other) => format!("did you mean `{other}`? Otherwise {condition}"),
                None => condition,
            };
            (
                format!("the variable `{name}` of {place} is not bound by any positive condition"),
                hint,
            )
        });
    });
}

/// Returns the variable that a misspelt one may mean; `None` if none is similar enough.
fn similar_variable<'a>(name: &str, bound: &[&'a str]) -> Option<&'a str> {
    let word = |name: &'a str| name.strip_prefix('?').unwrap_or(name);
    let similar = similar_names(name.strip_prefix('?')?, bound.iter().map(|&name| word(name)));
    let nearest = similar.first()?;
    bound.iter().copied().find(|&name| word(name) == *nearest)
}

/// Calls `visit` for the first occurrence of each unbound variable below a node.
fn each_unbound(sheet: &Sheet, node: NodeId, scope: &Scope, mut visit: impl FnMut(Symbol, Span)) {
    let mut seen = BoundVariables::default();
    for (word, span) in sheet.syntax.words(node) {
        if sheet.symbols.is_variable(word) && !scope.binds(word) && seen.insert(word) {
            visit(word, span);
        }
    }
}

/// Adds the variables that a conjunction binds. Only the positive atoms that `counts` accepts bind variables.
pub(super) fn bind_all(
    sheet: &Sheet,
    conjunction: &[Formula],
    counts: &impl Fn(&Atom) -> bool,
    bound: &mut BoundVariables,
) {
    for formula in conjunction {
        bind(sheet, formula, counts, bound);
    }
}

/// Adds the variables that a formula binds: those of an atom, or those that all branches of a disjunction bind.
pub(super) fn bind(
    sheet: &Sheet,
    formula: &Formula,
    counts: &impl Fn(&Atom) -> bool,
    bound: &mut BoundVariables,
) {
    match formula {
        Formula::Atom(atom) if counts(atom) => {
            for &argument in &atom.arguments {
                sheet.terms.each_variable(argument, &mut |variable| {
                    bound.insert(variable);
                });
            }
        }
        Formula::And(parts, _) => bind_all(sheet, parts, counts, bound),
        Formula::Or(parts, _) => {
            // The set is moved rather than copied where possible, because disjunctions may be nested deeply.
            let common = bound_by_every(sheet, parts, counts);
            if bound.is_empty() {
                *bound = common;
            } else {
                bound.extend(common);
            }
        }
        Formula::Atom(_) | Formula::Not(..) | Formula::Distinct(..) => {}
    }
}

fn bound_by_every(
    sheet: &Sheet,
    parts: &[Formula],
    counts: &impl Fn(&Atom) -> bool,
) -> BoundVariables {
    let bound_by = |part: &Formula| {
        let mut bound = BoundVariables::default();
        bind(sheet, part, counts, &mut bound);
        bound
    };
    let Some((first, rest)) = parts.split_first() else {
        return BoundVariables::default();
    };
    let mut common = bound_by(first);
    for part in rest {
        let here = bound_by(part);
        common.retain(|variable| here.contains(variable));
    }
    common
}
