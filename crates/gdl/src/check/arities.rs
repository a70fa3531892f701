//! Checks that each relation and each function has one number of arguments, and that no name is both a
//! relation and a function.

use crate::fault::{FaultKind, Faults};
use crate::sheet::{Atom, Sheet};
use crate::syntax::{NodeId, SyntaxNode};
use std::collections::HashMap;
use term::Symbol;

/// First use of each name: its number of arguments and its place.
type FirstUses = HashMap<Symbol, (usize, NodeId)>;

pub(super) fn check(sheet: &Sheet, faults: &mut Faults) {
    let (relations, functions) = (FirstUses::default(), FirstUses::default());
    let mut pass = ArityCheck { sheet, faults, relations, functions };
    for rule in &sheet.rules {
        pass.relation(&rule.head);
        for formula in &rule.body {
            formula.each_atom(false, &mut |atom, _| pass.relation(atom));
            formula.each_distinct(&mut |node| pass.functions_below(node));
        }
    }
    pass.report_names_of_both();
}

/// The check that every name is used with one number of arguments, and as a relation or a function but not both.
struct ArityCheck<'a> {
    sheet: &'a Sheet,
    faults: &'a mut Faults,
    relations: FirstUses,
    functions: FirstUses,
}

impl ArityCheck<'_> {
    /// Checks an atom and the functions in it.
    fn relation(&mut self, atom: &Atom) {
        if atom.relation.keyword_arity().is_none() {
            let arity = atom.arguments.len();
            let (first, node) = *self.relations.entry(atom.relation).or_insert((arity, atom.node));
            self.compare("relation", atom.relation, (first, node), (arity, atom.node));
        }
        self.functions_below(atom.node);
    }

    /// Checks the functions below a node; every list inside an atom is a function with its arguments.
    fn functions_below(&mut self, node: NodeId) {
        let sheet = self.sheet;
        for child in sheet.syntax.children(node) {
            let mut parts = sheet.syntax.children(child);
            if let Some(first) = parts.next()
                && let SyntaxNode::Word(name) = sheet.syntax.node(first)
            {
                let arity = parts.count();
                if arity > 0 {
                    let known = *self.functions.entry(name).or_insert((arity, child));
                    self.compare("function", name, known, (arity, child));
                }
                self.functions_below(child);
            }
        }
    }

    /// Reports a use of a name with another number of arguments than the first one.
    fn compare(&mut self, what: &str, name: Symbol, first: (usize, NodeId), here: (usize, NodeId)) {
        if first.0 == here.0 {
            return;
        }
        let sheet = self.sheet;
        self.faults.add(FaultKind::ArityMismatch, sheet.span(here.1), || {
            let name = sheet.name(name);
            let line = sheet.source.position(sheet.span(first.1).start).line;
            (
                format!(
                    "the {what} `{name}` has {} here and {} on line {line}",
                    arguments(here.0),
                    arguments(first.0)
                ),
                format!("give `{name}` the same number of arguments everywhere, or use two names"),
            )
        });
    }

    fn report_names_of_both(&mut self) {
        let mut both: Vec<(NodeId, Symbol)> = self
            .functions
            .iter()
            .filter(|(name, _)| self.relations.contains_key(*name))
            .map(|(&name, &(_, node))| (node, name))
            .collect();
        both.sort_by_key(|(node, _)| node.0);
        for (node, name) in both {
            let sheet = self.sheet;
            self.faults.add(FaultKind::RelationAndFunction, sheet.span(node), || {
                let name = sheet.name(name);
                (
                    format!("`{name}` is a function here and a relation elsewhere"),
                    "use two names, unless both are really meant",
                )
            });
        }
    }
}

fn arguments(count: usize) -> String {
    match count {
        0 => "no arguments".to_owned(),
        1 => "1 argument".to_owned(),
        _ => format!("{count} arguments"),
    }
}
