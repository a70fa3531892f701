//! The flatten pass: an AND that only one other AND uses becomes part of it. There are fewer gates, and the pass that
//! finds common operands needs gates with many operands.

use super::{Rewrite, uses};
use crate::circuit::{Circuit, PerGate, Signal};

/// Returns the circuit with nested ANDs flattened.
pub fn flatten(circuit: &Circuit) -> Circuit {
    let uses = uses(circuit);
    let mut part_of_another = PerGate::new(circuit, false);
    for and in circuit.ands() {
        for &signal in circuit.operands(and) {
            part_of_another[signal.gate()] |=
                !signal.is_inverted() && circuit.is_and(signal.gate()) && uses[signal.gate()] == 1;
        }
    }
    let mut rewrite = Rewrite::new(circuit);
    let mut open: Vec<Signal> = Vec::new();
    let mut operands: Vec<Signal> = Vec::new();
    for and in circuit.ands() {
        if part_of_another[and] {
            // The AND that uses it takes its operands; the signal is never used.
            rewrite.signals.push(Signal::FALSE);
            continue;
        }
        operands.clear();
        open.extend(circuit.operands(and).iter().rev());
        while let Some(signal) = open.pop() {
            if part_of_another[signal.gate()] {
                open.extend(circuit.operands(signal.gate()).iter().rev());
            } else {
                operands.push(rewrite.get(signal));
            }
        }
        let signal = rewrite.new.and(operands.iter().copied());
        rewrite.signals.push(signal);
    }
    rewrite.finish()
}
