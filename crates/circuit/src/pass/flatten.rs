//! An AND that only one other AND uses becomes part of that one: fewer gates, and gates of many operands are
//! what finding common parts starts from.

use super::{Rewrite, uses};
use crate::network::{Circuit, Signal};

/// Flattens nested ANDs.
pub fn flatten(circuit: &Circuit) -> Circuit {
    let uses = uses(circuit);
    let first = circuit.first_and();
    let mut rewrite = Rewrite::new(circuit);
    let mut operands: Vec<Signal> = Vec::new();
    for and in circuit.ands() {
        operands.clear();
        for &signal in circuit.operands(and) {
            let inner = rewrite.get(signal);
            let gate = signal.gate();
            if gate >= first && !signal.is_inverted() && uses[gate as usize] == 1 {
                operands.extend_from_slice(rewrite.new.operands(inner.gate()));
            } else {
                operands.push(inner);
            }
        }
        let signal = rewrite.new.and(operands.iter().copied());
        rewrite.signals.push(signal);
    }
    super::sweep::sweep(&rewrite.finish())
}
