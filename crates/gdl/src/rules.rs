//! Rules that have been checked: what the machines are built from. Negation stands in front of
//! atoms only, relations are dense ids, and it is known what each relation depends on.
//!
//! What holds for every value of [`Rules`]: every relation has one arity; every variable of a head,
//! of a negation and of a comparison is bound by a positive condition; the roles are ground; negation
//! is stratified rule by rule (a relation may use its own negation where the rules concerned cannot
//! meet, as in `(goal ?r 50)` if not `(goal ?r 100)`).

use crate::check::Components;
use crate::sheet::{Atom, Formula, Sheet};
use crate::source::Span;
use crate::symbol::{ROLE, Symbol, Symbols};
use crate::term::{Term, Terms};
use std::collections::HashSet;

/// A relation of a game, as a dense id.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Relation(pub u32);

/// A relation applied to terms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Predicate {
    /// The relation.
    pub relation: Relation,
    /// What it is applied to.
    pub arguments: Box<[Term]>,
}

/// A condition in the body of a clause.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Literal {
    /// The predicate holds.
    Holds(Predicate),
    /// The predicate does not hold.
    Fails(Predicate),
    /// The terms differ.
    Distinct(Term, Term),
    /// The terms are equal (from a negated `distinct`).
    Same(Term, Term),
    /// At least one of these conjunctions holds.
    Any(Vec<Vec<Literal>>),
}

/// A fact or rule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clause {
    /// What holds …
    pub head: Predicate,
    /// … if all of these do.
    pub body: Vec<Literal>,
    /// Where it stands in the text.
    pub span: Span,
}

/// What is known about a relation.
#[derive(Clone, Debug)]
pub struct RelationInfo {
    /// Its name.
    pub name: Symbol,
    /// Its number of arguments.
    pub arity: usize,
    /// The clauses that define it, as indexes into [`Rules::clauses`].
    pub clauses: Vec<usize>,
    /// The group of relations that depend on each other it belongs to; a group comes after those it
    /// depends on.
    pub component: u32,
    /// Whether it depends on itself.
    pub recursive: bool,
    /// Whether it depends on the current state.
    pub on_state: bool,
    /// Whether it depends on the players' moves.
    pub on_moves: bool,
}

/// A checked game description.
#[derive(Clone, Debug)]
pub struct Rules {
    sheet: Sheet,
    roles: Vec<Term>,
    relations: Vec<RelationInfo>,
    clauses: Vec<Clause>,
    by_name: Vec<Option<Relation>>,
    hidden_information: bool,
}

impl Rules {
    /// Takes a sheet without errors.
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

    /// Adds a formula, or its negation, to a conjunction of literals.
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

    /// The sheet the rules were read from.
    pub fn sheet(&self) -> &Sheet {
        &self.sheet
    }

    /// The words.
    pub fn symbols(&self) -> &Symbols {
        &self.sheet.symbols
    }

    /// The terms.
    pub fn terms(&self) -> &Terms {
        &self.sheet.terms
    }

    /// The roles, in the order in which they are declared.
    pub fn roles(&self) -> &[Term] {
        &self.roles
    }

    /// All facts and rules.
    pub fn clauses(&self) -> &[Clause] {
        &self.clauses
    }

    /// All relations; a [`Relation`] is an index into them.
    pub fn relations(&self) -> &[RelationInfo] {
        &self.relations
    }

    /// What is known about a relation.
    pub fn relation(&self, relation: Relation) -> &RelationInfo {
        &self.relations[relation.0 as usize]
    }

    /// The relation of this name, if the rules mention it.
    pub fn find(&self, name: Symbol) -> Option<Relation> {
        self.by_name.get(name.0 as usize).copied().flatten()
    }

    /// Whether the rules use chance or hidden information (GDL-II).
    pub fn has_hidden_information(&self) -> bool {
        self.hidden_information
    }
}
