//! A table of terms as numbers: equal terms have equal numbers, and each has a note that is computed when it is
//! entered.
//!
//! Nothing here knows which terms are allowed or what the notes say; `terms` and other crates decide that.

use crate::id::Id;
use crate::symbol::Symbol;
use crate::table::TermTable;
use hashbrown::hash_table::Entry;
use hashbrown::{DefaultHashBuilder, HashTable};
use std::hash::BuildHasher;

/// An interned term: its symbol, the place of its arguments, and its note.
#[derive(Clone, Copy, Debug)]
struct InternedTerm<N> {
    symbol: Symbol,
    first_argument: u32,
    arguments: u32,
    note: N,
}

/// Terms with numbers of type `I`, in the order in which they were entered, each with a note of type `N`.
#[derive(Clone, Debug)]
pub struct Interner<I, N> {
    entered: Vec<InternedTerm<N>>,
    arguments: Vec<I>,
    index: HashTable<u32>,
    hasher: DefaultHashBuilder,
}

impl<I, N> Default for Interner<I, N> {
    fn default() -> Interner<I, N> {
        Interner {
            entered: Vec::new(),
            arguments: Vec::new(),
            index: HashTable::new(),
            hasher: DefaultHashBuilder::default(),
        }
    }
}

impl<I: Id, N: Copy> Interner<I, N> {
    /// Returns the number of a symbol applied to arguments. If the term is new, `note` computes its note, with a
    /// function that returns the notes of the arguments; an error of `note` is returned, and the term is not entered.
    pub fn intern<E>(
        &mut self,
        symbol: Symbol,
        arguments: &[I],
        note: impl FnOnce(&dyn Fn(I) -> N) -> Result<N, E>,
    ) -> Result<I, E> {
        let hash = self.hasher.hash_one((symbol, arguments));
        let Interner { entered, arguments: all, index, hasher } = self;
        let entry = index.entry(
            hash,
            |&id| entered[id as usize].is(symbol, arguments, all),
            |&id| {
                let candidate = &entered[id as usize];
                hasher.hash_one((candidate.symbol, candidate.slice(all)))
            },
        );
        match entry {
            Entry::Occupied(found) => Ok(I::from_index(*found.get() as usize)),
            Entry::Vacant(place) => {
                let note = note(&|argument| entered[argument.index()].note)?;
                let id = entered.len();
                place.insert(id as u32);
                let (first_argument, count) = (all.len() as u32, arguments.len() as u32);
                entered.push(InternedTerm { symbol, first_argument, arguments: count, note });
                all.extend_from_slice(arguments);
                Ok(I::from_index(id))
            }
        }
    }

    /// Returns the note of a term.
    pub fn note(&self, term: I) -> N {
        self.entered[term.index()].note
    }

    /// Returns the number of terms. They are numbered from 0, arguments before the terms they are in.
    pub fn len(&self) -> usize {
        self.entered.len()
    }

    /// Whether there are no terms.
    pub fn is_empty(&self) -> bool {
        self.entered.is_empty()
    }

    /// Returns the approximate memory in use, in bytes.
    pub fn bytes(&self) -> usize {
        self.entered.len() * (size_of::<InternedTerm<N>>() + 8) + size_of_val(&self.arguments[..])
    }
}

impl<I: Id, N: Copy> TermTable for Interner<I, N> {
    type Id = I;

    fn symbol(&self, term: I) -> Symbol {
        self.entered[term.index()].symbol
    }

    fn arguments(&self, term: I) -> &[I] {
        self.entered[term.index()].slice(&self.arguments)
    }

    fn find(&self, symbol: Symbol, arguments: &[I]) -> Option<I> {
        let hash = self.hasher.hash_one((symbol, arguments));
        let is = |&id: &u32| self.entered[id as usize].is(symbol, arguments, &self.arguments);
        self.index.find(hash, is).map(|&id| I::from_index(id as usize))
    }
}

impl<N> InternedTerm<N> {
    fn slice<'a, I>(&self, all: &'a [I]) -> &'a [I] {
        let first = self.first_argument as usize;
        &all[first..first + self.arguments as usize]
    }

    fn is<I: Eq>(&self, symbol: Symbol, arguments: &[I], all: &[I]) -> bool {
        self.symbol == symbol && self.slice(all) == arguments
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Symbols, TermId};

    #[test]
    fn a_term_whose_note_is_an_error_is_not_entered() {
        let (mut symbols, mut table) = (Symbols::default(), Interner::<TermId, u32>::default());
        let f = symbols.intern("f");
        // The note is the depth, and at most 1.
        let mut enter = |arguments: &[TermId]| {
            table.intern(f, arguments, |depth| {
                let depth = arguments.iter().map(|&argument| 1 + depth(argument)).max();
                depth.map_or(Ok(0), |depth| if depth > 1 { Err("too deep") } else { Ok(depth) })
            })
        };
        let leaf = enter(&[]).expect("it is not deep");
        let inner = enter(&[leaf, leaf]).expect("it is not deep");
        assert_eq!(enter(&[inner]), Err("too deep"));
        assert_eq!(enter(&[leaf, leaf]), Ok(inner));
        assert_eq!((table.len(), table.note(leaf), table.note(inner)), (2, 0, 1));
        assert_eq!((table.find(f, &[inner]), table.find(f, &[leaf, leaf])), (None, Some(inner)));
        assert_eq!((table.symbol(inner), table.arguments(inner)), (f, &[leaf, leaf][..]));
    }
}
