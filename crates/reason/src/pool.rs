//! Ground terms as ids, shared by all forks of a machine.
//!
//! Play makes new terms (facts, moves), and states travel between threads, so ids must agree
//! everywhere. A shared table assigns them under a lock; each fork works on a copy of the first terms of
//! that table, and takes the lock only for a term that its copy does not have.
//!
//! Terms with variables, which only rules have, are not stored here.

use crate::hash::hash_compound;
use crate::limits::{MAX_TERM_DEPTH, MAX_TERM_SIZE, STACK_GROWTH, STACK_RESERVE, Stop};
use gdl::{Symbol, Symbols};
use hashbrown::HashTable;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use term::{ById, Id, Term, TermTable, id_type};

id_type! {
    /// A ground term: equal terms have equal ids in all forks of a machine.
    pub(crate) struct GroundTerm(pub(crate) u32);
}

/// A symbol applied to arguments.
#[derive(Clone, Copy)]
struct Entry {
    symbol: Symbol,
    /// Index of the first argument in the arguments of the table.
    first: u32,
    arity: u16,
    /// Levels of nesting: 0 without arguments.
    depth: u16,
    /// Number of words of the term in full; shared parts count every time.
    size: u32,
}

/// Terms with their ids.
#[derive(Clone, Default)]
struct TermEntries {
    entries: ById<GroundTerm, Entry>,
    arguments: Vec<GroundTerm>,
    index: HashTable<GroundTerm>,
}

impl TermEntries {
    fn find_hashed(
        &self,
        hash: u64,
        symbol: Symbol,
        arguments: &[GroundTerm],
    ) -> Option<GroundTerm> {
        let same = |&term: &GroundTerm| {
            self.entries[term].symbol == symbol && self.arguments(term) == arguments
        };
        self.index.find(hash, same).copied()
    }

    fn push(&mut self, hash: u64, symbol: Symbol, arguments: &[GroundTerm]) -> GroundTerm {
        let (depth, size) = self.measure(arguments);
        let term = self.entries.push(Entry {
            symbol,
            first: self.arguments.len() as u32,
            arity: arguments.len() as u16,
            depth,
            size,
        });
        self.arguments.extend_from_slice(arguments);
        let TermEntries { entries, arguments, index } = self;
        index.insert_unique(hash, term, |&term| {
            let entry = &entries[term];
            let row = &arguments[entry.first as usize..][..usize::from(entry.arity)];
            hash_compound(entry.symbol, row)
        });
        term
    }

    /// Returns depth and size of a term with these arguments.
    fn measure(&self, arguments: &[GroundTerm]) -> (u16, u32) {
        arguments.iter().fold((0, 1), |(depth, size), &argument| {
            let inner = &self.entries[argument];
            (depth.max(inner.depth + 1), inner.size.saturating_add(size))
        })
    }

    /// Adds the terms that a longer table has beyond this one.
    fn catch_up(&mut self, longer: &TermEntries) {
        for term in (self.entries.len()..longer.entries.len()).map(GroundTerm::from_index) {
            let symbol = longer.entries[term].symbol;
            let arguments = longer.arguments(term);
            self.push(hash_compound(symbol, arguments), symbol, arguments);
        }
    }
}

impl TermTable for TermEntries {
    type Id = GroundTerm;

    fn symbol(&self, term: GroundTerm) -> Symbol {
        self.entries[term].symbol
    }

    fn arguments(&self, term: GroundTerm) -> &[GroundTerm] {
        let entry = &self.entries[term];
        &self.arguments[entry.first as usize..][..usize::from(entry.arity)]
    }

    fn find(&self, symbol: Symbol, arguments: &[GroundTerm]) -> Option<GroundTerm> {
        self.find_hashed(hash_compound(symbol, arguments), symbol, arguments)
    }
}

/// The ground terms of a game. A clone has a copy of its own and shares the table, for another thread.
#[derive(Clone)]
pub(crate) struct Pool {
    shared: Arc<Mutex<TermEntries>>,
    /// A copy of the first terms of the shared table.
    copy: TermEntries,
    max_terms: usize,
}

impl Pool {
    /// Creates a pool for at most this many terms.
    pub(crate) fn new(max_terms: usize) -> Pool {
        Pool { shared: Arc::default(), copy: TermEntries::default(), max_terms }
    }

    /// Limits the pool to this many terms more than it has now.
    pub(crate) fn allow_more(&mut self, terms: usize) {
        self.max_terms = lock(&self.shared).entries.len() + terms;
    }

    /// Returns the term of a symbol applied to arguments, adding it if it is new.
    #[inline]
    pub(crate) fn intern(
        &mut self,
        symbol: Symbol,
        arguments: &[GroundTerm],
    ) -> Result<GroundTerm, Stop> {
        let hash = hash_compound(symbol, arguments);
        match self.copy.find_hashed(hash, symbol, arguments) {
            Some(term) => Ok(term),
            None => self.intern_shared(hash, symbol, arguments),
        }
    }

    #[cold]
    fn intern_shared(
        &mut self,
        hash: u64,
        symbol: Symbol,
        arguments: &[GroundTerm],
    ) -> Result<GroundTerm, Stop> {
        let mut shared = lock(&self.shared);
        let known = shared.find_hashed(hash, symbol, arguments);
        if known.is_none() {
            let (depth, size) = shared.measure(arguments);
            if depth > MAX_TERM_DEPTH {
                return Err(Stop::TermDepth);
            }
            if size > MAX_TERM_SIZE {
                return Err(Stop::TermSize);
            }
            if shared.entries.len() >= self.max_terms || arguments.len() > u16::MAX.into() {
                return Err(Stop::Terms);
            }
            shared.push(hash, symbol, arguments);
        }
        self.copy.catch_up(&shared);
        drop(shared);
        Ok(self.copy.find_hashed(hash, symbol, arguments).expect("the copy has caught up"))
    }

    /// Extends the copy if it does not have this term, which may come from another thread.
    pub(crate) fn ensure(&mut self, term: GroundTerm) {
        if term.index() >= self.copy.entries.len() {
            self.copy.catch_up(&lock(&self.shared));
        }
    }

    /// Copies a term to another pool and returns its id there. `copies` holds the terms copied so far.
    pub(crate) fn copy(
        &self,
        term: GroundTerm,
        to: &mut Pool,
        copies: &mut HashMap<GroundTerm, GroundTerm>,
    ) -> Result<GroundTerm, Stop> {
        if let Some(&known) = copies.get(&term) {
            return Ok(known);
        }
        let mut arguments = Vec::new();
        for &argument in self.arguments(term) {
            let copied = stacker::maybe_grow(STACK_RESERVE, STACK_GROWTH, || {
                self.copy(argument, to, copies)
            });
            arguments.push(copied?);
        }
        let copied = to.intern(self.symbol(term), &arguments)?;
        copies.insert(term, copied);
        Ok(copied)
    }
}

/// Symbols and arguments are those of the terms of the copy.
impl TermTable for Pool {
    type Id = GroundTerm;

    fn symbol(&self, term: GroundTerm) -> Symbol {
        self.copy.symbol(term)
    }

    fn arguments(&self, term: GroundTerm) -> &[GroundTerm] {
        self.copy.arguments(term)
    }

    /// Returns the term of a symbol applied to arguments if any fork has added it.
    fn find(&self, symbol: Symbol, arguments: &[GroundTerm]) -> Option<GroundTerm> {
        let hash = hash_compound(symbol, arguments);
        self.copy
            .find_hashed(hash, symbol, arguments)
            .or_else(|| lock(&self.shared).find_hashed(hash, symbol, arguments))
    }

    /// Returns a term as a value. The copy may lack a term that comes from another thread, so the shared table may be
    /// needed.
    fn term(&self, symbols: &Symbols, term: GroundTerm) -> Term {
        if term.index() < self.copy.entries.len() {
            self.copy.term(symbols, term)
        } else {
            lock(&self.shared).term(symbols, term)
        }
    }
}

/// Locks the shared table. A thread that panicked with the lock has left it consistent: every change is a push.
fn lock(shared: &Mutex<TermEntries>) -> MutexGuard<'_, TermEntries> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
