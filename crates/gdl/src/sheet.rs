//! A rule sheet as written: rules, facts and formulas over interned terms, each with its place in the
//! text. Nothing here has been checked; [`crate::check()`] does that.

use crate::source::Source;
use crate::syntax::{NodeId, Syntax};
use std::collections::HashSet;
use term::{Span, Symbol, Symbols, TermId, Terms};

/// A relation applied to terms, as written.
#[derive(Clone, Debug)]
pub struct Atom {
    /// Name of the relation.
    pub relation: Symbol,
    /// Arguments of the relation.
    pub arguments: Box<[TermId]>,
    /// Place of the item in the text.
    pub node: NodeId,
}

/// A condition in a rule's body.
#[derive(Clone, Debug)]
pub enum Formula {
    /// An atom: `(relation term …)`.
    Atom(Atom),
    /// A negation: `(not formula)`.
    Not(Box<Formula>, NodeId),
    /// A conjunction: `(and formula …)`.
    And(Vec<Formula>, NodeId),
    /// A disjunction: `(or formula …)`.
    Or(Vec<Formula>, NodeId),
    /// An inequality: `(distinct term term)`.
    Distinct(TermId, TermId, NodeId),
}

impl Formula {
    /// Returns the place of the formula.
    pub fn node(&self) -> NodeId {
        match self {
            Formula::Atom(atom) => atom.node,
            Formula::Not(_, node)
            | Formula::And(_, node)
            | Formula::Or(_, node)
            | Formula::Distinct(_, _, node) => *node,
        }
    }

    /// Calls `visit` for each atom of the formula, with `true` if it stands under an odd number of negations; `negated`
    /// says the same of the formula itself.
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

    /// Calls `visit` with the place of each `distinct` of the formula.
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

/// A fact or a rule, as written.
#[derive(Clone, Debug)]
pub struct Rule {
    /// Conclusion of the rule.
    pub head: Atom,
    /// Conditions, which must all hold; empty for a fact.
    pub body: Vec<Formula>,
    /// Whether the rule was written with `<=`.
    pub arrow: bool,
    /// Place of the item in the text.
    pub node: NodeId,
}

/// A rule sheet that has been read but not checked.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// Text of the sheet.
    pub source: Source,
    /// Words and lists of the text.
    pub syntax: Syntax,
    /// Symbols of the words.
    pub symbols: Symbols,
    /// Interned terms of the rules.
    pub terms: Terms,
    /// Facts and rules that could be read, in the order of the text.
    pub rules: Vec<Rule>,
    /// Words of rules that could not be read; they are not reported as undefined or unused.
    pub broken_words: HashSet<Symbol>,
}

impl Sheet {
    /// Returns the place of a node in the text.
    pub fn span(&self, node: NodeId) -> Span {
        self.syntax.span(node)
    }

    /// Returns the place of the first occurrence of a word below a node, or the place of the node if it does not occur.
    pub fn span_of_word(&self, node: NodeId, word: Symbol) -> Span {
        self.syntax
            .words(node)
            .find(|&(symbol, _)| symbol == word)
            .map_or(self.span(node), |(_, span)| span)
    }

    /// Returns the name of a symbol.
    pub fn name(&self, symbol: Symbol) -> &str {
        self.symbols.name(symbol)
    }
}
