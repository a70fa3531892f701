//! What can be proven about the state at a given step: facts that are always on, or always off, whenever the
//! number of moves made so far leaves the same remainder. Whose turn it is, in most games, and much else.
//!
//! The proof is an abstract interpretation: a fact is off, on or unknown; the state of each phase begins with what
//! is known of the initial state, and is widened by everything that the phase before it may lead to, until nothing
//! changes. What remains known holds in every state that play can reach; indeed, in every state that play can
//! reach from any state that agrees with one of the phases.

use crate::exclusions::Exclusions;
use crate::network::{Action, Circuit, Signal};
use game::{Fact, State};

/// Off, on, or one cannot tell.
pub type Known = Option<bool>;

/// What is known in each phase. A phase is the number of moves made, modulo the number of phases.
#[derive(Clone, Debug)]
pub struct Phases {
    /// For each phase, each fact.
    pub facts: Vec<Vec<Known>>,
    /// Facts that are never on together, in any phase; none unless they have been looked for.
    pub exclusions: Exclusions,
}

/// The numbers of phases that are tried.
const PERIODS: [usize; 6] = [1, 2, 3, 4, 6, 8];

/// How many operands are looked at before a proof is given up; long countdowns in big circuits come here.
const MAX_WORK: usize = 500_000_000;

/// More phases must make so many more gates constant to be worth their code: a share of all gates.
const WORTH: f64 = 0.05;

impl Phases {
    /// Finds the number of phases that makes most of the circuit constant.
    pub fn find(circuit: &Circuit, initial: &[bool]) -> Phases {
        let mut best: Option<(f64, Phases)> = None;
        for period in PERIODS {
            let phases = Phases::prove(circuit, initial, period);
            let unknown = phases.unknown(circuit);
            if best.as_ref().is_none_or(|(least, _)| unknown < least * (1.0 - WORTH)) {
                best = Some((unknown, phases));
            }
        }
        best.expect("one period was tried").1
    }

    /// What is known with this number of phases.
    pub fn prove(circuit: &Circuit, initial: &[bool], period: usize) -> Phases {
        let mut facts: Vec<Option<Vec<Known>>> = vec![None; period];
        facts[0] = Some(initial.iter().map(|&on| Some(on)).collect());
        let mut phase = 0;
        let mut unchanged = 0;
        let mut work = 0;
        while unchanged < period {
            work += circuit.edges();
            if work > MAX_WORK {
                return Phases::new(vec![vec![None; initial.len()]]);
            }
            let here = facts[phase].as_ref().expect("play comes here from the phase before");
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
        Phases::new(facts.into_iter().map(|known| known.expect("play has come here")).collect())
    }

    fn new(facts: Vec<Vec<Known>>) -> Phases {
        Phases { facts, exclusions: Exclusions::default() }
    }

    /// Whether anything is known at all.
    pub fn tell_something(&self) -> bool {
        self.facts.iter().flatten().any(|known| known.is_some())
    }

    /// How many phases there are.
    pub fn count(&self) -> usize {
        self.facts.len()
    }

    /// Whether the fact is on, off or unknown in a phase.
    pub fn known(&self, phase: usize, fact: Fact) -> Known {
        self.facts[phase][fact.0 as usize]
    }

    /// The gates whose value is unknown, in the mean over the phases.
    fn unknown(&self, circuit: &Circuit) -> f64 {
        let unknown = |facts: &Vec<Known>| {
            let values = evaluate(circuit, facts);
            values.iter().filter(|value| value.is_none()).count()
        };
        let sum: usize = self.facts.iter().map(unknown).sum();
        sum as f64 / self.count() as f64
    }
}

/// What is known of the states of each phase, as words of a state.
pub struct Signatures {
    /// For each phase, which bits are known, and what they are.
    phases: Vec<Vec<(u32, u32)>>,
}

impl Signatures {
    /// Those of a game's phases.
    pub fn of(phases: &Phases) -> Signatures {
        let words = phases.facts.iter().map(|facts| {
            let words = facts.chunks(32).map(|facts| {
                facts.iter().enumerate().fold((0, 0), |(known, on), (bit, fact)| {
                    (
                        known | u32::from(fact.is_some()) << bit,
                        on | u32::from(*fact == Some(true)) << bit,
                    )
                })
            });
            words.collect()
        });
        Signatures { phases: words.collect() }
    }

    /// The phase that a state belongs to.
    pub fn phase(&self, state: &State) -> Option<usize> {
        let belongs = |words: &Vec<(u32, u32)>| {
            let state = state.words();
            state.len() >= words.len()
                && words.iter().zip(state).all(|(&(known, on), word)| word & known == on)
        };
        self.phases.iter().position(belongs)
    }
}

/// Widens what is known by another possibility; whether less is known now.
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

/// What is known of the next state.
fn successor(circuit: &Circuit, facts: &[Known]) -> Vec<Known> {
    let values = evaluate(circuit, facts);
    circuit.outputs.next.iter().map(|&signal| value(&values, signal)).collect()
}

fn value(values: &[Known], signal: Signal) -> Known {
    values[signal.gate() as usize].map(|on| on != signal.is_inverted())
}

/// What is known of every gate. A role makes a legal move: none that cannot be legal, and the only one if there
/// is only one.
pub fn evaluate(circuit: &Circuit, facts: &[Known]) -> Vec<Known> {
    let mut values: Vec<Known> = vec![None; circuit.gates() as usize];
    values[0] = Some(true);
    values[1..=facts.len()].copy_from_slice(facts);
    for role in 0..circuit.roles() {
        values[circuit.other(game::Role(role)).gate() as usize] = Some(false);
    }
    // Legality does not depend on moves: with them unknown, it comes out as far as it is known.
    for and in circuit.ands() {
        values[and as usize] = conjunction(circuit, and, &values);
    }
    let mut possible = vec![0u32; circuit.roles() as usize];
    for (action, role) in circuit.actions().iter().enumerate() {
        if value(&values, circuit.outputs.legal[action]) != Some(false) {
            possible[role.0 as usize] += 1;
        }
    }
    for (action, role) in circuit.actions().iter().enumerate() {
        let done = match value(&values, circuit.outputs.legal[action]) {
            Some(false) => Some(false),
            Some(true) if possible[role.0 as usize] == 1 => Some(true),
            _ => None,
        };
        values[circuit.action(Action(action as u32)).gate() as usize] = done;
    }
    // What was known without knowing the moves is still the same.
    for and in circuit.ands() {
        if values[and as usize].is_none() {
            values[and as usize] = conjunction(circuit, and, &values);
        }
    }
    values
}

fn conjunction(circuit: &Circuit, and: u32, values: &[Known]) -> Known {
    let mut all = Some(true);
    for &operand in circuit.operands(and) {
        match value(values, operand) {
            Some(true) => {}
            Some(false) => return Some(false),
            None => all = None,
        }
    }
    all
}
