//! Clauses without disjunctions, with variables numbered within each clause. Nothing here derives anything.

use crate::values::Value;
use gdl::Symbol;
use term::{ById, id_type};

id_type! {
    /// A relation of the rules, or one that grounding introduced; the relations of the rules come first.
    pub struct RelationId(pub u32);
}

impl From<gdl::Relation> for RelationId {
    fn from(relation: gdl::Relation) -> RelationId {
        RelationId(relation.0)
    }
}

/// A variable of a clause, numbered from 0 within the clause.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Variable(pub u16);

/// A term that may contain variables.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum ClauseTerm {
    /// A variable of the clause.
    Variable(Variable),
    /// A term without variables.
    Constant(Value),
    /// A function of terms, at least one of which contains variables.
    Compound(Symbol, Box<[ClauseTerm]>),
}

/// A relation applied to terms.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Atom {
    /// The relation of the atom.
    pub relation: RelationId,
    /// The terms that it is applied to.
    pub arguments: Box<[ClauseTerm]>,
}

/// A condition in the body of a clause.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Condition {
    /// The atom holds in the current state.
    Holds(Atom),
    /// The atom can hold in some state. It restricts the instances of the clause without being part of them.
    Possible(Atom),
    /// The atom does not hold.
    Fails(Atom),
    /// The two terms differ.
    Distinct(ClauseTerm, ClauseTerm),
    /// The terms are equal.
    Same(ClauseTerm, ClauseTerm),
}

/// A clause without disjunctions.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Clause {
    /// The atom that the clause derives.
    pub head: Atom,
    /// The conditions, all of which must be satisfied.
    pub body: Vec<Condition>,
    /// Number of variables of the clause.
    pub variables: u16,
}

/// The way in which a relation depends on the state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RelationKind {
    /// It is the same in every state: its atoms are derived exactly and do not occur in ground rules.
    Static,
    /// Its atoms may hold in some states and not in others.
    Dynamic,
    /// It restricts the values of variables, and never occurs in ground rules.
    Domain,
}

/// One value for each relation.
pub type PerRelation<T> = ById<RelationId, T>;

impl ClauseTerm {
    /// Calls `visit` with every variable, once per occurrence.
    pub fn each_variable(&self, visit: &mut impl FnMut(Variable)) {
        match self {
            ClauseTerm::Variable(variable) => visit(*variable),
            ClauseTerm::Constant(_) => {}
            ClauseTerm::Compound(_, arguments) => {
                arguments.iter().for_each(|argument| argument.each_variable(visit))
            }
        }
    }

    /// Returns the pattern with its variables replaced.
    pub fn substitute(&self, by: &mut impl FnMut(Variable) -> ClauseTerm) -> ClauseTerm {
        match self {
            ClauseTerm::Variable(variable) => by(*variable),
            ClauseTerm::Constant(value) => ClauseTerm::Constant(*value),
            ClauseTerm::Compound(symbol, arguments) => ClauseTerm::Compound(
                *symbol,
                arguments.iter().map(|argument| argument.substitute(by)).collect(),
            ),
        }
    }
}

impl Atom {
    /// Calls `visit` with every variable, once per occurrence.
    pub fn each_variable(&self, visit: &mut impl FnMut(Variable)) {
        self.arguments.iter().for_each(|argument| argument.each_variable(visit));
    }

    /// Returns the atom with its variables replaced.
    pub fn substitute(&self, by: &mut impl FnMut(Variable) -> ClauseTerm) -> Atom {
        let arguments = self.arguments.iter().map(|argument| argument.substitute(by)).collect();
        Atom { relation: self.relation, arguments }
    }
}

impl Condition {
    /// Calls `visit` with every variable, once per occurrence.
    pub fn each_variable(&self, visit: &mut impl FnMut(Variable)) {
        match self {
            Condition::Holds(atom) | Condition::Possible(atom) | Condition::Fails(atom) => {
                atom.each_variable(visit);
            }
            Condition::Distinct(left, right) | Condition::Same(left, right) => {
                left.each_variable(visit);
                right.each_variable(visit);
            }
        }
    }

    /// Returns the atom that stored atoms are matched with; `None` if the condition is a test of bound variables.
    pub fn binder(&self) -> Option<&Atom> {
        match self {
            Condition::Holds(atom) | Condition::Possible(atom) => Some(atom),
            _ => None,
        }
    }

    /// Returns the atom of the condition; `None` if the condition compares terms.
    pub fn atom(&self) -> Option<&Atom> {
        match self {
            Condition::Holds(atom) | Condition::Possible(atom) | Condition::Fails(atom) => {
                Some(atom)
            }
            Condition::Distinct(..) | Condition::Same(..) => None,
        }
    }

    /// Whether matching the condition binds its variables.
    pub fn binds(&self) -> bool {
        self.binder().is_some()
    }

    /// Returns the condition with its variables replaced.
    pub fn substitute(&self, by: &mut impl FnMut(Variable) -> ClauseTerm) -> Condition {
        match self {
            Condition::Holds(atom) => Condition::Holds(atom.substitute(by)),
            Condition::Possible(atom) => Condition::Possible(atom.substitute(by)),
            Condition::Fails(atom) => Condition::Fails(atom.substitute(by)),
            Condition::Distinct(left, right) => {
                Condition::Distinct(left.substitute(by), right.substitute(by))
            }
            Condition::Same(left, right) => {
                Condition::Same(left.substitute(by), right.substitute(by))
            }
        }
    }

    /// Returns the condition with its variables renamed.
    pub fn rename(&self, name: &mut impl FnMut(Variable) -> Variable) -> Condition {
        self.substitute(&mut |variable| ClauseTerm::Variable(name(variable)))
    }
}

impl Clause {
    /// Returns the conditions that bind variables, with their places in the body.
    pub fn binders(&self) -> impl Iterator<Item = (usize, &Atom)> {
        let body = self.body.iter().enumerate();
        body.filter_map(|(index, condition)| Some((index, condition.binder()?)))
    }
}
