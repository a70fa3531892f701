//! The terms of a rule sheet as numbers, variables included.

use crate::id_type;
use crate::interner::Interner;
use crate::symbol::{Symbol, Symbols};
use crate::table::TermTable;
use std::convert::Infallible;

id_type! {
    /// The number of a term of a rule sheet: of an object, a variable or a function applied to terms.
    pub struct TermId(pub u32);
}

/// The terms of one rule sheet, each with a number.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    /// The note of a term says whether it is ground.
    table: Interner<TermId, bool>,
}

impl Terms {
    /// Returns the term of a symbol applied to arguments; without arguments, the object or variable.
    pub fn intern(&mut self, symbols: &Symbols, symbol: Symbol, arguments: &[TermId]) -> TermId {
        let Ok(id) = self.table.intern(symbol, arguments, |is_ground| {
            let is_variable = symbols.is_variable(symbol);
            Ok::<_, Infallible>(!is_variable && arguments.iter().all(|&term| is_ground(term)))
        });
        id
    }

    /// Whether no variable occurs in the term.
    pub fn is_ground(&self, term: TermId) -> bool {
        self.table.note(term)
    }

    /// Whether the term is a variable.
    pub fn is_variable(&self, term: TermId) -> bool {
        !self.is_ground(term) && self.arguments(term).is_empty()
    }

    /// Calls `visit` for every variable in the term, once per occurrence.
    pub fn each_variable(&self, term: TermId, visit: &mut impl FnMut(Symbol)) {
        if self.is_ground(term) {
            return;
        }
        if self.is_variable(term) {
            visit(self.symbol(term));
        }
        for &argument in self.arguments(term) {
            self.each_variable(argument, visit);
        }
    }

    /// Returns the number of terms. They are numbered from 0, arguments before the terms they are in.
    pub fn len(&self) -> usize {
        self.table.len()
    }

    /// Whether there are no terms.
    pub fn is_empty(&self) -> bool {
        self.table.is_empty()
    }
}

impl TermTable for Terms {
    type Id = TermId;

    fn symbol(&self, id: TermId) -> Symbol {
        self.table.symbol(id)
    }

    fn arguments(&self, id: TermId) -> &[TermId] {
        self.table.arguments(id)
    }

    fn find(&self, symbol: Symbol, arguments: &[TermId]) -> Option<TermId> {
        self.table.find(symbol, arguments)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Term;

    #[test]
    fn terms_of_a_table_are_found_as_values() {
        let (mut symbols, mut terms) = (Symbols::default(), Terms::default());
        let [f, a, open] = ["f", "A", "(open)"].map(|name| symbols.intern(name));
        let objects = [a, open].map(|symbol| terms.intern(&symbols, symbol, &[]));
        let inner = terms.intern(&symbols, f, &objects);
        let outer = terms.intern(&symbols, f, &[objects[0], inner, objects[0]]);
        let value = terms.term(&symbols, outer);
        assert_eq!(value.to_string(), "(f A (f A (open)) A)");
        assert_eq!(terms.find_term(&symbols, &value), Some(outer));
        let other = Term::read("(F a (f a open) a)").expect("it is one term");
        assert_eq!(terms.find_term(&symbols, &other), None);
    }
}
