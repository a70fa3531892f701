//! What a signal cannot be on without: facts that must be on, or off, whichever way it comes on.

use crate::network::{Circuit, Signal};
use crate::phases::Known;

/// For signals of a circuit that depend on no move, the signals of facts that they need.
pub struct Needs {
    /// By gate: what it needs to be on, and what it needs to be off, in order. Empty for gates that were not asked for.
    gates: Vec<[Vec<Signal>; 2]>,
}

impl Needs {
    /// Those of the legal moves. `values` says what is known of each gate, as [`crate::phases::evaluate`] does: a way
    /// that is known to be closed needs nothing.
    pub fn of_legal(circuit: &Circuit, values: &[Known]) -> Needs {
        let mut wanted = vec![false; circuit.gates() as usize];
        circuit.outputs.legal.iter().for_each(|legal| wanted[legal.gate() as usize] = true);
        for and in circuit.ands().rev().filter(|and| values[*and as usize].is_none()) {
            if wanted[and as usize] {
                let operands = circuit.operands(and).iter();
                operands.for_each(|operand| wanted[operand.gate() as usize] = true);
            }
        }
        let mut needs = Needs { gates: vec![Default::default(); circuit.gates() as usize] };
        for gate in (1..=circuit.facts()).filter(|&gate| values[gate as usize].is_none()) {
            needs.gates[gate as usize] = [vec![Signal::of(gate)], vec![!Signal::of(gate)]];
        }
        for and in circuit.ands() {
            if wanted[and as usize] && values[and as usize].is_none() {
                let operands = circuit.operands(and);
                needs.gates[and as usize] = [needs.all(operands), needs.any(operands, values)];
            }
        }
        needs
    }

    /// What a signal needs to be on.
    pub fn of(&self, signal: Signal) -> &[Signal] {
        &self.gates[signal.gate() as usize][usize::from(signal.is_inverted())]
    }

    /// What any of the operands needs: the AND needs it all.
    fn all(&self, operands: &[Signal]) -> Vec<Signal> {
        let mut needs: Vec<Signal> =
            operands.iter().flat_map(|&operand| self.of(operand)).copied().collect();
        needs.sort_unstable();
        needs.dedup();
        needs
    }

    /// What every operand needs to be off, of those that can be: one of them must be for the AND to be off.
    fn any(&self, operands: &[Signal], values: &[Known]) -> Vec<Signal> {
        let mut open = operands.iter().filter(|operand| values[operand.gate() as usize].is_none());
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
