//! The validity of bindings in sampled states, one bit for each state.
//!
//! Adds nothing to circuits (`signal_validity`).

use super::binding_search::Validity;
use super::signal_bits::SignalBits;
use circuit::Signal;

/// The sampled states in which bindings are valid.
pub(super) struct StateValidity<'a> {
    bits: &'a SignalBits,
    /// The saved states, the present ones last.
    stack: Vec<u64>,
    /// The position on the stack at which each negation began.
    scopes: Vec<usize>,
}

impl<'a> StateValidity<'a> {
    /// Creates the validity in all sampled states.
    pub(super) fn new(bits: &'a SignalBits) -> StateValidity<'a> {
        StateValidity { bits, stack: Vec::new(), scopes: Vec::new() }
    }

    /// Returns the position of the present states on the stack.
    fn last(&self) -> usize {
        self.stack.len() - self.bits.words()
    }
}

impl Validity for StateValidity<'_> {
    type Extent = Vec<u64>;

    fn push(&mut self) {
        let words = self.bits.words();
        match self.stack.len().checked_sub(words) {
            Some(last) => self.stack.extend_from_within(last..),
            None => self.stack = self.bits.everywhere(),
        }
    }

    fn restrict(&mut self, signal: Signal) -> bool {
        let last = self.last();
        self.bits.restrict(&mut self.stack[last..], signal)
    }

    fn pop(&mut self) {
        self.stack.truncate(self.last());
    }

    fn extent(&mut self) -> Vec<u64> {
        self.stack[self.last()..].to_vec()
    }

    fn enter_negation(&mut self) {
        self.push();
        self.scopes.push(self.last());
    }

    /// Removes states in which the negated formula is known to hold: they are not searched again.
    fn exclude(&mut self) {
        let (words, last) = (self.bits.words(), self.last());
        let first = self.scopes.last().copied().unwrap_or(last);
        let (before, found) = self.stack.split_at_mut(last);
        for states in before[first..].chunks_exact_mut(words) {
            states.iter_mut().zip(found.iter()).for_each(|(states, found)| *states &= !found);
        }
        found.fill(0);
    }

    fn is_open(&self) -> bool {
        self.stack[self.last()..].iter().any(|&word| word != 0)
    }

    /// Keeps the states that were not excluded.
    fn leave_negation(&mut self) -> bool {
        self.scopes.pop();
        let last = self.last();
        let (before, left) = self.stack.split_at_mut(last);
        let top = &mut before[last - left.len()..];
        top.copy_from_slice(left);
        self.pop();
        self.is_open()
    }
}
