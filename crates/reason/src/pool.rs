//! Ground terms as ids, shared by all forks of a machine.
//!
//! Play makes new terms (facts, moves), and states travel between threads, so ids must agree
//! everywhere. The shared pool gives them out under a lock; each fork works on a mirror of it, which is
//! a prefix of the shared pool, and goes to the lock only for a term its mirror does not have.

use crate::hash::hash_row;
use crate::limits::{MAX_TERM_DEPTH, MAX_TERM_SIZE, STACK_LEFT, STACK_MORE, Stop};

use gdl::{Symbol, Symbols};
use hashbrown::HashTable;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A ground term.
pub(crate) type Ground = u32;

#[derive(Clone, Copy)]
struct Entry {
    symbol: Symbol,
    first: u32,
    arity: u16,
    depth: u16,
    /// How many words the term has when it is written out; shared parts count every time.
    size: u32,
}

#[derive(Clone, Default)]
struct Table {
    entries: Vec<Entry>,
    arguments: Vec<Ground>,
    index: HashTable<Ground>,
}

impl Table {
    fn arguments(&self, term: Ground) -> &[Ground] {
        let entry = &self.entries[term as usize];
        &self.arguments[entry.first as usize..][..usize::from(entry.arity)]
    }

    fn find(&self, hash: u64, symbol: Symbol, arguments: &[Ground]) -> Option<Ground> {
        let same = |&term: &Ground| {
            self.entries[term as usize].symbol == symbol && self.arguments(term) == arguments
        };
        self.index.find(hash, same).copied()
    }

    fn push(&mut self, hash: u64, symbol: Symbol, arguments: &[Ground]) -> Ground {
        let term = self.entries.len() as Ground;
        let (depth, size) = self.measure(arguments);
        self.entries.push(Entry {
            symbol,
            first: self.arguments.len() as u32,
            arity: arguments.len() as u16,
            depth,
            size,
        });
        self.arguments.extend_from_slice(arguments);
        let Table { entries, arguments, index } = self;
        index.insert_unique(hash, term, |&term| {
            let entry = &entries[term as usize];
            let row = &arguments[entry.first as usize..][..usize::from(entry.arity)];
            hash_term(entry.symbol, row)
        });
        term
    }

    /// Depth and size of a term with these arguments.
    fn measure(&self, arguments: &[Ground]) -> (u16, u32) {
        arguments.iter().fold((0, 1), |(depth, size), &argument| {
            let inner = &self.entries[argument as usize];
            (depth.max(inner.depth + 1), inner.size.saturating_add(size))
        })
    }

    /// Adds what a longer pool has and this one has not.
    fn catch_up(&mut self, longer: &Table) {
        for term in self.entries.len()..longer.entries.len() {
            let symbol = longer.entries[term].symbol;
            let arguments = longer.arguments(term as Ground);
            self.push(hash_term(symbol, arguments), symbol, arguments);
        }
    }
}

fn hash_term(symbol: Symbol, arguments: &[Ground]) -> u64 {
    hash_row(std::iter::once(symbol.0).chain(arguments.iter().copied()))
}

/// The ground terms of a game; cloning makes a mirror for another thread.
#[derive(Clone)]
pub(crate) struct Pool {
    shared: Arc<Mutex<Table>>,
    mirror: Table,
    max_terms: usize,
}

impl Pool {
    pub(crate) fn new(max_terms: usize) -> Pool {
        Pool { shared: Arc::default(), mirror: Table::default(), max_terms }
    }

    /// Allows so many terms more than there are, from here on.
    pub(crate) fn allow_more(&mut self, terms: usize) {
        self.max_terms = lock(&self.shared).entries.len() + terms;
    }

    /// The term of a symbol applied to arguments.
    #[inline]
    pub(crate) fn intern(&mut self, symbol: Symbol, arguments: &[Ground]) -> Result<Ground, Stop> {
        let hash = hash_term(symbol, arguments);
        match self.mirror.find(hash, symbol, arguments) {
            Some(term) => Ok(term),
            None => self.intern_shared(hash, symbol, arguments),
        }
    }

    #[cold]
    fn intern_shared(
        &mut self,
        hash: u64,
        symbol: Symbol,
        arguments: &[Ground],
    ) -> Result<Ground, Stop> {
        let mut shared = lock(&self.shared);
        let known = shared.find(hash, symbol, arguments);
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
        self.mirror.catch_up(&shared);
        drop(shared);
        Ok(self.mirror.find(hash, symbol, arguments).expect("the mirror has caught up"))
    }

    /// The term, if it exists anywhere.
    pub(crate) fn find(&self, symbol: Symbol, arguments: &[Ground]) -> Option<Ground> {
        let hash = hash_term(symbol, arguments);
        self.mirror
            .find(hash, symbol, arguments)
            .or_else(|| lock(&self.shared).find(hash, symbol, arguments))
    }

    /// Makes sure that the mirror has this term, which may come from another thread.
    pub(crate) fn ensure(&mut self, term: Ground) {
        if term as usize >= self.mirror.entries.len() {
            self.mirror.catch_up(&lock(&self.shared));
        }
    }

    pub(crate) fn symbol(&self, term: Ground) -> Symbol {
        self.mirror.entries[term as usize].symbol
    }

    pub(crate) fn arguments(&self, term: Ground) -> &[Ground] {
        self.mirror.arguments(term)
    }

    /// The same term in another pool; `moved` remembers what has been copied.
    pub(crate) fn copy(
        &self,
        term: Ground,
        to: &mut Pool,
        moved: &mut HashMap<Ground, Ground>,
    ) -> Result<Ground, Stop> {
        if let Some(&known) = moved.get(&term) {
            return Ok(known);
        }
        let mut arguments = Vec::new();
        for &argument in self.arguments(term) {
            let copied =
                stacker::maybe_grow(STACK_LEFT, STACK_MORE, || self.copy(argument, to, moved));
            arguments.push(copied?);
        }
        let copied = to.intern(self.symbol(term), &arguments)?;
        moved.insert(term, copied);
        Ok(copied)
    }

    /// The term in KIF.
    pub(crate) fn text(&self, symbols: &Symbols, term: Ground) -> String {
        if (term as usize) < self.mirror.entries.len() {
            text(&self.mirror, symbols, term)
        } else {
            text(&lock(&self.shared), symbols, term)
        }
    }
}

/// A thread that panicked while holding the lock has left the pool whole: every change is a push.
fn lock(shared: &Mutex<Table>) -> MutexGuard<'_, Table> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Without recursion: terms may be thousands of levels deep.
fn text(table: &Table, symbols: &Symbols, term: Ground) -> String {
    enum Piece {
        Term(Ground),
        Close,
    }
    let mut text = String::new();
    let mut pending = vec![Piece::Term(term)];
    while let Some(piece) = pending.pop() {
        let Piece::Term(term) = piece else {
            text.push(')');
            continue;
        };
        if !text.is_empty() {
            text.push(' ');
        }
        let name = symbols.name(table.entries[term as usize].symbol);
        let arguments = table.arguments(term);
        if arguments.is_empty() {
            text.push_str(name);
        } else {
            text.push('(');
            text.push_str(name);
            pending.push(Piece::Close);
            pending.extend(arguments.iter().rev().map(|&argument| Piece::Term(argument)));
        }
    }
    text
}
