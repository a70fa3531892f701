//! An AND that only one other AND uses becomes part of that one: fewer gates, and gates of many operands are
//! what finding common parts starts from.

use super::{Rewrite, uses};
use crate::network::{Circuit, Signal};

/// Flattens nested ANDs.
pub fn flatten(circuit: &Circuit) -> Circuit {
    let uses = uses(circuit);
    let mut part_of_another = vec![false; circuit.gates() as usize];
    for and in circuit.ands() {
        for &signal in circuit.operands(and) {
            part_of_another[signal.gate() as usize] |= !signal.is_inverted()
                && signal.gate() >= circuit.first_and()
                && uses[signal.gate() as usize] == 1;
        }
    }
    let mut rewrite = Rewrite::new(circuit);
    let mut open: Vec<Signal> = Vec::new();
    let mut operands: Vec<Signal> = Vec::new();
    for and in circuit.ands() {
        if part_of_another[and as usize] {
            // Whoever uses it takes its operands; nobody asks for its signal.
            rewrite.signals.push(Signal::FALSE);
            continue;
        }
        operands.clear();
        open.extend(circuit.operands(and).iter().rev());
        while let Some(signal) = open.pop() {
            if part_of_another[signal.gate() as usize] {
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
