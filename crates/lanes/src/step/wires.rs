//! The gates of a game's circuit as wires of a program, made as they are needed.

use super::logic::{Logic, Wire};
use circuit::{Circuit, Gate, PerGate, Signal};
use game::{Fact, Role};

/// The wires of the gates that were needed so far.
pub(crate) struct CircuitWires<'a> {
    circuit: &'a Circuit,
    wires: PerGate<Option<Wire>>,
}

impl<'a> CircuitWires<'a> {
    /// Returns the wires of a state whose facts are given. No role makes a move that is not an action of the circuit.
    pub(crate) fn new(circuit: &'a Circuit, facts: &[Wire]) -> CircuitWires<'a> {
        let mut wires = CircuitWires { circuit, wires: PerGate::new(circuit, None) };
        wires.wires[Gate::TRUE] = Some(Wire::TRUE);
        for (fact, &wire) in facts.iter().enumerate() {
            wires.set(circuit.fact(Fact(fact as u32)), wire);
        }
        for role in circuit.roles() {
            wires.set(circuit.other_move(role), Wire::FALSE);
        }
        wires
    }

    /// Sets the wire of an input.
    pub(crate) fn set(&mut self, signal: Signal, wire: Wire) {
        self.wires[signal.gate()] = Some(wire);
    }

    /// Makes the wires of the facts in the next state.
    pub(crate) fn next(&mut self, logic: &mut Logic) -> Vec<Wire> {
        let circuit = self.circuit;
        circuit.outputs.next.iter().map(|&signal| self.get(logic, signal)).collect()
    }

    /// Makes the wire of a signal. Actions that have not been set are off.
    pub(crate) fn get(&mut self, logic: &mut Logic, signal: Signal) -> Wire {
        let mut open = vec![signal.gate()];
        while let Some(&gate) = open.last() {
            if self.wires[gate].is_some() {
                open.pop();
                continue;
            }
            if !self.circuit.is_and(gate) {
                self.wires[gate] = Some(Wire::FALSE);
                continue;
            }
            let operands = self.circuit.operands(gate);
            let before = open.len();
            open.extend(
                operands
                    .iter()
                    .map(|operand| operand.gate())
                    .filter(|&gate| self.wires[gate].is_none()),
            );
            if open.len() == before {
                let wires: Vec<Wire> = operands.iter().map(|&operand| self.wire(operand)).collect();
                self.wires[gate] = Some(logic.all(&wires));
            }
        }
        self.wire(signal)
    }

    fn wire(&self, signal: Signal) -> Wire {
        let wire = self.wires[signal.gate()].expect("it was made");
        wire.invert_if(signal.is_inverted())
    }
}

/// Makes one word for each goal value of each role but 0. Where several values hold, the highest counts.
pub(crate) fn goal_words(
    logic: &mut Logic,
    circuit: &Circuit,
    wires: &mut CircuitWires,
    finished: Wire,
) -> (Vec<(Role, u8)>, Vec<Wire>) {
    let (mut goals, mut words) = (Vec::new(), Vec::new());
    for (role, values) in circuit.outputs.goals.iter().enumerate() {
        let mut open = finished;
        for &(value, signal) in values.iter().rev() {
            let Some(value) = value.filter(|&value| value > 0) else { continue };
            let holds = wires.get(logic, signal);
            let wire = logic.and(open, holds);
            open = logic.and(open, !holds);
            if wire != Wire::FALSE {
                goals.push((Role(role as u32), value));
                words.push(wire);
            }
        }
    }
    (goals, words)
}
