//! The circuit of a phase: what is known there is constant, and what depends only on it.

use crate::network::{Circuit, Signal};
use crate::pass::optimise;
use crate::phases::{Known, evaluate};
use game::Role;

/// A circuit for the states of a phase.
pub struct Specialised {
    /// Says the same as the general one in every state of the phase, after any move that may be legal there.
    pub circuit: Circuit,
    /// Whether each action may be legal there.
    pub possible: Vec<bool>,
}

/// Specialises a circuit for states in which these facts are known.
pub fn specialise(circuit: &Circuit, facts: &[Known]) -> Specialised {
    let values = evaluate(circuit, facts);
    let constant = |gate: u32| match values[gate as usize] {
        Some(true) => Some(Signal::TRUE),
        Some(false) => Some(Signal::FALSE),
        None => None,
    };
    let mut new = circuit.emptied();
    let mut signals: Vec<Signal> =
        (0..circuit.first_and()).map(|gate| constant(gate).unwrap_or(Signal::of(gate))).collect();
    for and in circuit.ands() {
        let signal =
            constant(and).unwrap_or_else(|| {
                let operands = circuit.operands(and).iter();
                new.and(operands.map(|operand| {
                    signals[operand.gate() as usize].invert_if(operand.is_inverted())
                }))
            });
        signals.push(signal);
    }
    new.outputs = circuit
        .outputs
        .map(|signal| signals[signal.gate() as usize].invert_if(signal.is_inverted()));
    let first = 1 + circuit.facts() as usize;
    let possible = values[first..first + circuit.actions().len()].iter();
    let possible = possible.map(|&done| done != Some(false)).collect();
    debug_assert!(
        (0..circuit.roles())
            .all(|role| { values[circuit.other(Role(role)).gate() as usize] == Some(false) })
    );
    Specialised { circuit: optimise(new, &[]), possible }
}
