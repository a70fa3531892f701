//! Names as small numbers. GDL's names are case-insensitive: `Cell` and `cell` are one symbol, shown in the spelling
//! that came first. GDL's own words have fixed numbers.

use hashbrown::hash_table::Entry;
use hashbrown::{DefaultHashBuilder, HashTable};
use std::hash::BuildHasher;

/// The number of a name: of a relation, a function, an object or (with its `?`) a variable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Symbol(pub u32);

macro_rules! words {
    ($($name:ident = $index:literal $text:literal),* $(,)?) => {
        /// GDL's own words, in the order of their fixed numbers.
        const WORDS: &[&str] = &[$($text),*];
        $(
            #[doc = concat!("The word `", $text, "`.")]
            pub const $name: Symbol = Symbol($index);
        )*
    };
}

words! {
    IF = 0 "<=", NOT = 1 "not", OR = 2 "or", AND = 3 "and", DISTINCT = 4 "distinct",
    ROLE = 5 "role", INIT = 6 "init", TRUE = 7 "true", NEXT = 8 "next", LEGAL = 9 "legal",
    DOES = 10 "does", GOAL = 11 "goal", TERMINAL = 12 "terminal", BASE = 13 "base",
    INPUT = 14 "input", SEES = 15 "sees", RANDOM = 16 "random",
}

impl Symbol {
    /// Whether this is one of the words that build formulas: `<=`, `not`, `or`, `and`, `distinct`.
    pub fn is_connective(self) -> bool {
        self <= DISTINCT
    }

    /// Returns the number of arguments that GDL prescribes for this relation, or `None` if it is not one of GDL's own.
    pub fn keyword_arity(self) -> Option<usize> {
        match self {
            TERMINAL => Some(0),
            ROLE | INIT | TRUE | NEXT | BASE => Some(1),
            LEGAL | DOES | GOAL | INPUT | SEES => Some(2),
            _ => None,
        }
    }
}

/// The names of one rule sheet, each with a number.
#[derive(Clone, Debug)]
pub struct Symbols {
    names: Vec<Box<str>>,
    index: HashTable<u32>,
    hasher: DefaultHashBuilder,
}

impl Default for Symbols {
    fn default() -> Self {
        let mut symbols = Symbols {
            names: Vec::new(),
            index: HashTable::new(),
            // Seeded at random: a rule sheet cannot be written so that its names collide.
            hasher: DefaultHashBuilder::default(),
        };
        for word in WORDS {
            symbols.intern(word);
        }
        symbols
    }
}

impl Symbols {
    /// Returns the symbol of a name. A new name gets the next number.
    pub fn intern(&mut self, word: &str) -> Symbol {
        let hash = hash_folded(&self.hasher, word);
        let Symbols { names, index, hasher } = self;
        let entry = index.entry(
            hash,
            |&id| names[id as usize].eq_ignore_ascii_case(word),
            |&id| hash_folded(hasher, &names[id as usize]),
        );
        match entry {
            Entry::Occupied(found) => Symbol(*found.get()),
            Entry::Vacant(place) => {
                let id = names.len() as u32;
                place.insert(id);
                names.push(word.into());
                Symbol(id)
            }
        }
    }

    /// Returns the symbol of a name that was interned before.
    pub fn find(&self, word: &str) -> Option<Symbol> {
        let hash = hash_folded(&self.hasher, word);
        let same = |&id: &u32| self.names[id as usize].eq_ignore_ascii_case(word);
        self.index.find(hash, same).map(|&id| Symbol(id))
    }

    /// Returns the name in the spelling in which it was interned first.
    pub fn name(&self, symbol: Symbol) -> &str {
        &self.names[symbol.0 as usize]
    }

    /// Whether the name is that of a variable (`?x`).
    pub fn is_variable(&self, symbol: Symbol) -> bool {
        self.name(symbol).starts_with('?')
    }

    /// Returns the number of symbols. They are numbered from 0.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Returns `false`: GDL's own words are always there.
    pub fn is_empty(&self) -> bool {
        false
    }
}

fn hash_folded(hasher: &DefaultHashBuilder, word: &str) -> u64 {
    if word.bytes().any(|byte| byte.is_ascii_uppercase()) {
        hasher.hash_one(word.to_ascii_lowercase())
    } else {
        hasher.hash_one(word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_case_insensitive_and_keep_their_first_spelling() {
        let mut symbols = Symbols::default();
        let cell = symbols.intern("Cell");
        assert_eq!(symbols.intern("cELL"), cell);
        assert_eq!(symbols.name(cell), "Cell");
        assert_eq!(symbols.find("CELL"), Some(cell));
        assert_eq!(symbols.find("cells"), None);
    }

    #[test]
    fn gdl_words_have_their_fixed_ids() {
        let symbols = Symbols::default();
        assert_eq!(symbols.find("<="), Some(IF));
        assert_eq!(symbols.find("TERMINAL"), Some(TERMINAL));
        assert_eq!(symbols.find("random"), Some(RANDOM));
        assert_eq!(symbols.len(), 17);
    }
}
