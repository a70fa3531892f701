//! The sweep pass: gates that no output depends on are removed.

use super::Rewrite;
use crate::circuit::{Circuit, Signal};

/// Removes the gates that no output depends on.
pub fn sweep(circuit: &Circuit) -> Circuit {
    let needed = circuit.needed_for(circuit.outputs.each());
    let mut ands = circuit.ands();
    Rewrite::new(circuit).run(|new, operands| {
        let is_needed = ands.next().is_some_and(|and| needed[and]);
        if is_needed { new.and(operands) } else { Signal::FALSE }
    })
}
