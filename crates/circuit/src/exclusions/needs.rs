//! Necessary conditions of signals: facts that are true, or false, wherever the signal is on.

use crate::circuit::{Circuit, PerGate, Signal};
use crate::phases::Known;

/// The facts that signals need, for signals that depend on no move.
pub struct Needs {
    /// For each gate, the facts that it needs to be on, and those that it needs to be off, in ascending order. Empty
    /// for gates that no legal move depends on.
    gates: PerGate<[Vec<Signal>; 2]>,
}

impl Needs {
    /// Finds the facts that the legal moves need. `values` has the known values of gates, as
    /// [`crate::phases::evaluate`] returns them; known gates need nothing.
    pub fn of_legal(circuit: &Circuit, values: &PerGate<Known>) -> Needs {
        let mut wanted = PerGate::new(circuit, false);
        circuit.outputs.legal.iter().for_each(|legal| wanted[legal.gate()] = true);
        for and in circuit.ands().rev().filter(|and| values[*and].is_none()) {
            if wanted[and] {
                let operands = circuit.operands(and).iter();
                operands.for_each(|operand| wanted[operand.gate()] = true);
            }
        }
        let mut needs = Needs { gates: PerGate::new(circuit, Default::default()) };
        for fact in circuit.facts().map(|fact| circuit.fact(fact)) {
            if values[fact.gate()].is_none() {
                needs.gates[fact.gate()] = [vec![fact], vec![!fact]];
            }
        }
        for and in circuit.ands() {
            if wanted[and] && values[and].is_none() {
                let operands = circuit.operands(and);
                needs.gates[and] = [needs.all(operands), needs.any(operands, values)];
            }
        }
        needs
    }

    /// Returns the signals of facts that are on wherever a signal is on, in ascending order.
    pub fn of(&self, signal: Signal) -> &[Signal] {
        &self.gates[signal.gate()][usize::from(signal.is_inverted())]
    }

    /// Returns the facts that an AND needs to be on: all that any of its operands needs.
    fn all(&self, operands: &[Signal]) -> Vec<Signal> {
        let mut needs: Vec<Signal> =
            operands.iter().flat_map(|&operand| self.of(operand)).copied().collect();
        needs.sort_unstable();
        needs.dedup();
        needs
    }

    /// Returns the facts that an AND needs to be off: those that each of its operands needs to be off, without operands
    /// that are never off.
    fn any(&self, operands: &[Signal], values: &PerGate<Known>) -> Vec<Signal> {
        let mut open = operands.iter().filter(|operand| values[operand.gate()].is_none());
        let Some(&first) = open.next() else { return Vec::new() };
        let mut needs = self.of(!first).to_vec();
        for &operand in open {
            if needs.is_empty() {
                break;
            }
            let other = self.of(!operand);
            needs.retain(|need| other.binary_search(need).is_ok());
        }
        needs
    }
}
