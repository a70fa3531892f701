//! Numbers for the names and arguments of facts, so that they are compared quickly.

use hashbrown::HashMap;
use term::Term;

/// A name or an argument of facts, as a number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct TermNumber(u32);

/// The names and arguments of facts, numbered in the order of first appearance.
#[derive(Default, Debug)]
pub(crate) struct TermNumbers {
    terms: Vec<Term>,
    numbers: HashMap<Term, TermNumber>,
}

impl TermNumbers {
    /// Returns the number of a name or argument; a new one gets the next number.
    pub(super) fn add(&mut self, term: Term) -> TermNumber {
        *self.numbers.entry(term).or_insert_with_key(|term| {
            self.terms.push(term.clone());
            TermNumber(self.terms.len() as u32 - 1)
        })
    }

    /// Returns the number of a name or argument; `None` if it does not occur in the sample.
    pub(crate) fn find(&self, term: &Term) -> Option<TermNumber> {
        self.numbers.get(term).copied()
    }

    /// Returns the name or argument with this number.
    pub(crate) fn term(&self, number: TermNumber) -> &Term {
        &self.terms[number.0 as usize]
    }
}
