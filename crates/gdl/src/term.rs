//! Terms, interned: equal terms have equal ids, so that comparing terms is comparing numbers.

use crate::symbol::{Symbol, Symbols};
use hashbrown::hash_table::Entry;
use hashbrown::{DefaultHashBuilder, HashTable};
use std::hash::BuildHasher;

/// A term of a rule sheet: an object, a variable or a function applied to terms.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Term(pub u32);

#[derive(Clone, Copy, Debug)]
struct Entered {
    symbol: Symbol,
    first_argument: u32,
    arguments: u32,
    ground: bool,
}

/// All terms of one rule sheet.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    entered: Vec<Entered>,
    arguments: Vec<Term>,
    index: HashTable<u32>,
    hasher: DefaultHashBuilder,
}

impl Terms {
    /// The term of a symbol applied to arguments; without arguments an object or a variable.
    pub fn intern(&mut self, symbols: &Symbols, symbol: Symbol, arguments: &[Term]) -> Term {
        let hash = self.hasher.hash_one((symbol, arguments));
        let Terms { entered, arguments: all, index, hasher } = self;
        let entry = index.entry(
            hash,
            |&id| {
                let candidate = &entered[id as usize];
                candidate.symbol == symbol && candidate.slice(all) == arguments
            },
            |&id| {
                let candidate = &entered[id as usize];
                hasher.hash_one((candidate.symbol, candidate.slice(all)))
            },
        );
        match entry {
            Entry::Occupied(found) => Term(*found.get()),
            Entry::Vacant(place) => {
                let id = entered.len() as u32;
                place.insert(id);
                let ground = !symbols.is_variable(symbol)
                    && arguments.iter().all(|term| entered[term.0 as usize].ground);
                entered.push(Entered {
                    symbol,
                    first_argument: all.len() as u32,
                    arguments: arguments.len() as u32,
                    ground,
                });
                all.extend_from_slice(arguments);
                Term(id)
            }
        }
    }

    /// The function, object or variable.
    pub fn symbol(&self, term: Term) -> Symbol {
        self.entered[term.0 as usize].symbol
    }

    /// The arguments; none for objects and variables.
    pub fn arguments(&self, term: Term) -> &[Term] {
        self.entered[term.0 as usize].slice(&self.arguments)
    }

    /// Whether no variable occurs in the term.
    pub fn is_ground(&self, term: Term) -> bool {
        self.entered[term.0 as usize].ground
    }

    /// Whether the term is a variable.
    pub fn is_variable(&self, term: Term) -> bool {
        !self.is_ground(term) && self.arguments(term).is_empty()
    }

    /// Calls `visit` for every variable in the term, once per occurrence.
    pub fn each_variable(&self, term: Term, visit: &mut impl FnMut(Symbol)) {
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

    /// How many terms there are; ids run from 0 to one less, arguments before what they are in.
    pub fn len(&self) -> usize {
        self.entered.len()
    }

    /// Whether there is no term.
    pub fn is_empty(&self) -> bool {
        self.entered.is_empty()
    }
}

impl Entered {
    fn slice<'a>(&self, all: &'a [Term]) -> &'a [Term] {
        let first = self.first_argument as usize;
        &all[first..first + self.arguments as usize]
    }
}
