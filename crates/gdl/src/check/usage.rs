//! Warns about names without a definition or a use: relations, facts and moves that nothing produces,
//! relations that nothing uses, and roles that are not declared. Most are misspelt, so the hints suggest similar names.

use crate::fault::{FaultKind, Faults};
use crate::sheet::{Atom, Rule, Sheet};
use std::collections::HashSet;
use term::word::{
    BASE, DISTINCT, DOES, GOAL, INIT, INPUT, LEGAL, NEXT, NOT, RANDOM, ROLE, SEES, TERMINAL, TRUE,
};
use term::{Symbol, TermId, TermTable, did_you_mean};

pub(super) fn check(sheet: &Sheet, faults: &mut Faults) {
    let names = NameTable::collect(sheet);
    let mut pass = UsageCheck { sheet, faults, names, reported: HashSet::new() };
    for rule in &sheet.rules {
        pass.head(&rule.head);
        for formula in &rule.body {
            formula.each_atom(false, &mut |atom, _| pass.condition(atom));
        }
    }
}

/// Keywords that can be heads of rules.
const HEAD_KEYWORDS: [Symbol; 8] = [ROLE, INIT, NEXT, LEGAL, GOAL, TERMINAL, BASE, INPUT];

/// Keywords that can be conditions, with their numbers of arguments.
const CONDITION_KEYWORDS: [(Symbol, usize); 8] = [
    (TRUE, 1),
    (DOES, 2),
    (NOT, 1),
    (DISTINCT, 2),
    (ROLE, 1),
    (LEGAL, 2),
    (GOAL, 2),
    (TERMINAL, 0),
];

/// The check that relations are both derived and used, with the faults reported so far.
struct UsageCheck<'a> {
    sheet: &'a Sheet,
    faults: &'a mut Faults,
    names: NameTable,
    reported: HashSet<(FaultKind, Symbol)>,
}

impl UsageCheck<'_> {
    /// Checks that the relation of a head is used.
    fn head(&mut self, head: &Atom) {
        let relation = head.relation;
        if relation.keyword_arity().is_none() && !self.names.used.contains(&relation) {
            self.report(FaultKind::UnusedRelation, relation, head, |sheet, names, name| {
                let arity = head.arguments.len();
                let keywords =
                    HEAD_KEYWORDS.map(|word| (word, word.keyword_arity().unwrap_or_default()));
                let known = keywords.into_iter().chain(names.undefined());
                let suggestion = suggestion(did_you_mean(name, of_arity(sheet, known, arity)));
                let hint = format!("use it, or remove its rules{suggestion}");
                (format!("no condition uses the relation `{name}`"), hint)
            });
        }
        self.role(head);
    }

    /// Checks that the relation of a condition is defined, and that its fact or move is produced.
    fn condition(&mut self, atom: &Atom) {
        let relation = atom.relation;
        if relation.keyword_arity().is_none() && !self.names.defined.contains(&relation) {
            self.report(FaultKind::UndefinedRelation, relation, atom, |sheet, names, name| {
                let arity = atom.arguments.len();
                let known = CONDITION_KEYWORDS.into_iter().chain(names.heads.iter().copied());
                (
                    format!("nothing defines the relation `{name}`, so it never holds"),
                    correction(
                        did_you_mean(name, of_arity(sheet, known, arity)),
                        &format!("define `{name}`"),
                    ),
                )
            });
        }
        match (relation, &*atom.arguments) {
            (TRUE, &[fact]) => self.fluent(atom, fact),
            (DOES, &[_, action]) => self.action(atom, action),
            _ => {}
        }
        self.role(atom);
    }

    /// Reports a fact of the state that no rule produces.
    fn fluent(&mut self, atom: &Atom, fact: TermId) {
        if let Some(fluent) = missing(self.sheet, &self.names.fluents, fact) {
            self.report(FaultKind::UndefinedFluent, fluent, atom, |sheet, names, name| {
                (
                    format!("no `init` or `next` produces a fact `{name}`, so it is never true"),
                    correction(
                        did_you_mean(name, produced_names(sheet, &names.fluents)),
                        &format!("produce `{name}`"),
                    ),
                )
            });
        }
    }

    /// Reports a move that is never legal.
    fn action(&mut self, atom: &Atom, action: TermId) {
        if let Some(action) = missing(self.sheet, &self.names.moves, action) {
            self.report(FaultKind::UndefinedMove, action, atom, |sheet, names, name| {
                (
                    format!("no `legal` allows a move `{name}`, so nobody ever makes it"),
                    correction(
                        did_you_mean(name, produced_names(sheet, &names.moves)),
                        &format!("make `{name}` legal"),
                    ),
                )
            });
        }
    }

    /// Reports a role that is not declared.
    fn role(&mut self, atom: &Atom) {
        let role = match (atom.relation, &*atom.arguments) {
            (LEGAL | GOAL | INPUT | SEES | DOES, &[role, _]) | (ROLE, &[role]) => role,
            _ => return,
        };
        if let Some(role) = missing(self.sheet, &self.names.roles, role) {
            self.report(FaultKind::UndeclaredRole, role, atom, |sheet, names, name| {
                (
                    format!("`{name}` is not a role"),
                    correction(
                        did_you_mean(name, produced_names(sheet, &names.roles)),
                        &format!("declare `(role {name})`"),
                    ),
                )
            });
        }
    }

    /// Reports a name, unless a fault of this kind was reported for it before.
    fn report(
        &mut self,
        kind: FaultKind,
        name: Symbol,
        atom: &Atom,
        texts: impl FnOnce(&Sheet, &NameTable, &str) -> (String, String),
    ) {
        if self.reported.insert((kind, name)) {
            let (sheet, names) = (self.sheet, &self.names);
            self.faults.add(kind, sheet.span(atom.node), || texts(sheet, names, sheet.name(name)));
        }
    }
}

/// Returns the hint for a name without a definition: how to define it, and the name that may be meant.
fn correction(question: Option<String>, definition: &str) -> String {
    format!("{definition}, or correct the name{}", suggestion(question))
}

/// Returns the end of a hint that asks whether a similar name was meant; empty if there is none.
fn suggestion(question: Option<String>) -> String {
    question.map_or_else(String::new, |question| format!("; {question}"))
}

/// Returns the names of relations with this number of arguments.
fn of_arity<'a>(
    sheet: &'a Sheet,
    relations: impl Iterator<Item = (Symbol, usize)> + 'a,
    arity: usize,
) -> impl Iterator<Item = &'a str> + 'a {
    relations.filter(move |&(_, own)| own == arity).map(|(relation, _)| sheet.name(relation))
}

/// Returns the names that rules produce.
fn produced_names<'a>(
    sheet: &'a Sheet,
    produced: &'a Produced,
) -> impl Iterator<Item = &'a str> + 'a {
    produced.iter().flatten().map(|&name| sheet.name(name))
}

/// Returns the name of a term that nothing produces; `None` if it is produced, or might be.
fn missing(sheet: &Sheet, produced: &Produced, term: TermId) -> Option<Symbol> {
    let name = sheet.terms.symbol(term);
    let known = produced.as_ref()?;
    (!sheet.terms.is_variable(term) && !known.contains(&name)).then_some(name)
}

/// Names that rules produce; `None` if a variable or an unreadable rule may produce any name.
type Produced = Option<HashSet<Symbol>>;

/// The names that the rules of a sheet define, use and produce.
struct NameTable {
    /// Relations that are heads of rules.
    defined: HashSet<Symbol>,
    /// Relations that occur in conditions.
    used: HashSet<Symbol>,
    /// The relations of heads with their numbers of arguments, each once, in the order of the sheet.
    heads: Vec<(Symbol, usize)>,
    /// The relations of conditions with their numbers of arguments, each once, in the order of the sheet.
    conditions: Vec<(Symbol, usize)>,
    roles: Produced,
    fluents: Produced,
    moves: Produced,
}

impl NameTable {
    fn collect(sheet: &Sheet) -> NameTable {
        let broken = &sheet.broken_words;
        let readable = |words: &[Symbol]| {
            words.iter().all(|word| !broken.contains(word)).then(HashSet::<Symbol>::new)
        };
        let mut names = NameTable {
            defined: broken.clone(),
            used: broken.clone(),
            heads: Vec::new(),
            conditions: Vec::new(),
            roles: readable(&[ROLE]),
            fluents: readable(&[INIT, NEXT]),
            moves: readable(&[LEGAL]),
        };
        sheet.rules.iter().for_each(|rule| names.add(sheet, rule));
        // A sheet without any role or legal move is reported for that, not for each name.
        names.roles = names.roles.filter(|roles| !roles.is_empty());
        names.moves = names.moves.filter(|moves| !moves.is_empty());
        if let Some(roles) = &mut names.roles {
            roles.insert(RANDOM);
        }
        names
    }

    /// Returns the relations that occur in conditions and are not defined, with their numbers of arguments.
    fn undefined(&self) -> impl Iterator<Item = (Symbol, usize)> {
        let conditions = self.conditions.iter().copied();
        conditions.filter(|(relation, _)| {
            relation.keyword_arity().is_none() && !self.defined.contains(relation)
        })
    }

    /// Adds the names of a rule.
    fn add(&mut self, sheet: &Sheet, rule: &Rule) {
        if self.defined.insert(rule.head.relation) {
            self.heads.push((rule.head.relation, rule.head.arguments.len()));
        }
        match (rule.head.relation, &*rule.head.arguments) {
            (ROLE, _) if !rule.body.is_empty() => self.roles = None,
            (ROLE, &[role]) => produce(sheet, &mut self.roles, role),
            // `true` in a head is reported elsewhere; it names a fact that should be produced.
            (INIT | NEXT | TRUE, &[fact]) => produce(sheet, &mut self.fluents, fact),
            (LEGAL, &[_, action]) => produce(sheet, &mut self.moves, action),
            _ => {}
        }
        for formula in &rule.body {
            formula.each_atom(false, &mut |atom, _| {
                if self.used.insert(atom.relation) {
                    self.conditions.push((atom.relation, atom.arguments.len()));
                }
            });
        }
    }
}

/// Adds the name of a term to the produced names; a variable produces any name.
fn produce(sheet: &Sheet, produced: &mut Produced, term: TermId) {
    if sheet.terms.is_variable(term) {
        *produced = None;
    } else if let Some(names) = produced {
        names.insert(sheet.terms.symbol(term));
    }
}
