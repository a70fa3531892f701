//! Names that lead nowhere: relations and facts that nothing produces, relations that nothing uses,
//! roles that were not declared. Nearly always a slip of the pen.

use crate::fault::{FaultKind, Faults};
use crate::sheet::{Atom, Sheet};
use crate::symbol::{DOES, GOAL, INIT, INPUT, LEGAL, NEXT, RANDOM, ROLE, SEES, Symbol, TRUE};
use crate::term::Term;
use std::collections::HashSet;

pub(super) fn check(sheet: &Sheet, faults: &mut Faults) {
    let names = Names::collect(sheet);
    let mut reported: HashSet<(FaultKind, Symbol)> = HashSet::new();
    let mut report = |kind, name, atom: &Atom, texts: &dyn Fn() -> (String, String)| {
        if reported.insert((kind, name)) {
            faults.add(kind, sheet.span(atom.node), texts);
        }
    };
    for rule in &sheet.rules {
        let head = rule.head.relation;
        if head.keyword_arity().is_none() && !names.used.contains(&head) {
            report(FaultKind::UnusedRelation, head, &rule.head, &|| {
                let name = sheet.name(head);
                (
                    format!("no condition uses the relation `{name}`"),
                    "use it, or remove its rules".to_owned(),
                )
            });
        }
        let mut visit = |atom: &Atom| {
            let relation = atom.relation;
            if relation.keyword_arity().is_none() && !names.defined.contains(&relation) {
                report(FaultKind::UndefinedRelation, relation, atom, &|| {
                    let name = sheet.name(relation);
                    (
                        format!("nothing defines the relation `{name}`, so it never holds"),
                        format!("define `{name}`, or correct the name"),
                    )
                });
            }
            if relation == TRUE
                && let Some(fluent) = names.impossible_fluent(sheet, atom)
            {
                report(FaultKind::UndefinedFluent, fluent, atom, &|| {
                    let name = sheet.name(fluent);
                    (
                        format!(
                            "no `init` or `next` produces a fact `{name}`, so it is never true"
                        ),
                        format!("produce `{name}`, or correct the name"),
                    )
                });
            }
            if let Some(role) = names.undeclared_role(sheet, atom) {
                report(FaultKind::UndeclaredRole, role, atom, &|| {
                    let name = sheet.name(role);
                    (
                        format!("`{name}` is not a role"),
                        format!("declare `(role {name})`, or correct the name"),
                    )
                });
            }
        };
        visit_head_role(&rule.head, &mut visit);
        for formula in &rule.body {
            formula.each_atom(false, &mut |atom, _| visit(atom));
        }
    }
}

/// Heads are looked at only for the roles they name.
fn visit_head_role(head: &Atom, visit: &mut impl FnMut(&Atom)) {
    if matches!(head.relation, LEGAL | GOAL | INPUT | SEES) {
        visit(head);
    }
}

struct Names {
    defined: HashSet<Symbol>,
    used: HashSet<Symbol>,
    roles: HashSet<Symbol>,
    /// Whether every `role` fact could be read.
    roles_known: bool,
    /// The names of the facts that `init` and `next` produce; `None` if a variable stands for one.
    fluents: Option<HashSet<Symbol>>,
}

impl Names {
    fn collect(sheet: &Sheet) -> Names {
        let mut names = Names {
            defined: sheet.broken_heads.iter().copied().collect(),
            used: HashSet::new(),
            roles: HashSet::from([RANDOM]),
            roles_known: true,
            fluents: Some(HashSet::new()),
        };
        for rule in &sheet.rules {
            names.defined.insert(rule.head.relation);
            match (rule.head.relation, rule.head.arguments.first()) {
                (ROLE, Some(&role)) => {
                    names.roles.insert(sheet.terms.symbol(role));
                }
                (INIT | NEXT, Some(&fact)) => names.add_fluent(sheet, fact),
                _ => {}
            }
            for formula in &rule.body {
                formula.each_atom(false, &mut |atom, _| {
                    names.used.insert(atom.relation);
                });
            }
        }
        names.roles_known = !sheet.broken_heads.contains(&ROLE);
        if sheet.broken_heads.contains(&INIT) || sheet.broken_heads.contains(&NEXT) {
            names.fluents = None;
        }
        names
    }

    fn add_fluent(&mut self, sheet: &Sheet, fact: Term) {
        if sheet.terms.is_variable(fact) {
            self.fluents = None;
        } else if let Some(fluents) = &mut self.fluents {
            fluents.insert(sheet.terms.symbol(fact));
        }
    }

    fn impossible_fluent(&self, sheet: &Sheet, atom: &Atom) -> Option<Symbol> {
        let fact = *atom.arguments.first()?;
        let name = sheet.terms.symbol(fact);
        let fluents = self.fluents.as_ref()?;
        (!sheet.terms.is_variable(fact) && !fluents.contains(&name)).then_some(name)
    }

    fn undeclared_role(&self, sheet: &Sheet, atom: &Atom) -> Option<Symbol> {
        let names_role = matches!(atom.relation, LEGAL | GOAL | INPUT | SEES | DOES);
        let role = *atom.arguments.first()?;
        let name = sheet.terms.symbol(role);
        (names_role
            && self.roles_known
            && !sheet.terms.is_variable(role)
            && !self.roles.contains(&name))
        .then_some(name)
    }
}
