//! Facts that are never true together, such as those that place different pieces on a square. The rules do not say so;
//! it is proven here.
//!
//! Groups of facts that differ in one argument are guessed from a few random games (`candidates`) and then proven by
//! induction (`cases` and `proof`): the initial state has at most one fact of each group, and no legal joint move leads
//! from a state with at most one fact of each group to one with more. A proof therefore holds for everything that
//! follows from any state in which the groups hold and which belongs to one of the game's phases, whether or not play
//! can reach it.

mod candidates;
mod cases;
mod needs;
mod proof;

use crate::circuit::{Circuit, PerGate, Signal};
use crate::fact_bits::FactBits;
use crate::model::Model;
use crate::phases::Phases;
use crate::sample::StateSample;
use cases::Cases;
use game::{Fact, State};
pub use needs::Needs;
use proof::Proof;

/// Largest number of operands of a circuit in which groups are guessed: in larger ones, the proof would take longer
/// than it saves.
const MAX_OPERANDS: usize = 150_000;
/// Largest number of facts of a circuit in which groups are guessed.
const MAX_FACTS: usize = 5_000;
/// Largest number of operands of a circuit for which the SAT solver is used. Larger ones are left with the groups that
/// are proven by cases.
const MAX_SOLVED: usize = 20_000;

/// Disjoint groups of facts. At most one fact of each group is true in any state.
#[derive(Clone, Debug, Default)]
pub struct Exclusions {
    groups: Vec<Vec<Fact>>,
    /// The group of each fact that has one.
    by_fact: Vec<Option<u32>>,
}

impl Exclusions {
    /// Guesses groups from a few random games. They hold in the initial state and in the states that were sampled;
    /// nothing more is proven. There are no groups for circuits that are too large for a proof.
    pub fn guess(model: &Model) -> Exclusions {
        let circuit = model.circuit();
        if circuit.operand_count() > MAX_OPERANDS || circuit.fact_count() > MAX_FACTS {
            return Exclusions::default();
        }
        let sample = StateSample::new(model);
        let is_initial = model.initial_facts();
        let mut groups = candidates::groups(model.names(), &sample);
        groups.retain(|group| group.iter().filter(|fact| is_initial[fact.0 as usize]).count() <= 1);
        Exclusions::new(groups, is_initial.len())
    }

    /// Keeps the groups that can be proven. A proof may use the other groups: where one is dropped, the rest is proven
    /// again without it.
    pub fn proven(mut self, circuit: &Circuit, phases: &Phases) -> Exclusions {
        let facts = self.by_fact.len();
        let mut budget = proof::BUDGET;
        loop {
            let mut proven = Cases::proven(circuit, phases, &self);
            if proven.contains(&false) && circuit.operand_count() <= MAX_SOLVED {
                let mut proof = Proof::new(circuit, phases, self.groups(), budget);
                for (group, proven) in self.groups.iter().zip(&mut proven) {
                    *proven = *proven || proof.keeps(group);
                }
                budget = proof.budget();
            }
            if !proven.contains(&false) {
                return self;
            }
            let groups = self.groups.into_iter().zip(proven).filter(|(_, proven)| *proven);
            self = Exclusions::new(groups.map(|(group, _)| group).collect(), facts);
        }
    }

    /// Takes disjoint groups of the facts of a game; `facts` is the number of facts.
    pub(crate) fn new(groups: Vec<Vec<Fact>>, facts: usize) -> Exclusions {
        let mut by_fact = vec![None; facts];
        for (index, group) in groups.iter().enumerate() {
            group.iter().for_each(|fact| by_fact[fact.0 as usize] = Some(index as u32));
        }
        Exclusions { groups, by_fact }
    }

    /// Returns the groups of facts that exclude each other.
    pub fn groups(&self) -> &[Vec<Fact>] {
        &self.groups
    }

    /// Returns the index of the group that a fact belongs to; `None` if it belongs to none.
    pub fn group(&self, fact: Fact) -> Option<usize> {
        self.by_fact.get(fact.0 as usize).copied().flatten().map(|group| group as usize)
    }

    /// Whether at most one fact of each group is true in a state.
    pub fn hold_in(&self, state: &State) -> bool {
        let mut taken = vec![false; self.groups.len()];
        let mut groups = FactBits::facts(state).filter_map(|fact| self.group(fact));
        groups.all(|group| !std::mem::replace(&mut taken[group], true))
    }
}

/// Whether each gate is an input, or the next state depends on it.
fn needed_for_next(circuit: &Circuit) -> PerGate<bool> {
    let inputs = circuit.inputs().map(Signal::of);
    circuit.needed_for(inputs.chain(circuit.outputs.next.iter().copied()))
}
