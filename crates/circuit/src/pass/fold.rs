//! Constants, repeated operands, operands that exclude each other, ANDs of one operand.

use super::Rewrite;
use crate::network::{Circuit, Signal};

/// Folds all ANDs.
pub fn fold(circuit: &Circuit) -> Circuit {
    Rewrite::new(circuit).run(|new, mut operands| match simplify(&mut operands) {
        Some(signal) => signal,
        None => new.and(operands),
    })
}

/// Sorts the operands of an AND and drops what is not needed; the signal that the AND is, if it is a known one.
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
