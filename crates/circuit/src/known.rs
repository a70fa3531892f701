//! Values of gates as far as they are known: three-valued evaluation.

use crate::circuit::{Circuit, Gate, PerGate, Signal};

/// A value that is on, off or unknown.
pub type Known = Option<bool>;

impl PerGate<Known> {
    /// Returns the value of a signal, given those of gates.
    #[inline(always)]
    pub fn signal(&self, signal: Signal) -> Known {
        self[signal.gate()].map(|is_on| is_on != signal.is_inverted())
    }
}

/// Returns the values of all gates if no input is known but the one that is always on.
pub(crate) fn constants(circuit: &Circuit) -> PerGate<Known> {
    let mut values = PerGate::new(circuit, None);
    values[Gate::TRUE] = Some(true);
    derive(circuit, &mut values);
    values
}

/// Derives the values of the ANDs that are unknown, as far as they follow from those of other gates.
pub(crate) fn derive(circuit: &Circuit, values: &mut PerGate<Known>) {
    for (and, operands) in circuit.ands_with_operands() {
        if values[and].is_none() {
            values[and] = conjunction(operands, values);
        }
    }
}

/// Returns the value of an AND of signals, as far as it is known. Always inlined, because most of the time of finding
/// phases is spent here.
#[inline(always)]
fn conjunction(operands: &[Signal], values: &PerGate<Known>) -> Known {
    let mut all = Some(true);
    for &operand in operands {
        match values.signal(operand) {
            Some(true) => {}
            Some(false) => return Some(false),
            None => all = None,
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_do_not_depend_on_inputs() {
        let text = "facts 1\nroles 1\nactions\n\
                    g0 = and on !off\ng1 = and f0 !g0\ng2 = and f0 g0\ng3 = and\n";
        let circuit = Circuit::from_text(text).unwrap();
        let values = constants(&circuit);
        let ands: Vec<Known> = circuit.ands().map(|and| values[and]).collect();
        assert_eq!(ands, [Some(true), Some(false), None, Some(true)]);
        assert_eq!(values.signal(!Signal::TRUE), Some(false));
    }

    #[test]
    fn known_inputs_determine_gates() {
        let text = "facts 2\nroles 1\nactions\ng0 = and f0 f1\ng1 = and !g0 !f1\n";
        let circuit = Circuit::from_text(text).unwrap();
        let mut values = constants(&circuit);
        values[circuit.fact(game::Fact(1)).gate()] = Some(false);
        derive(&circuit, &mut values);
        assert_eq!(
            circuit.ands().map(|and| values[and]).collect::<Vec<_>>(),
            [Some(false), Some(true)]
        );
    }
}
