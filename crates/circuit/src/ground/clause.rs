//! Clauses as the grounder works on them: no disjunctions, variables numbered within each clause.

use super::values::Value;
use gdl::Symbol;
use std::ops::{Index, IndexMut};

/// A relation: one of the rules', or one that grounding introduced.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct RelationId(pub u32);

/// A variable of a clause.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Variable(pub u16);

/// A term that may have variables.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Pattern {
    /// A variable.
    Variable(Variable),
    /// A ground term.
    Constant(Value),
    /// A function of terms of which at least one has variables.
    Compound(Symbol, Box<[Pattern]>),
}

/// A relation applied to terms.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Atom {
    /// The relation.
    pub relation: RelationId,
    /// What it is applied to.
    pub arguments: Box<[Pattern]>,
}

/// What must hold for a clause to apply.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Condition {
    /// The atom holds.
    Holds(Atom),
    /// The atom can hold in some state. Restricts the instances without being part of them.
    Possible(Atom),
    /// The atom does not hold.
    Fails(Atom),
    /// The terms differ.
    Distinct(Pattern, Pattern),
    /// The terms are equal.
    Same(Pattern, Pattern),
}

/// A clause without disjunctions.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Clause {
    /// What holds …
    pub head: Atom,
    /// … if all of these do.
    pub body: Vec<Condition>,
    /// How many variables it has.
    pub variables: u16,
}

/// What is known about a relation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// It is the same in every state: its atoms are derived exactly and do not occur in ground rules.
    Static,
    /// Its atoms may hold in some states and not in others.
    Dynamic,
    /// It says which values are possible, and never occurs in ground rules.
    Domain,
}

/// Facts about each relation.
#[derive(Clone, Debug)]
pub struct ById<T>(pub Vec<T>);

impl<T> Index<RelationId> for ById<T> {
    type Output = T;
    fn index(&self, id: RelationId) -> &T {
        &self.0[id.0 as usize]
    }
}

impl<T> IndexMut<RelationId> for ById<T> {
    fn index_mut(&mut self, id: RelationId) -> &mut T {
        &mut self.0[id.0 as usize]
    }
}

impl Pattern {
    /// Calls `visit` for every variable, once per occurrence.
    pub fn each_variable(&self, visit: &mut impl FnMut(Variable)) {
        match self {
            Pattern::Variable(variable) => visit(*variable),
            Pattern::Constant(_) => {}
            Pattern::Compound(_, arguments) => {
                arguments.iter().for_each(|argument| argument.each_variable(visit))
            }
        }
    }

    /// The pattern with its variables replaced.
    pub fn substitute(&self, by: &mut impl FnMut(Variable) -> Pattern) -> Pattern {
        match self {
            Pattern::Variable(variable) => by(*variable),
            Pattern::Constant(value) => Pattern::Constant(*value),
            Pattern::Compound(symbol, arguments) => Pattern::Compound(
                *symbol,
                arguments.iter().map(|argument| argument.substitute(by)).collect(),
            ),
        }
    }
}

impl Atom {
    /// Calls `visit` for every variable, once per occurrence.
    pub fn each_variable(&self, visit: &mut impl FnMut(Variable)) {
        self.arguments.iter().for_each(|argument| argument.each_variable(visit));
    }

    /// The atom with its variables replaced.
    pub fn substitute(&self, by: &mut impl FnMut(Variable) -> Pattern) -> Atom {
        let arguments = self.arguments.iter().map(|argument| argument.substitute(by)).collect();
        Atom { relation: self.relation, arguments }
    }
}

impl Condition {
    /// Calls `visit` for every variable, once per occurrence.
    pub fn each_variable(&self, visit: &mut impl FnMut(Variable)) {
        match self {
            Condition::Holds(atom) | Condition::Possible(atom) | Condition::Fails(atom) => {
                atom.each_variable(visit)
            }
            Condition::Distinct(left, right) | Condition::Same(left, right) => {
                left.each_variable(visit);
                right.each_variable(visit);
            }
        }
    }

    /// Whether it binds the variables in it.
    pub fn binds(&self) -> bool {
        matches!(self, Condition::Holds(_) | Condition::Possible(_))
    }

    /// The condition with its variables replaced.
    pub fn substitute(&self, by: &mut impl FnMut(Variable) -> Pattern) -> Condition {
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

    /// The condition with its variables renamed.
    pub fn rename(&self, name: &mut impl FnMut(Variable) -> Variable) -> Condition {
        self.substitute(&mut |variable| Pattern::Variable(name(variable)))
    }
}

/// A set of variables.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct VariableSet(Vec<u64>);

impl VariableSet {
    /// Adds a variable.
    pub fn insert(&mut self, variable: Variable) {
        let word = usize::from(variable.0) / 64;
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << (variable.0 % 64);
    }

    /// Whether it is in the set.
    pub fn contains(&self, variable: Variable) -> bool {
        let word = self.0.get(usize::from(variable.0) / 64);
        word.is_some_and(|word| word >> (variable.0 % 64) & 1 == 1)
    }

    /// Adds all of another set.
    pub fn extend(&mut self, other: &VariableSet) {
        other.iter().for_each(|variable| self.insert(variable));
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The variables, in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = Variable> + '_ {
        self.0.iter().enumerate().flat_map(|(index, &word)| {
            (0..64u16)
                .filter(move |bit| word >> bit & 1 == 1)
                .map(move |bit| Variable(index as u16 * 64 + bit))
        })
    }

    /// Whether all of these are in another set.
    pub fn within(&self, other: &VariableSet) -> bool {
        self.iter().all(|variable| other.contains(variable))
    }

    /// The variables of a condition.
    pub fn of(condition: &Condition) -> VariableSet {
        let mut set = VariableSet::default();
        condition.each_variable(&mut |variable| set.insert(variable));
        set
    }

    /// The variables of an atom.
    pub fn of_atom(atom: &Atom) -> VariableSet {
        let mut set = VariableSet::default();
        atom.each_variable(&mut |variable| set.insert(variable));
        set
    }
}
