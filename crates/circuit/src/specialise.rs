//! Specialises a circuit for a phase: known gates become constant, and the gates that only they need are removed.

use crate::circuit::{Circuit, Gate, PerGate, Signal};
use crate::pass::optimise;
use crate::phases::{Known, evaluate};

/// A circuit that is valid in the states of a phase.
pub struct Specialised {
    /// A circuit with the same outputs as the general one, in every state of the phase and for every joint move that
    /// may be legal there.
    pub circuit: Circuit,
    /// Whether each action may be legal in the phase.
    pub possible: Vec<bool>,
}

/// Specialises a circuit for states in which these facts are known.
pub fn specialise(circuit: &Circuit, facts: &[Known]) -> Specialised {
    let values = evaluate(circuit, facts);
    let constant = |gate: Gate| values[gate].map(|on| Signal::TRUE.invert_if(!on));
    let mut new = circuit.emptied();
    let inputs = circuit.inputs().map(|gate| constant(gate).unwrap_or(Signal::of(gate)));
    let mut signals = PerGate::from_values(inputs);
    for and in circuit.ands() {
        let signal = constant(and).unwrap_or_else(|| {
            let operands = circuit.operands(and).iter();
            new.and(operands.map(|it| signals[it.gate()].invert_if(it.is_inverted())))
        });
        signals.push(signal);
    }
    new.outputs = circuit.outputs.map(|it| signals[it.gate()].invert_if(it.is_inverted()));
    let can_be_done = |action| values[circuit.action(action).gate()] != Some(false);
    let possible = circuit.actions().map(|(action, _)| can_be_done(action)).collect();
    debug_assert!(
        circuit.roles().all(|role| values[circuit.other_move(role).gate()] == Some(false))
    );
    Specialised { circuit: optimise(new, &[]), possible }
}
