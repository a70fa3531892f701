//! The validity of bindings as signals of a circuit.
//!
//! Contains no sampled states (`state_validity`).

use super::binding_search::Validity;
use circuit::{Circuit, Signal};

/// The signals that all have to be on for a binding to be valid.
pub(super) struct SignalValidity<'a> {
    pub(super) circuit: &'a mut Circuit,
    signals: Vec<Signal>,
    marks: Vec<usize>,
    /// The state outside of each negation.
    enclosing: Vec<Enclosing>,
}

/// The state outside of a negation, and the signals by which the negated formula holds.
struct Enclosing {
    signals: Vec<Signal>,
    marks: Vec<usize>,
    inner: Vec<Vec<Signal>>,
}

impl<'a> SignalValidity<'a> {
    /// Creates the validity without conditions. Gates of negations are added to the circuit.
    pub(super) fn new(circuit: &'a mut Circuit) -> SignalValidity<'a> {
        SignalValidity { circuit, signals: Vec::new(), marks: Vec::new(), enclosing: Vec::new() }
    }
}

impl Validity for SignalValidity<'_> {
    type Extent = Vec<Signal>;

    fn push(&mut self) {
        self.marks.push(self.signals.len());
    }

    fn restrict(&mut self, signal: Signal) -> bool {
        if signal != Signal::TRUE {
            self.signals.push(signal);
        }
        signal != Signal::FALSE
    }

    fn pop(&mut self) {
        self.signals.truncate(self.marks.pop().unwrap_or(0));
    }

    fn extent(&mut self) -> Vec<Signal> {
        self.signals.clone()
    }

    fn enter_negation(&mut self) {
        let (signals, marks) = (std::mem::take(&mut self.signals), std::mem::take(&mut self.marks));
        self.enclosing.push(Enclosing { signals, marks, inner: Vec::new() });
    }

    fn exclude(&mut self) {
        if let Some(enclosing) = self.enclosing.last_mut() {
            enclosing.inner.push(self.signals.clone());
        }
    }

    fn is_open(&self) -> bool {
        true
    }

    fn leave_negation(&mut self) -> bool {
        let Some(Enclosing { signals, marks, inner }) = self.enclosing.pop() else { return false };
        (self.signals, self.marks) = (signals, marks);
        if inner.iter().any(Vec::is_empty) {
            return false;
        }
        for signals in inner {
            let all = self.circuit.and(signals);
            self.signals.push(!all);
        }
        true
    }
}
