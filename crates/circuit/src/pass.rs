//! The passes that make a circuit smaller without changing what it says, one per file, and the order in which
//! they run.

mod factor;
mod flatten;
mod fold;
mod moves;
mod share;
mod sweep;

use crate::network::{Circuit, Signal};

/// A pass: makes a circuit that says the same.
pub struct Pass {
    /// What it is called where passes are switched off.
    pub name: &'static str,
    /// What it does, in a few words.
    pub purpose: &'static str,
    run: fn(&Circuit) -> Circuit,
}

/// All passes, in the order in which they run.
pub const PASSES: &[Pass] = &[
    Pass { name: "fold", purpose: "constants, repeated and opposite operands", run: fold::fold },
    Pass { name: "share", purpose: "equal gates become one", run: share::share },
    Pass { name: "factor", purpose: "what cases have in common is taken out", run: factor::factor },
    Pass { name: "moves", purpose: "a role makes exactly one move", run: moves::moves },
    Pass {
        name: "flatten",
        purpose: "an AND inside an AND becomes part of it",
        run: flatten::flatten,
    },
    Pass { name: "sweep", purpose: "gates that no output needs go", run: sweep::sweep },
];

/// How often the passes run at most; each may make work for those before it.
const ROUNDS: usize = 4;

/// Runs all passes but those whose names are listed, until nothing changes.
pub fn optimise(mut circuit: Circuit, without: &[String]) -> Circuit {
    for _ in 0..ROUNDS {
        let before = (circuit.gates(), circuit.edges());
        for pass in PASSES.iter().filter(|pass| !without.iter().any(|name| name == pass.name)) {
            circuit = (pass.run)(&circuit);
            debug_assert_eq!(circuit.verify(), Ok(()), "after {}", pass.name);
        }
        if (circuit.gates(), circuit.edges()) == before {
            break;
        }
    }
    circuit
}

/// A circuit being made from another one, gate by gate.
struct Rewrite<'a> {
    old: &'a Circuit,
    new: Circuit,
    /// What each gate of the old circuit has become.
    signals: Vec<Signal>,
}

impl<'a> Rewrite<'a> {
    fn new(old: &'a Circuit) -> Rewrite<'a> {
        let signals = (0..old.first_and()).map(Signal::of).collect();
        Rewrite { old, new: old.emptied(), signals }
    }

    /// What a signal of the old circuit has become.
    fn get(&self, signal: Signal) -> Signal {
        self.signals[signal.gate() as usize].invert_if(signal.is_inverted())
    }

    /// Replaces every AND, in order, by what `change` makes of its operands.
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
            .map(|signal| self.signals[signal.gate() as usize].invert_if(signal.is_inverted()));
        self.new
    }
}

/// How often each gate is used, by gates and outputs.
fn uses(circuit: &Circuit) -> Vec<u32> {
    let mut uses = vec![0; circuit.gates() as usize];
    for and in circuit.ands() {
        circuit.operands(and).iter().for_each(|signal| uses[signal.gate() as usize] += 1);
    }
    circuit.outputs.each().for_each(|signal| uses[signal.gate() as usize] += 1);
    uses
}
