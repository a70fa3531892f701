//! Phases: facts that are proven to be always true, or always false, whenever the number of joint moves made so far
//! leaves the same remainder. In most games with turns these are the facts that say whose turn it is, and others.
//!
//! The proof is an abstract interpretation: a fact is true, false or unknown in each phase. The first phase begins with
//! the initial state, and each phase is widened by the successors of the phase before it, until nothing changes. The
//! facts that remain known are proven for every state that play can reach from any state that agrees with one of the
//! phases.

use crate::circuit::{Circuit, Gate, PerGate};
use crate::fact_bits::FactBits;
pub use crate::known::Known;
use crate::known::derive;
use game::{Fact, State};

/// The facts that are known in each phase. The phase of a state is the number of joint moves made before it, modulo the
/// number of phases.
#[derive(Clone, Debug)]
pub struct Phases {
    /// For each phase, the value of each fact.
    pub facts: Vec<Vec<Known>>,
}

/// Numbers of phases that are tried.
const PERIODS: [usize; 6] = [1, 2, 3, 4, 6, 8];

/// Number of operands evaluated before a proof is given up, as with long countdowns in large circuits.
const MAX_WORK: usize = 500_000_000;

/// Share by which a larger number of phases must reduce the gates that are not constant, to be worth its larger
/// programs.
const LEAST_GAIN: f64 = 0.05;

impl Phases {
    /// Proves phases with the number of them that makes most gates constant.
    pub fn find(circuit: &Circuit, initial: &[bool]) -> Phases {
        let mut best: Option<(f64, Phases)> = None;
        for period in PERIODS {
            let phases = Phases::prove(circuit, initial, period);
            let unknown = phases.unknown(circuit);
            if best.as_ref().is_none_or(|(least, _)| unknown < least * (1.0 - LEAST_GAIN)) {
                best = Some((unknown, phases));
            }
        }
        best.expect("one period was tried").1
    }

    /// Proves phases with a given number of them. If the proof is given up, the result is a single phase in which
    /// nothing is known.
    pub fn prove(circuit: &Circuit, initial: &[bool], period: usize) -> Phases {
        let mut facts: Vec<Option<Vec<Known>>> = vec![None; period];
        facts[0] = Some(initial.iter().map(|&on| Some(on)).collect());
        let mut phase = 0;
        let mut unchanged = 0;
        let mut work = 0;
        while unchanged < period {
            work += circuit.operand_count();
            if work > MAX_WORK {
                return Phases { facts: vec![vec![None; initial.len()]] };
            }
            let here = facts[phase].as_ref().expect("the phase before had a successor");
            let next = successor(circuit, here);
            phase = (phase + 1) % period;
            let changed = match &mut facts[phase] {
                None => {
                    facts[phase] = Some(next);
                    true
                }
                Some(known) => widen(known, &next),
            };
            unchanged = if changed { 0 } else { unchanged + 1 };
        }
        let facts = facts.into_iter().map(|known| known.expect("every phase was reached"));
        Phases { facts: facts.collect() }
    }

    /// Whether any fact is known in any phase.
    pub fn tell_something(&self) -> bool {
        self.facts.iter().flatten().any(|known| known.is_some())
    }

    /// Returns the number of phases.
    pub fn count(&self) -> usize {
        self.facts.len()
    }

    /// Returns the value of a fact in a phase.
    pub fn known(&self, phase: usize, fact: Fact) -> Known {
        self.facts[phase][fact.0 as usize]
    }

    /// Returns the mean number of gates with unknown values over the phases.
    fn unknown(&self, circuit: &Circuit) -> f64 {
        let unknown = |facts: &Vec<Known>| {
            let values = evaluate(circuit, facts);
            values.values().filter(|value| value.is_none()).count()
        };
        let sum: usize = self.facts.iter().map(unknown).sum();
        sum as f64 / self.count() as f64
    }
}

/// The known facts of each phase as words of a state, to find the phase of a state.
pub struct Signatures {
    /// For each phase and each word of a state, the bits of the facts that are known, and of those known to be true.
    phases: Vec<Vec<(u32, u32)>>,
}

impl Signatures {
    /// Packs the known facts of some phases into words.
    pub fn of(phases: &Phases) -> Signatures {
        let words = phases.facts.iter().map(|facts| {
            let bits = FactBits::new(facts.len());
            let known = bits.state(facts.iter().map(|fact| fact.is_some()));
            let on = bits.state(facts.iter().map(|&fact| fact == Some(true)));
            known.words().iter().copied().zip(on.words().iter().copied()).collect()
        });
        Signatures { phases: words.collect() }
    }

    /// Returns the first phase whose known facts all agree with a state; `None` if there is no such phase.
    pub fn phase(&self, state: &State) -> Option<usize> {
        let belongs = |words: &Vec<(u32, u32)>| {
            let state = state.words();
            state.len() >= words.len()
                && words.iter().zip(state).all(|(&(known, on), word)| word & known == on)
        };
        self.phases.iter().position(belongs)
    }
}

/// Makes every known fact unknown whose value in `other` is not the same; returns whether there were any.
fn widen(known: &mut [Known], other: &[Known]) -> bool {
    let mut changed = false;
    for (known, other) in known.iter_mut().zip(other) {
        if known.is_some() && known != other {
            *known = None;
            changed = true;
        }
    }
    changed
}

/// Returns the value of each fact in the next state, as far as it is known.
fn successor(circuit: &Circuit, facts: &[Known]) -> Vec<Known> {
    let values = evaluate(circuit, facts);
    circuit.outputs.next.iter().map(|&signal| values.signal(signal)).collect()
}

/// Returns the value of every gate as far as it follows from the known facts. Every role is taken to make a legal move:
/// a move that cannot be legal is not made, and a single move that is always legal is made.
pub fn evaluate(circuit: &Circuit, facts: &[Known]) -> PerGate<Known> {
    let mut values = PerGate::new(circuit, None);
    values[Gate::TRUE] = Some(true);
    for (fact, &known) in circuit.facts().zip(facts) {
        values[circuit.fact(fact).gate()] = known;
    }
    for role in circuit.roles() {
        values[circuit.other_move(role).gate()] = Some(false);
    }
    // Legality does not depend on moves: as far as it is known, it is derived while all moves are unknown.
    derive(circuit, &mut values);
    let legal = &circuit.outputs.legal;
    let legal: Vec<Known> = legal.iter().map(|&signal| values.signal(signal)).collect();
    let mut possible = vec![0u32; circuit.role_count()];
    for (legal, role) in legal.iter().zip(circuit.action_roles()) {
        possible[role.0 as usize] += u32::from(*legal != Some(false));
    }
    for (legal, (action, role)) in legal.into_iter().zip(circuit.actions()) {
        values[circuit.action(action).gate()] = match legal {
            Some(false) => Some(false),
            Some(true) if possible[role.0 as usize] == 1 => Some(true),
            _ => None,
        };
    }
    // A gate that was known without the moves keeps its value.
    derive(circuit, &mut values);
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two roles move in turns: fact 0 says that it is the turn of role 0, fact 1 that it is that of role 1. Fact 2
    /// becomes true when role 0 makes its second move.
    const TURNS: &str = "facts 3\nroles 2\nactions 0 0 1\n\
        g0 = and !a1 !f2\nlegal 0 = f0\nlegal 1 = f0\nlegal 2 = f1\n\
        next 0 = f1\nnext 1 = f0\nnext 2 = !g0\n";

    fn turns() -> (Circuit, Phases) {
        let circuit = Circuit::from_text(TURNS).unwrap();
        let phases = Phases::find(&circuit, &[true, false, false]);
        (circuit, phases)
    }

    #[test]
    fn turns_are_known_and_the_rest_is_not() {
        let (_, phases) = turns();
        let known = [[Some(true), Some(false), None], [Some(false), Some(true), None]];
        assert_eq!(phases.facts, known);
        assert!(phases.tell_something());
    }

    #[test]
    fn a_state_belongs_to_the_phase_that_it_agrees_with() {
        let (_, phases) = turns();
        let signatures = Signatures::of(&phases);
        let phase = |facts: u32| signatures.phase(&State::from_words(vec![facts]));
        assert_eq!([phase(0b001), phase(0b110), phase(0b011)], [Some(0), Some(1), None]);
    }

    #[test]
    fn a_move_that_cannot_be_legal_is_not_made() {
        let (circuit, phases) = turns();
        let values = evaluate(&circuit, &phases.facts[1]);
        let actions = circuit.actions().map(|(action, _)| values.signal(circuit.action(action)));
        assert_eq!(actions.collect::<Vec<_>>(), [Some(false), Some(false), Some(true)]);
    }
}
