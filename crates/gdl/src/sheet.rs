//! A rule sheet as it was written: rules, facts and formulas over interned terms, each with its
//! place in the text. Nothing here has been checked; that is what [`crate::check`] is for.

use crate::source::{Source, Span};
use crate::symbol::{Symbol, Symbols};
use crate::syntax::{NodeId, Syntax};
use crate::term::{Term, Terms};
use std::collections::HashSet;

/// A relation applied to terms.
#[derive(Clone, Debug)]
pub struct Atom {
    /// The relation.
    pub relation: Symbol,
    /// What it is applied to.
    pub arguments: Box<[Term]>,
    /// Where it stands.
    pub node: NodeId,
}

/// A condition in a rule's body.
#[derive(Clone, Debug)]
pub enum Formula {
    /// `(relation term …)`
    Atom(Atom),
    /// `(not formula)`
    Not(Box<Formula>, NodeId),
    /// `(and formula …)`
    And(Vec<Formula>, NodeId),
    /// `(or formula …)`
    Or(Vec<Formula>, NodeId),
    /// `(distinct term term)`
    Distinct(Term, Term, NodeId),
}

impl Formula {
    /// Where the formula stands.
    pub fn node(&self) -> NodeId {
        match self {
            Formula::Atom(atom) => atom.node,
            Formula::Not(_, node)
            | Formula::And(_, node)
            | Formula::Or(_, node)
            | Formula::Distinct(_, _, node) => *node,
        }
    }

    /// Calls `visit` for every atom in the formula, and whether it stands under a negation.
    pub fn each_atom<'a>(&'a self, negated: bool, visit: &mut impl FnMut(&'a Atom, bool)) {
        match self {
            Formula::Atom(atom) => visit(atom, negated),
            Formula::Not(inner, _) => inner.each_atom(!negated, visit),
            Formula::And(parts, _) | Formula::Or(parts, _) => {
                for part in parts {
                    part.each_atom(negated, visit);
                }
            }
            Formula::Distinct(..) => {}
        }
    }

    /// Calls `visit` for every `distinct` in the formula.
    pub fn each_distinct(&self, visit: &mut impl FnMut(NodeId)) {
        match self {
            Formula::Distinct(_, _, node) => visit(*node),
            Formula::Not(inner, _) => inner.each_distinct(visit),
            Formula::And(parts, _) | Formula::Or(parts, _) => {
                parts.iter().for_each(|part| part.each_distinct(visit));
            }
            Formula::Atom(_) => {}
        }
    }
}

/// A fact or a rule.
#[derive(Clone, Debug)]
pub struct Rule {
    /// What holds …
    pub head: Atom,
    /// … if all of these do.
    pub body: Vec<Formula>,
    /// Whether it was written with `<=`.
    pub arrow: bool,
    /// Where it stands.
    pub node: NodeId,
}

/// A rule sheet that has been read but not checked.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// The text.
    pub source: Source,
    /// The words and lists of the text.
    pub syntax: Syntax,
    /// The words.
    pub symbols: Symbols,
    /// The terms.
    pub terms: Terms,
    /// The facts and rules that could be read, in the order of the text.
    pub rules: Vec<Rule>,
    /// The words of rules that could not be read: not to be reported as missing or unused too.
    pub broken_words: HashSet<Symbol>,
}

impl Sheet {
    /// The place of a node.
    pub fn span(&self, node: NodeId) -> Span {
        self.syntax.span(node)
    }

    /// The place of a variable's first occurrence below a node, or else the node's.
    pub fn span_of_word(&self, node: NodeId, word: Symbol) -> Span {
        self.syntax
            .words(node)
            .find(|&(symbol, _)| symbol == word)
            .map_or(self.span(node), |(_, span)| span)
    }

    /// The name of a symbol.
    pub fn name(&self, symbol: Symbol) -> &str {
        self.symbols.name(symbol)
    }
}
