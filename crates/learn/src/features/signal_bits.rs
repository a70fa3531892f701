//! Values of signals in sampled states, one bit for each state, so that a formula is evaluated once for all of them.
//!
//! Does not search for bindings (`binding_search`).

use super::relation_tables::RelationTables;
use circuit::{Gate, PerGate, Signal};
use game::{Machine, State};
use hashbrown::HashMap;

/// The sampled states in which each signal of the tables is on.
pub struct SignalBits {
    words: usize,
    /// Number of sampled states.
    pub states: usize,
    /// The bits of each gate that a row uses; other gates have none.
    bits: Vec<u64>,
    places: HashMap<Gate, u32>,
}

impl SignalBits {
    /// Evaluates the circuit of the tables in states of the machine of the same model.
    pub fn new(tables: &RelationTables, machine: &dyn Machine, states: &[State]) -> SignalBits {
        let mut places = HashMap::new();
        for row in tables.rows() {
            let next = places.len() as u32;
            places.entry(row.signal.gate()).or_insert(next);
        }
        let words = states.len().div_ceil(64);
        let mut table =
            SignalBits { words, states: states.len(), bits: vec![0; places.len() * words], places };
        let circuit = &tables.circuit;
        let mut gates = PerGate::new(circuit, 0_u64);
        for (word, states) in states.chunks(64).enumerate() {
            circuit.inputs().for_each(|input| gates[input] = 0);
            gates[Gate::TRUE] = u64::MAX;
            for (place, state) in states.iter().enumerate() {
                for fact in machine.facts(state) {
                    gates[circuit.fact(fact).gate()] |= 1 << place;
                }
            }
            for and in circuit.ands() {
                let operands = circuit.operands(and).iter();
                gates[and] = operands.fold(u64::MAX, |all, it| {
                    let invert = if it.is_inverted() { u64::MAX } else { 0 };
                    all & (gates[it.gate()] ^ invert)
                });
            }
            for (&gate, &place) in &table.places {
                table.bits[place as usize * words + word] = gates[gate];
            }
        }
        table
    }

    /// Returns the values in the first states only, rounded up to whole words.
    pub fn first(&self, states: usize) -> SignalBits {
        let words = states.div_ceil(64).min(self.words);
        let bits = match self.words {
            0 => Vec::new(),
            all => self.bits.chunks_exact(all).flat_map(|bits| &bits[..words]).copied().collect(),
        };
        let states = self.states.min(64 * words);
        SignalBits { words, states, bits, places: self.places.clone() }
    }

    /// Returns the number of words for the bits of a signal.
    pub fn words(&self) -> usize {
        self.words
    }

    /// Returns the set of all states.
    pub fn everywhere(&self) -> Vec<u64> {
        let mut all = vec![u64::MAX; self.words];
        if let (Some(last), 1..) = (all.last_mut(), self.states % 64) {
            *last = (1 << (self.states % 64)) - 1;
        }
        all
    }

    /// Removes the states in which a signal is off from a set. Returns whether any are left.
    pub fn restrict(&self, states: &mut [u64], signal: Signal) -> bool {
        let place = self.places.get(&signal.gate()).map_or(0, |&place| place as usize);
        let bits = &self.bits[place * self.words..(place + 1) * self.words];
        let invert = if signal.is_inverted() { u64::MAX } else { 0 };
        let mut any = 0;
        for (state, bits) in states.iter_mut().zip(bits) {
            *state &= bits ^ invert;
            any |= *state;
        }
        any != 0
    }
}
