//! Gates that no output depends on go.

use super::Rewrite;
use crate::network::{Circuit, Signal};

/// Drops unused gates.
pub fn sweep(circuit: &Circuit) -> Circuit {
    let mut needed = vec![false; circuit.gates() as usize];
    circuit.outputs.each().for_each(|signal| needed[signal.gate() as usize] = true);
    for and in circuit.ands().rev() {
        if needed[and as usize] {
            circuit.operands(and).iter().for_each(|signal| needed[signal.gate() as usize] = true);
        }
    }
    let mut gate = circuit.first_and();
    Rewrite::new(circuit).run(|new, operands| {
        gate += 1;
        if needed[gate as usize - 1] { new.and(operands) } else { Signal::FALSE }
    })
}
