//! A circuit prepared for the machine that plays one state at a time: the layout of the output bits, and the gates that
//! determine them.

use crate::values::{OutputValues, WORD};
use circuit::{Action, Circuit, FactBits, Fanout, GoalValue, Signal, optimise};
use game::Role;
use hashbrown::HashMap;

/// A circuit prepared for propagation. The numbers attached to its gates are output bits.
pub(crate) struct Wiring {
    pub(crate) fanout: Fanout,
    /// The values while all inputs are off.
    pub(crate) all_off: OutputValues,
    pub(crate) layout: Layout,
}

/// The meaning of the output bits: first the next state, then, each beginning with a new word, the legal moves of each
/// role, then the end of the game and the goals.
pub(crate) struct Layout {
    /// Number of words of a state.
    pub(crate) state_words: usize,
    pub(crate) legal: Vec<LegalBits>,
    pub(crate) terminal: u32,
    pub(crate) goals: Vec<Vec<(GoalValue, u32)>>,
    /// Number of all bits.
    bits: u32,
}

/// The output bits of the legal moves of a role.
pub(crate) struct LegalBits {
    /// A fact that most of the role's moves need, usually that it is its turn.
    pub(crate) condition: Option<Signal>,
    /// The first bit of the moves that need the condition; a bit is on where the move is legal if the condition holds.
    pub(crate) conditional: u32,
    /// The first bit of the other moves, if there are any.
    pub(crate) others: Option<u32>,
}

/// A circuit in which the condition that most moves of a role share is taken out of them: a turn changes with every
/// move, and would change the outputs of all legal moves each time.
struct Conditional {
    circuit: Circuit,
    /// The condition of each role that has one.
    conditions: Vec<Option<Signal>>,
    /// Whether the condition was taken out of each action.
    taken: Vec<bool>,
}

/// Smallest number of moves of a role that share a condition which is taken out.
const LEAST_SHARED: usize = 4;

impl Conditional {
    fn of(circuit: &Circuit) -> Conditional {
        let conditions = shared_conditions(circuit);
        let mut circuit = circuit.clone();
        let actions: Vec<(Action, Role)> = circuit.actions().collect();
        let taken = actions.into_iter().map(|(action, role)| {
            conditions[role.0 as usize].is_some_and(|it| take_out(&mut circuit, action, it))
        });
        let taken = taken.collect();
        Conditional { circuit: optimise(circuit, &[]), conditions, taken }
    }
}

/// Returns, for each role, the fact that most of its legal moves have as an operand; `None` if too few share one.
fn shared_conditions(circuit: &Circuit) -> Vec<Option<Signal>> {
    let mut shares: Vec<HashMap<Signal, usize>> = vec![HashMap::new(); circuit.role_count()];
    for (role, &legal) in circuit.action_roles().iter().zip(&circuit.outputs.legal) {
        for &fact in fact_operands(circuit, legal) {
            *shares[role.0 as usize].entry(fact).or_default() += 1;
        }
    }
    let best = |shares: &HashMap<Signal, usize>| {
        let best = shares.iter().max_by_key(|&(signal, count)| (count, signal));
        best.filter(|&(_, &count)| count >= LEAST_SHARED).map(|(&signal, _)| signal)
    };
    shares.iter().map(best).collect()
}

/// Removes a condition from the operands of a legal move; returns whether it was one of them.
fn take_out(circuit: &mut Circuit, action: Action, condition: Signal) -> bool {
    let legal = circuit.outputs.legal[action.0 as usize];
    if !fact_operands(circuit, legal).any(|&fact| fact == condition) {
        return false;
    }
    let operands = circuit.operands(legal.gate()).iter();
    let rest: Vec<Signal> = operands.copied().filter(|&other| other != condition).collect();
    circuit.outputs.legal[action.0 as usize] = circuit.and(rest);
    true
}

/// Returns the operands of a signal that are facts or inverses of facts, if it is an AND.
fn fact_operands(circuit: &Circuit, signal: Signal) -> impl Iterator<Item = &Signal> {
    let is_and = circuit.is_and(signal.gate()) && !signal.is_inverted();
    let operands = if is_and { circuit.operands(signal.gate()) } else { &[] };
    operands.iter().filter(|operand| circuit.fact_of(**operand).is_some())
}

impl Layout {
    fn of(conditional: &Conditional) -> Layout {
        let circuit = &conditional.circuit;
        let state_words = FactBits::new(circuit.fact_count()).words();
        let mut bits = state_words as u32 * WORD;
        let mut legal = Vec::new();
        for (role, &condition) in circuit.roles().zip(&conditional.conditions) {
            let own = || {
                let actions = circuit.action_roles().iter().zip(&conditional.taken);
                actions.filter(move |(owner, _)| **owner == role)
            };
            let room = (own().count() as u32).next_multiple_of(WORD);
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
        Layout { state_words, legal, terminal, goals, bits }
    }

    /// Returns every output signal with the number of the bit that it sets.
    fn outputs(&self, conditional: &Conditional) -> Vec<(u32, Signal)> {
        let circuit = &conditional.circuit;
        let outputs = &circuit.outputs;
        let mut all: Vec<(u32, Signal)> = (0..).zip(outputs.next.iter().copied()).collect();
        let mut places = vec![0; self.legal.len()];
        for (action, (role, &signal)) in
            circuit.action_roles().iter().zip(&outputs.legal).enumerate()
        {
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
    /// Prepares a circuit for propagation.
    pub(crate) fn new(circuit: &Circuit) -> Wiring {
        let conditional = Conditional::of(circuit);
        let layout = Layout::of(&conditional);
        let circuit = &conditional.circuit;
        let driven = layout.outputs(&conditional);
        let fanout = Fanout::new(circuit, driven.iter().map(|&(bit, signal)| (signal.gate(), bit)));
        let all_off = OutputValues::new(circuit, &fanout, layout.bits, &driven);
        Wiring { fanout, all_off, layout }
    }
}
