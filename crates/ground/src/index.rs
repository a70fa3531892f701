//! Indexes of the atoms of a relation: those whose arguments agree with a pattern in certain parts.

use crate::clause::{Atom, ClauseTerm, Variable};
use crate::matching::VariableValues;
use crate::store::AtomId;
use crate::values::{Value, Values};
use gdl::Symbol;
use hashbrown::{DefaultHashBuilder, HashMap};
use std::hash::BuildHasher;
use term::TermTable;

/// The part of an argument that belongs to the key of an index.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shape {
    /// No part: the argument may have any value.
    Any,
    /// The whole value of the argument.
    Key,
    /// A function of arguments with these shapes; an atom with another value in this place is not in the index.
    Compound(Symbol, Box<[Shape]>),
}

/// An index of the atoms of a relation.
#[derive(Clone, Debug)]
pub struct AtomIndex {
    shapes: Box<[Shape]>,
    /// The atoms for each hash of a key.
    rows: HashMap<u64, Vec<AtomId>>,
}

impl AtomIndex {
    /// Creates an index without atoms.
    pub fn new(shapes: Box<[Shape]>) -> AtomIndex {
        AtomIndex { shapes, rows: HashMap::new() }
    }

    /// Whether the index is of these shapes.
    pub fn is_of(&self, shapes: &[Shape]) -> bool {
        *self.shapes == *shapes
    }

    /// Returns the number of different keys.
    pub fn key_count(&self) -> usize {
        self.rows.len()
    }

    /// Returns the atoms whose key is that of a pattern with these bindings. Others may be among them.
    pub fn candidates(
        &self,
        hasher: &DefaultHashBuilder,
        atom: &Atom,
        bindings: &VariableValues,
    ) -> &[AtomId] {
        let mut hash = Hash::new(hasher);
        for (shape, pattern) in self.shapes.iter().zip(&atom.arguments) {
            hash.pattern(shape, pattern, bindings);
        }
        self.rows.get(&hash.state).map_or(&[], |rows| rows)
    }

    /// Adds an atom if its arguments have the shapes of the index; returns whether they have.
    pub fn insert(
        &mut self,
        hasher: &DefaultHashBuilder,
        values: &Values,
        arguments: &[Value],
        atom: AtomId,
    ) -> bool {
        let mut hash = Hash::new(hasher);
        let fits = self
            .shapes
            .iter()
            .zip(arguments)
            .all(|(shape, &value)| hash.value(values, shape, value));
        if fits {
            self.rows.entry(hash.state).or_default().push(atom);
        }
        fits
    }
}

/// The hash of a key. Atoms with other keys may have the same hash.
struct Hash<'a> {
    hasher: &'a DefaultHashBuilder,
    state: u64,
}

impl Hash<'_> {
    fn new(hasher: &DefaultHashBuilder) -> Hash<'_> {
        Hash { hasher, state: 0 }
    }

    fn add(&mut self, value: Value) {
        self.state = self.hasher.hash_one((self.state, value));
    }

    /// Adds the key parts of a value; returns whether the value has the shape.
    fn value(&mut self, values: &Values, shape: &Shape, value: Value) -> bool {
        match shape {
            Shape::Any => true,
            Shape::Key => {
                self.add(value);
                true
            }
            Shape::Compound(symbol, parts) => {
                let arguments = values.arguments(value);
                values.symbol(value) == *symbol
                    && arguments.len() == parts.len()
                    && parts
                        .iter()
                        .zip(arguments)
                        .all(|(part, &value)| self.value(values, part, value))
            }
        }
    }

    /// Adds the key parts of a pattern that the shape was made for.
    fn pattern(&mut self, shape: &Shape, pattern: &ClauseTerm, bindings: &VariableValues) {
        match (shape, pattern) {
            (Shape::Any, _) => {}
            (Shape::Key, ClauseTerm::Variable(variable)) => {
                self.add(bindings[usize::from(variable.0)])
            }
            (Shape::Key, ClauseTerm::Constant(value)) => self.add(*value),
            (Shape::Compound(_, parts), ClauseTerm::Compound(_, patterns)) => {
                for (part, pattern) in parts.iter().zip(patterns) {
                    self.pattern(part, pattern, bindings);
                }
            }
            _ => unreachable!("the index was made for the pattern"),
        }
    }
}

/// Returns the shapes of an index for an atom when some variables are bound.
pub fn shapes(atom: &Atom, bound: &impl Fn(Variable) -> bool) -> Box<[Shape]> {
    fn shape(pattern: &ClauseTerm, bound: &impl Fn(Variable) -> bool) -> Shape {
        match pattern {
            ClauseTerm::Variable(variable) if bound(*variable) => Shape::Key,
            ClauseTerm::Variable(_) => Shape::Any,
            ClauseTerm::Constant(_) => Shape::Key,
            ClauseTerm::Compound(symbol, parts) => {
                Shape::Compound(*symbol, parts.iter().map(|part| shape(part, bound)).collect())
            }
        }
    }
    atom.arguments.iter().map(|pattern| shape(pattern, bound)).collect()
}
