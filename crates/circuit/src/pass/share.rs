//! The share pass: ANDs with the same operands become one.

use super::Rewrite;
use crate::circuit::{Circuit, Signal};
use hashbrown::HashMap;

/// Returns the circuit with equal ANDs made once.
pub fn share(circuit: &Circuit) -> Circuit {
    let mut known: HashMap<Box<[Signal]>, Signal> = HashMap::new();
    Rewrite::new(circuit).run(|new, mut operands| {
        operands.sort_unstable();
        operands.dedup();
        *known
            .entry(operands.into_boxed_slice())
            .or_insert_with_key(|operands| new.and(operands.iter().copied()))
    })
}
