//! Ids for the names and arguments of facts in a sample, so that they are compared quickly.

use hashbrown::HashMap;
use term::Term;

/// Id of a name or an argument of facts, which means something only in the sample that it is of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct SampledTermId(u32);

/// The names and arguments of facts, numbered in the order of first appearance.
#[derive(Default, Debug)]
pub(crate) struct SampledTerms {
    terms: Vec<Term>,
    ids: HashMap<Term, SampledTermId>,
}

impl SampledTerms {
    /// Returns the id of a name or argument; a new one gets the next id.
    pub(super) fn add(&mut self, term: Term) -> SampledTermId {
        *self.ids.entry(term).or_insert_with_key(|term| {
            self.terms.push(term.clone());
            SampledTermId(self.terms.len() as u32 - 1)
        })
    }

    /// Returns the id of a name or argument; `None` if it does not occur in the sample.
    pub(crate) fn find(&self, term: &Term) -> Option<SampledTermId> {
        self.ids.get(term).copied()
    }

    /// Returns the name or argument with this id.
    pub(crate) fn term(&self, id: SampledTermId) -> &Term {
        &self.terms[id.0 as usize]
    }
}
