//! The fold pass: removes constants and repeated operands, and ANDs that are constant or have a single operand.

use super::Rewrite;
use crate::circuit::{Circuit, Signal};

/// Returns the circuit with constant and repeated operands folded.
pub fn fold(circuit: &Circuit) -> Circuit {
    Rewrite::new(circuit).run(|new, mut operands| match simplify(&mut operands) {
        Some(signal) => signal,
        None => new.and(operands),
    })
}

/// Sorts the operands of an AND and removes those that are not needed; returns the signal that the AND is equal to,
/// `None` if it needs a gate of its own.
pub fn simplify(operands: &mut Vec<Signal>) -> Option<Signal> {
    operands.sort_unstable();
    operands.dedup();
    operands.retain(|&signal| signal != Signal::TRUE);
    // A signal and its inverse are neighbours.
    let contradiction = operands.windows(2).any(|pair| pair[0] == !pair[1]);
    match operands[..] {
        [] => Some(Signal::TRUE),
        _ if contradiction || operands.contains(&Signal::FALSE) => Some(Signal::FALSE),
        [single] => Some(single),
        _ => None,
    }
}
