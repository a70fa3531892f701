//! A circuit from the operands' point of view: who uses a gate, and which output bits it drives.

use crate::network::{Circuit, GoalValue, Signal};
use crate::pass::optimise;
use game::Role;
use hashbrown::HashMap;

/// The circuit from the operands' point of view.
pub(super) struct Wiring {
    /// Where the uses and the outputs of each gate begin.
    pub(super) gates: Vec<Firsts>,
    /// The gates that use a gate, shifted by one; the lowest bit says that they use its inverse.
    pub(super) uses: Vec<u32>,
    /// The outputs that a gate drives, as bits of the machine's outputs.
    pub(super) drives: Vec<u32>,
    /// The counts and outputs when all inputs are off.
    pub(super) off: Vec<u32>,
    pub(super) outputs: Vec<u32>,
    pub(super) layout: Layout,
}

#[derive(Clone, Copy)]
pub(super) struct Firsts {
    pub(super) uses: u32,
    pub(super) drives: u32,
}

/// Which bit of the outputs means what: the next state first, then, each from a new word, the legal moves of each
/// role, then the rest.
pub(super) struct Layout {
    /// How many words a state has.
    pub(super) state_words: usize,
    pub(super) legal: Vec<LegalBits>,
    pub(super) terminal: u32,
    pub(super) goals: Vec<Vec<(GoalValue, u32)>>,
    bits: u32,
}

/// Where the legal moves of a role are.
pub(super) struct LegalBits {
    /// What most of the role's moves need: a fact, usually that it is its turn.
    pub(super) condition: Option<Signal>,
    /// The first bit of the moves that need it, legal as far as everything else goes.
    pub(super) conditional: u32,
    /// The first bit of the others, if there are any.
    pub(super) others: Option<u32>,
}

/// The circuit with the condition that most moves of a role share taken out of them. A turn changes with every
/// move, and would change the legality of all moves each time.
struct Conditional {
    circuit: Circuit,
    /// For each role.
    conditions: Vec<Option<Signal>>,
    /// Whether each action is without its condition.
    taken: Vec<bool>,
}

/// A condition is taken out if at least this many moves of the role share it.
const WORTH_TAKING: usize = 4;

impl Conditional {
    fn of(circuit: &Circuit) -> Conditional {
        let mut shares: Vec<HashMap<Signal, usize>> =
            vec![HashMap::new(); circuit.roles() as usize];
        for (role, &legal) in circuit.actions().iter().zip(&circuit.outputs.legal) {
            for &fact in fact_operands(circuit, legal) {
                *shares[role.0 as usize].entry(fact).or_default() += 1;
            }
        }
        let conditions: Vec<Option<Signal>> = shares
            .iter()
            .map(|shares| {
                let best = shares.iter().max_by_key(|&(signal, count)| (count, signal));
                best.filter(|&(_, &count)| count >= WORTH_TAKING).map(|(&signal, _)| signal)
            })
            .collect();
        let mut circuit = circuit.clone();
        let mut taken = vec![false; circuit.actions().len()];
        for (action, taken) in taken.iter_mut().enumerate() {
            let legal = circuit.outputs.legal[action];
            let condition = conditions[circuit.actions()[action].0 as usize];
            if let Some(condition) = condition
                && fact_operands(&circuit, legal).any(|&fact| fact == condition)
            {
                let operands = circuit.operands(legal.gate()).iter();
                let rest: Vec<Signal> =
                    operands.copied().filter(|&other| other != condition).collect();
                circuit.outputs.legal[action] = circuit.and(rest);
                *taken = true;
            }
        }
        Conditional { circuit: optimise(circuit, &[]), conditions, taken }
    }
}

/// The facts that a signal is the AND of, among other things.
fn fact_operands(circuit: &Circuit, signal: Signal) -> impl Iterator<Item = &Signal> {
    let is_and = signal.gate() >= circuit.first_and() && !signal.is_inverted();
    let operands = if is_and { circuit.operands(signal.gate()) } else { &[] };
    operands.iter().filter(|operand| (1..=circuit.facts()).contains(&operand.gate()))
}

impl Layout {
    fn of(conditional: &Conditional) -> Layout {
        let circuit = &conditional.circuit;
        let state_words = circuit.facts().div_ceil(32);
        let mut bits = state_words * 32;
        let mut legal = Vec::new();
        for (role, &condition) in (0..).map(Role).zip(&conditional.conditions) {
            let own = || {
                circuit
                    .actions()
                    .iter()
                    .zip(&conditional.taken)
                    .filter(|(owner, _)| **owner == role)
            };
            let room = (own().count() as u32).next_multiple_of(32);
            let some_others = condition.is_some() && own().any(|(_, taken)| !taken);
            legal.push(LegalBits {
                condition,
                conditional: bits,
                others: some_others.then_some(bits + room),
            });
            bits += if some_others { 2 * room } else { room };
        }
        let terminal = bits;
        bits += 1;
        let goals = circuit.outputs.goals.iter().map(|goals| {
            let values = goals.iter().map(|&(value, _)| value);
            values
                .map(|value| {
                    bits += 1;
                    (value, bits - 1)
                })
                .collect()
        });
        let goals = goals.collect();
        Layout { state_words: state_words as usize, legal, terminal, goals, bits }
    }

    /// Every output with its bit.
    fn outputs(&self, conditional: &Conditional) -> Vec<(u32, Signal)> {
        let circuit = &conditional.circuit;
        let outputs = &circuit.outputs;
        let mut all: Vec<(u32, Signal)> = (0..).zip(outputs.next.iter().copied()).collect();
        let mut places = vec![0; self.legal.len()];
        for (action, (role, &signal)) in circuit.actions().iter().zip(&outputs.legal).enumerate() {
            let (place, bits) = (&mut places[role.0 as usize], &self.legal[role.0 as usize]);
            let first = match bits.others {
                Some(others) if !conditional.taken[action] => others,
                _ => bits.conditional,
            };
            all.push((first + *place, signal));
            *place += 1;
        }
        all.push((self.terminal, outputs.terminal));
        for (bits, goals) in self.goals.iter().zip(&outputs.goals) {
            all.extend(bits.iter().zip(goals).map(|(&(_, bit), &(_, signal))| (bit, signal)));
        }
        all
    }
}

impl Wiring {
    /// Wires a circuit up.
    pub(super) fn of(circuit: &Circuit) -> Wiring {
        let conditional = Conditional::of(circuit);
        let layout = Layout::of(&conditional);
        let circuit = &conditional.circuit;
        let gates = circuit.gates() as usize;
        let driven = layout.outputs(&conditional);
        let users = circuit.ands().flat_map(|and| {
            let operands = circuit.operands(and).iter();
            operands
                .map(move |operand| (operand.gate(), and << 1 | u32::from(operand.is_inverted())))
        });
        let (use_firsts, uses) = grouped(gates, users);
        let drivers = driven.iter().map(|&(bit, signal)| (signal.gate(), bit));
        let (drive_firsts, drives) = grouped(gates, drivers);
        let firsts = use_firsts.iter().zip(&drive_firsts);
        let firsts = firsts.map(|(&uses, &drives)| Firsts { uses, drives }).collect();
        let mut off = vec![1; gates];
        off[0] = 0;
        for and in circuit.ands() {
            let operands = circuit.operands(and).iter();
            off[and as usize] = operands
                .filter(|operand| (off[operand.gate() as usize] == 0) == operand.is_inverted())
                .count() as u32;
        }
        let mut outputs = vec![0; layout.bits.div_ceil(32) as usize];
        for (bit, signal) in driven {
            if (off[signal.gate() as usize] == 0) != signal.is_inverted() {
                outputs[bit as usize / 32] |= 1 << (bit % 32);
            }
        }
        Wiring { gates: firsts, uses, drives, off, outputs, layout }
    }
}

/// The values of each key one after the other, and where those of each key begin.
pub(super) fn grouped(
    keys: usize,
    pairs: impl Iterator<Item = (u32, u32)> + Clone,
) -> (Vec<u32>, Vec<u32>) {
    let mut firsts = vec![0; keys + 1];
    for (key, _) in pairs.clone() {
        firsts[key as usize + 1] += 1;
    }
    for key in 0..keys {
        firsts[key + 1] += firsts[key];
    }
    let mut places = firsts.clone();
    let mut values = vec![0; firsts[keys] as usize];
    for (key, value) in pairs {
        let place = &mut places[key as usize];
        values[*place as usize] = value;
        *place += 1;
    }
    (firsts, values)
}
