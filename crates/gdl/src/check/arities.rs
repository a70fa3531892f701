//! One name, one number of arguments: for relations, for functions, and not for both.

use crate::fault::{FaultKind, Faults};
use crate::sheet::{Atom, Sheet};
use crate::symbol::Symbol;
use crate::syntax::{Node, NodeId};
use std::collections::HashMap;

type ByName<T> = HashMap<Symbol, T>;

pub(super) fn check(sheet: &Sheet, faults: &mut Faults) {
    let mut pass =
        Pass { sheet, faults, relations: ByName::default(), functions: ByName::default() };
    for rule in &sheet.rules {
        pass.relation(&rule.head);
        for formula in &rule.body {
            formula.each_atom(false, &mut |atom, _| pass.relation(atom));
            formula.each_distinct(&mut |node| pass.functions_below(node));
        }
    }
    pass.both();
}

struct Pass<'a> {
    sheet: &'a Sheet,
    faults: &'a mut Faults,
    relations: ByName<(usize, NodeId)>,
    functions: ByName<(usize, NodeId)>,
}

impl Pass<'_> {
    fn relation(&mut self, atom: &Atom) {
        if atom.relation.keyword_arity().is_none() {
            let arity = atom.arguments.len();
            let (first, node) = *self.relations.entry(atom.relation).or_insert((arity, atom.node));
            self.compare("relation", atom.relation, (first, node), (arity, atom.node));
        }
        self.functions_below(atom.node);
    }

    /// Every list inside an atom is a function with its arguments.
    fn functions_below(&mut self, node: NodeId) {
        let sheet = self.sheet;
        for child in sheet.syntax.children(node) {
            let mut parts = sheet.syntax.children(child);
            if let Some(first) = parts.next()
                && let Node::Word(name) = sheet.syntax.node(first)
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

    fn both(&mut self) {
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
