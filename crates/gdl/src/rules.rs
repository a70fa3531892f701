//! Checked rules, from which machines are built: negation occurs only in front of atoms, relations are
//! dense ids, and the dependencies of each relation are known. No checks are made here.
//!
//! Invariants of every value of [`Rules`]: each relation has one arity; each variable of a head, a
//! negation or a comparison is bound by a positive condition; the roles are ground; negation is
//! stratified rule by rule (a relation may depend on its own negation if the rules concerned never match
//! the same atoms, as in `(goal ?r 50)` if not `(goal ?r 100)`).

use crate::check::Components;
use crate::sheet::{Atom, Formula, Sheet};
use std::collections::HashSet;
use term::word::ROLE;
use term::{Span, Symbol, Symbols, TermId, Terms, id_type};

id_type! {
    /// Dense id of a relation of a game: an index into [`Rules::relations`].
    pub struct Relation(pub u32);
}

/// A relation applied to terms: an atom of checked rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Predicate {
    /// Id of the relation.
    pub relation: Relation,
    /// Arguments of the relation.
    pub arguments: Box<[TermId]>,
}

/// A condition in the body of a clause.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Literal {
    /// The predicate holds in the current state.
    Holds(Predicate),
    /// The predicate does not hold.
    Fails(Predicate),
    /// The two terms differ.
    Distinct(TermId, TermId),
    /// The terms are equal (from a negated `distinct`).
    Same(TermId, TermId),
    /// At least one of these conjunctions holds.
    Any(Vec<Vec<Literal>>),
}

/// A fact or a rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clause {
    /// Conclusion of the clause.
    pub head: Predicate,
    /// Conditions, which must all hold; empty for a fact.
    pub body: Vec<Literal>,
    /// Place of the clause in the text.
    pub span: Span,
}

/// Properties of a relation.
#[derive(Clone, Debug)]
pub struct RelationInfo {
    /// Name of the relation.
    pub name: Symbol,
    /// Number of arguments of the relation.
    pub arity: usize,
    /// Indices of its clauses in [`Rules::clauses`].
    pub clauses: Vec<usize>,
    /// Number of its strongly connected component in the dependency graph. A component has a greater
    /// number than those it depends on.
    pub component: u32,
    /// Whether the relation depends on itself.
    pub recursive: bool,
    /// Whether the relation depends on the current state.
    pub on_state: bool,
    /// Whether the relation depends on the players' moves.
    pub on_moves: bool,
}

/// A game description that passed all checks.
#[derive(Clone, Debug)]
pub struct Rules {
    sheet: Sheet,
    roles: Vec<TermId>,
    relations: Vec<RelationInfo>,
    clauses: Vec<Clause>,
    by_name: Vec<Option<Relation>>,
    hidden_information: bool,
}

impl Rules {
    /// Builds the rules of a sheet without errors.
    pub(crate) fn build(sheet: Sheet, components: &Components) -> Rules {
        let mut rules = Rules {
            roles: Vec::new(),
            relations: Vec::new(),
            clauses: Vec::with_capacity(sheet.rules.len()),
            by_name: vec![None; sheet.symbols.len()],
            hidden_information: false,
            sheet,
        };
        let mut seen_roles = HashSet::new();
        let written = std::mem::take(&mut rules.sheet.rules);
        for rule in &written {
            let head = rules.predicate(&rule.head, components);
            let mut body = Vec::new();
            for formula in &rule.body {
                rules.conjoin(formula, false, components, &mut body);
            }
            if rule.head.relation == ROLE && seen_roles.insert(head.arguments[0]) {
                rules.roles.push(head.arguments[0]);
            }
            rules.hidden_information |= crate::check::uses_hidden_information(&rules.sheet, rule);
            rules.relations[head.relation.0 as usize].clauses.push(rules.clauses.len());
            let span = rules.sheet.span(rule.node);
            rules.clauses.push(Clause { head, body, span });
        }
        rules.sheet.rules = written;
        rules
    }

    fn predicate(&mut self, atom: &Atom, components: &Components) -> Predicate {
        let relation = self.by_name[atom.relation.0 as usize].unwrap_or_else(|| {
            let relation = Relation(self.relations.len() as u32);
            self.relations.push(RelationInfo {
                name: atom.relation,
                arity: atom.arguments.len(),
                clauses: Vec::new(),
                component: components.component(atom.relation),
                recursive: components.recursive(atom.relation),
                on_state: components.on_state(atom.relation),
                on_moves: components.on_moves(atom.relation),
            });
            self.by_name[atom.relation.0 as usize] = Some(relation);
            relation
        });
        Predicate { relation, arguments: atom.arguments.clone() }
    }

    /// Adds a formula, or its negation if `negated`, to a conjunction of literals.
    fn conjoin(
        &mut self,
        formula: &Formula,
        negated: bool,
        components: &Components,
        out: &mut Vec<Literal>,
    ) {
        match (formula, negated) {
            (Formula::Atom(atom), false) => {
                out.push(Literal::Holds(self.predicate(atom, components)))
            }
            (Formula::Atom(atom), true) => {
                out.push(Literal::Fails(self.predicate(atom, components)))
            }
            (&Formula::Distinct(left, right, _), false) => out.push(Literal::Distinct(left, right)),
            (&Formula::Distinct(left, right, _), true) => out.push(Literal::Same(left, right)),
            (Formula::Not(inner, _), _) => self.conjoin(inner, !negated, components, out),
            (Formula::And(parts, _), false) | (Formula::Or(parts, _), true) => {
                for part in parts {
                    self.conjoin(part, negated, components, out);
                }
            }
            (Formula::Or(parts, _), false) | (Formula::And(parts, _), true) => {
                let branches = parts
                    .iter()
                    .map(|part| {
                        let mut branch = Vec::new();
                        self.conjoin(part, negated, components, &mut branch);
                        branch
                    })
                    .collect();
                out.push(Literal::Any(branches));
            }
        }
    }

    /// Returns the sheet from which the rules were read.
    pub fn sheet(&self) -> &Sheet {
        &self.sheet
    }

    /// Returns the symbols of the sheet.
    pub fn symbols(&self) -> &Symbols {
        &self.sheet.symbols
    }

    /// Returns the interned terms of the sheet.
    pub fn terms(&self) -> &Terms {
        &self.sheet.terms
    }

    /// Returns the roles in the order of their declarations, each once.
    pub fn roles(&self) -> &[TermId] {
        &self.roles
    }

    /// Returns all facts and rules in the order of the text.
    pub fn clauses(&self) -> &[Clause] {
        &self.clauses
    }

    /// Returns all relations; a [`Relation`] is an index into them.
    pub fn relations(&self) -> &[RelationInfo] {
        &self.relations
    }

    /// Returns the properties of a relation.
    pub fn relation(&self, relation: Relation) -> &RelationInfo {
        &self.relations[relation.0 as usize]
    }

    /// Returns the relation with this name; `None` if the rules do not mention it.
    pub fn find(&self, name: Symbol) -> Option<Relation> {
        self.by_name.get(name.0 as usize).copied().flatten()
    }

    /// Whether the rules use chance or hidden information, which is the extension GDL-II.
    pub fn has_hidden_information(&self) -> bool {
        self.hidden_information
    }
}
