//! Names that lead nowhere: relations, facts and moves that nothing produces, relations that nothing
//! uses, roles that were not declared. Nearly always a slip of the pen.

use crate::fault::{FaultKind, Faults};
use crate::sheet::{Atom, Sheet};
use crate::symbol::{DOES, GOAL, INIT, INPUT, LEGAL, NEXT, RANDOM, ROLE, SEES, Symbol, TRUE};
use crate::term::Term;
use std::collections::HashSet;

pub(super) fn check(sheet: &Sheet, faults: &mut Faults) {
    let names = Names::collect(sheet);
    let mut pass = Pass { sheet, faults, names, reported: HashSet::new() };
    for rule in &sheet.rules {
        pass.head(&rule.head);
        for formula in &rule.body {
            formula.each_atom(false, &mut |atom, _| pass.condition(atom));
        }
    }
}

struct Pass<'a> {
    sheet: &'a Sheet,
    faults: &'a mut Faults,
    names: Names,
    reported: HashSet<(FaultKind, Symbol)>,
}

impl Pass<'_> {
    fn head(&mut self, head: &Atom) {
        let relation = head.relation;
        if relation.keyword_arity().is_none() && !self.names.used.contains(&relation) {
            self.report(FaultKind::UnusedRelation, relation, head, |name| {
                (
                    format!("no condition uses the relation `{name}`"),
                    "use it, or remove its rules".to_owned(),
                )
            });
        }
        self.role(head);
    }

    fn condition(&mut self, atom: &Atom) {
        let (sheet, relation) = (self.sheet, atom.relation);
        if relation.keyword_arity().is_none() && !self.names.defined.contains(&relation) {
            self.report(FaultKind::UndefinedRelation, relation, atom, |name| {
                (
                    format!("nothing defines the relation `{name}`, so it never holds"),
                    format!("define `{name}`, or correct the name"),
                )
            });
        }
        match (relation, &*atom.arguments) {
            (TRUE, &[fact]) => {
                if let Some(fluent) = missing(sheet, &self.names.fluents, fact) {
                    self.report(FaultKind::UndefinedFluent, fluent, atom, |name| {
                        (
                            format!(
                                "no `init` or `next` produces a fact `{name}`, so it is never true"
                            ),
                            format!("produce `{name}`, or correct the name"),
                        )
                    });
                }
            }
            (DOES, &[_, action]) => {
                if let Some(action) = missing(sheet, &self.names.moves, action) {
                    self.report(FaultKind::UndefinedMove, action, atom, |name| {
                        (
                            format!("no `legal` allows a move `{name}`, so nobody ever makes it"),
                            format!("make `{name}` legal, or correct the name"),
                        )
                    });
                }
            }
            _ => {}
        }
        self.role(atom);
    }

    fn role(&mut self, atom: &Atom) {
        let role = match (atom.relation, &*atom.arguments) {
            (LEGAL | GOAL | INPUT | SEES | DOES, &[role, _]) | (ROLE, &[role]) => role,
            _ => return,
        };
        if let Some(role) = missing(self.sheet, &self.names.roles, role) {
            self.report(FaultKind::UndeclaredRole, role, atom, |name| {
                (
                    format!("`{name}` is not a role"),
                    format!("declare `(role {name})`, or correct the name"),
                )
            });
        }
    }

    /// Each name is reported once.
    fn report(
        &mut self,
        kind: FaultKind,
        name: Symbol,
        atom: &Atom,
        texts: impl FnOnce(&str) -> (String, String),
    ) {
        if self.reported.insert((kind, name)) {
            let sheet = self.sheet;
            self.faults.add(kind, sheet.span(atom.node), || texts(sheet.name(name)));
        }
    }
}

/// The name of a term that nothing produces, as far as is known.
fn missing(sheet: &Sheet, produced: &Produced, term: Term) -> Option<Symbol> {
    let name = sheet.terms.symbol(term);
    let known = produced.as_ref()?;
    (!sheet.terms.is_variable(term) && !known.contains(&name)).then_some(name)
}

/// The names that rules produce; `None` if a variable or an unreadable rule may stand for any.
type Produced = Option<HashSet<Symbol>>;

struct Names {
    defined: HashSet<Symbol>,
    used: HashSet<Symbol>,
    roles: Produced,
    fluents: Produced,
    moves: Produced,
}

impl Names {
    fn collect(sheet: &Sheet) -> Names {
        let broken = &sheet.broken_words;
        let readable = |words: &[Symbol]| {
            words.iter().all(|word| !broken.contains(word)).then(HashSet::<Symbol>::new)
        };
        let mut names = Names {
            defined: broken.clone(),
            used: broken.clone(),
            roles: readable(&[ROLE]),
            fluents: readable(&[INIT, NEXT]),
            moves: readable(&[LEGAL]),
        };
        for rule in &sheet.rules {
            names.defined.insert(rule.head.relation);
            match (rule.head.relation, &*rule.head.arguments) {
                (ROLE, _) if !rule.body.is_empty() => names.roles = None,
                (ROLE, &[role]) => produce(sheet, &mut names.roles, role),
                // `true` in a head is reported; it shows which fact was meant to be produced.
                (INIT | NEXT | TRUE, &[fact]) => produce(sheet, &mut names.fluents, fact),
                (LEGAL, &[_, action]) => produce(sheet, &mut names.moves, action),
                _ => {}
            }
            for formula in &rule.body {
                formula.each_atom(false, &mut |atom, _| {
                    names.used.insert(atom.relation);
                });
            }
        }
        // Without any role or legal move, their absence is what is reported.
        names.roles = names.roles.filter(|roles| !roles.is_empty());
        names.moves = names.moves.filter(|moves| !moves.is_empty());
        if let Some(roles) = &mut names.roles {
            roles.insert(RANDOM);
        }
        names
    }
}

fn produce(sheet: &Sheet, produced: &mut Produced, term: Term) {
    if sheet.terms.is_variable(term) {
        *produced = None;
    } else if let Some(names) = produced {
        names.insert(sheet.terms.symbol(term));
    }
}
