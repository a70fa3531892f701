//! The passes that make a circuit smaller without changing its outputs, one per file, and the order in which they run.

mod factor;
mod flatten;
mod fold;
mod moves;
mod share;
mod sweep;

use crate::circuit::{Circuit, PerGate, Signal};

/// A pass, which returns a circuit with the same outputs.
pub struct Pass {
    /// The name by which the pass can be switched off.
    pub name: &'static str,
    /// Description in a few words.
    pub purpose: &'static str,
    run: fn(&Circuit) -> Circuit,
}

/// All passes, in the order in which they run.
pub const PASSES: &[Pass] = &[
    Pass { name: "fold", purpose: "constants, repeated and opposite operands", run: fold::fold },
    Pass { name: "share", purpose: "equal gates become one", run: share::share },
    Pass {
        name: "factor",
        purpose: "operands that cases share are taken out",
        run: factor::factor,
    },
    Pass { name: "moves", purpose: "a role makes exactly one move", run: moves::moves },
    Pass {
        name: "flatten",
        purpose: "an AND inside an AND becomes part of it",
        run: flatten::flatten,
    },
    Pass { name: "sweep", purpose: "gates that no output needs are removed", run: sweep::sweep },
];

/// Largest number of times that all passes run: one may make work for those before it.
const ROUNDS: usize = 4;

/// Runs all passes, except those named in `without`, until the circuit no longer changes.
pub fn optimise(mut circuit: Circuit, without: &[String]) -> Circuit {
    for _ in 0..ROUNDS {
        let before = (circuit.gate_count(), circuit.operand_count());
        for pass in PASSES.iter().filter(|pass| !without.iter().any(|name| name == pass.name)) {
            circuit = (pass.run)(&circuit);
            debug_assert_eq!(circuit.verify(), Ok(()), "after {}", pass.name);
        }
        if (circuit.gate_count(), circuit.operand_count()) == before {
            break;
        }
    }
    circuit
}

/// A circuit that is being made from another one, gate by gate.
struct Rewrite<'a> {
    old: &'a Circuit,
    new: Circuit,
    /// For each gate of the old circuit, the signal that replaces it in the new one.
    signals: PerGate<Signal>,
}

impl<'a> Rewrite<'a> {
    fn new(old: &'a Circuit) -> Rewrite<'a> {
        let signals = PerGate::from_values(old.inputs().map(Signal::of));
        Rewrite { old, new: old.emptied(), signals }
    }

    /// Returns the signal that replaces a signal of the old circuit.
    fn get(&self, signal: Signal) -> Signal {
        self.signals[signal.gate()].invert_if(signal.is_inverted())
    }

    /// Replaces every AND, in order, by the signal that `change` returns for its new operands.
    fn run(mut self, mut change: impl FnMut(&mut Circuit, Vec<Signal>) -> Signal) -> Circuit {
        for and in self.old.ands() {
            let operands = self.old.operands(and).iter().map(|&signal| self.get(signal)).collect();
            let signal = change(&mut self.new, operands);
            self.signals.push(signal);
        }
        self.finish()
    }

    fn finish(mut self) -> Circuit {
        self.new.outputs = self
            .old
            .outputs
            .map(|signal| self.signals[signal.gate()].invert_if(signal.is_inverted()));
        self.new
    }
}

/// Returns the number of times that each gate is used, by gates and outputs.
fn uses(circuit: &Circuit) -> PerGate<u32> {
    let mut uses = PerGate::new(circuit, 0);
    for and in circuit.ands() {
        circuit.operands(and).iter().for_each(|signal| uses[signal.gate()] += 1);
    }
    circuit.outputs.each().for_each(|signal| uses[signal.gate()] += 1);
    uses
}
