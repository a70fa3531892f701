//! Sets of variables of a clause, as bits.

use crate::clause::{Atom, Condition, Variable};

/// A set of variables.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct VariableSet(Vec<u64>);

impl VariableSet {
    /// Adds a variable to the set.
    pub fn insert(&mut self, variable: Variable) {
        let word = usize::from(variable.0) / 64;
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << (variable.0 % 64);
    }

    /// Whether a variable is in the set.
    pub fn contains(&self, variable: Variable) -> bool {
        let word = self.0.get(usize::from(variable.0) / 64);
        word.is_some_and(|word| word >> (variable.0 % 64) & 1 == 1)
    }

    /// Adds all variables of another set.
    pub fn extend(&mut self, other: &VariableSet) {
        other.iter().for_each(|variable| self.insert(variable));
    }

    /// Returns the variables that are in another set too.
    pub fn intersection(&self, other: &VariableSet) -> VariableSet {
        VariableSet(self.0.iter().zip(&other.0).map(|(one, other)| one & other).collect())
    }

    /// Returns the number of variables in the set.
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Iterates over the variables in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = Variable> + '_ {
        self.0.iter().enumerate().flat_map(|(index, &word)| {
            (0..64u16)
                .filter(move |bit| word >> bit & 1 == 1)
                .map(move |bit| Variable(index as u16 * 64 + bit))
        })
    }

    /// Whether all variables are in another set too.
    pub fn within(&self, other: &VariableSet) -> bool {
        self.iter().all(|variable| other.contains(variable))
    }

    /// Returns the variables of a condition.
    pub fn of(condition: &Condition) -> VariableSet {
        let mut set = VariableSet::default();
        condition.each_variable(&mut |variable| set.insert(variable));
        set
    }

    /// Returns the variables of an atom.
    pub fn of_atom(atom: &Atom) -> VariableSet {
        let mut set = VariableSet::default();
        atom.each_variable(&mut |variable| set.insert(variable));
        set
    }
}
