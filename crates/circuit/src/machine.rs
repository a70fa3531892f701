//! One state at a time: the circuit keeps its signals from one question to the next, and only what differs is
//! computed again. Nothing is allocated per question.
//!
//! Every AND counts its operands that are off; it is on when there are none. When a gate changes, the counts of
//! the gates that use it change. Gates are numbered so that uses come later, and those that have changed are
//! marked in a set that is walked upwards: each changes at most once, and a gate that changes back before its turn
//! comes is not visited at all.
//!
//! Each phase of the game has a circuit of its own, in which what is known there is constant: whose turn it is does not
//! change in it, and a role that can only wait does nothing. States and moves that do not fit any phase are left to a
//! circuit for all states.

mod bank;
mod counts;
mod marks;
mod wiring;

use crate::build::{Built, Names, build};
use crate::limits::Limits;
use crate::network::Circuit;
use crate::pass::optimise;
use crate::phases::{Phases, Signatures};
use crate::prefer::prefer;
use crate::specialise::specialise;
use bank::Bank;
pub use counts::Counts;
use game::{Fact, GoalSet, Machine, Move, Preference, Role, State, StopReason};
use gdl::Rules;
use std::sync::Arc;
use wiring::Wiring;

/// A machine that plays through the circuit.
#[derive(Clone)]
pub struct CircuitMachine {
    shared: Arc<Shared>,
    /// The signals of the circuit of each phase, and of the circuit for all states.
    banks: Vec<Bank>,
    /// The bank that was used last.
    recent: usize,
}

/// What all forks share.
struct Shared {
    names: Arc<Names>,
    circuit: Circuit,
    initial: State,
    instances: usize,
    phases: Phases,
    signatures: Signatures,
    /// For each phase, which actions may be legal in it.
    possible: Vec<Vec<bool>>,
    /// The circuit of each phase, then that for all states.
    wirings: Vec<Wiring>,
}

/// A circuit with more operands than this is not specialised for its phases.
const MAX_SPECIALISED: usize = 2_000_000;

impl CircuitMachine {
    /// Grounds the rules and builds a machine.
    pub fn new(rules: &Rules, limits: &Limits) -> Result<CircuitMachine, StopReason> {
        let built = build(rules, limits).map_err(|stop| limits.reason(stop))?;
        Ok(CircuitMachine::from_built(built))
    }

    /// A machine for a circuit.
    pub fn from_built(built: Built) -> CircuitMachine {
        let Built { circuit, names, initial, instances } = built;
        let circuit = optimise(circuit, &[]);
        let phases = Phases::find(&circuit, &initial);
        let mut words = vec![0; (circuit.facts() as usize).div_ceil(32)];
        for (fact, _) in initial.iter().enumerate().filter(|(_, on)| **on) {
            words[fact / 32] |= 1 << (fact % 32);
        }
        let initial = State::from_words(words);
        CircuitMachine::assemble(circuit, phases, Arc::new(names), initial, instances)
    }

    /// A machine in which moves that are preferred are the only legal ones, where there are some. States are the same, and so
    /// is what follows moves.
    pub fn preferring(&self, preferences: &[Preference]) -> CircuitMachine {
        let Shared { names, circuit, initial, instances, phases, .. } = &*self.shared;
        let circuit = optimise(prefer(circuit, names, preferences), &[]);
        let (names, phases) = (Arc::clone(names), phases.clone());
        CircuitMachine::assemble(circuit, phases, names, initial.clone(), *instances)
    }

    /// What is known of the phases has to be true whatever legal moves are made.
    fn assemble(
        circuit: Circuit,
        phases: Phases,
        names: Arc<Names>,
        initial: State,
        instances: usize,
    ) -> CircuitMachine {
        let mut possible = Vec::new();
        let mut wirings = Vec::new();
        if circuit.edges() <= MAX_SPECIALISED && phases.tell_something() {
            for facts in &phases.facts {
                let special = specialise(&circuit, facts);
                wirings.push(Wiring::of(&special.circuit));
                possible.push(special.possible);
            }
        }
        wirings.push(Wiring::of(&circuit));
        let banks = wirings.iter().map(|wiring| Bank::new(wiring, circuit.roles())).collect();
        let signatures = Signatures::of(&phases);
        let shared =
            Shared { names, circuit, initial, instances, phases, signatures, possible, wirings };
        CircuitMachine { shared: Arc::new(shared), banks, recent: 0 }
    }

    /// The circuit.
    pub fn circuit(&self) -> &Circuit {
        &self.shared.circuit
    }

    /// What the circuit's numbers stand for.
    pub fn names(&self) -> &Names {
        &self.shared.names
    }

    /// How many ground rules the circuit was made from.
    pub fn instances(&self) -> usize {
        self.shared.instances
    }

    /// Whether each fact is true in the beginning.
    pub fn initial_facts(&self) -> Vec<bool> {
        let words = self.shared.initial.words();
        let facts = 0..self.shared.circuit.facts() as usize;
        facts.map(|fact| words[fact / 32] >> (fact % 32) & 1 == 1).collect()
    }

    /// How many operands of gates have changed since the machine was made: how long its answers took, on any computer.
    pub fn work(&self) -> u64 {
        self.banks.iter().map(|bank| bank.work).sum()
    }

    /// What is known of the game at each step.
    pub fn phases(&self) -> &Phases {
        &self.shared.phases
    }

    /// The phase that a state belongs to, if everything that is known of one holds in it.
    pub fn phase(&self, state: &State) -> Option<usize> {
        self.shared.signatures.phase(state)
    }

    /// The bank for a state, with the state loaded.
    fn load(&mut self, state: &State) -> usize {
        if self.banks[self.recent].current == *state {
            return self.recent;
        }
        let general = self.banks.len() - 1;
        let phase = if general == 0 { None } else { self.shared.signatures.phase(state) };
        let bank = phase.unwrap_or(general);
        self.load_into(bank, state);
        bank
    }

    fn load_into(&mut self, bank: usize, state: &State) {
        self.banks[bank].load(&self.shared.wirings[bank], state, self.shared.circuit.facts());
        self.recent = bank;
    }
}

/// Calls with every bit that is set, from the lowest on.
fn each_bit(mut word: u32, mut call: impl FnMut(u32)) {
    while word != 0 {
        call(word.trailing_zeros());
        word &= word - 1;
    }
}

impl Machine for CircuitMachine {
    fn roles(&self) -> &[String] {
        &self.shared.names.roles
    }

    fn initial(&mut self, out: &mut State) -> Result<(), StopReason> {
        out.clone_from(&self.shared.initial);
        Ok(())
    }

    fn legal(&mut self, state: &State, role: Role, out: &mut Vec<Move>) -> Result<(), StopReason> {
        let bank = self.load(state);
        let Bank { off, outputs, .. } = &self.banks[bank];
        out.clear();
        let names = &self.shared.names;
        let actions = names.actions_of(role);
        let moves = &names.actions[actions.start as usize..actions.end as usize];
        let place = &self.shared.wirings[bank].layout.legal[role.0 as usize];
        let met = place.condition.is_none_or(|condition| {
            (off[condition.gate() as usize] == 0) != condition.is_inverted()
        });
        for (word, moves) in moves.chunks(32).enumerate() {
            let mut legal = if met { outputs[place.conditional as usize / 32 + word] } else { 0 };
            if let Some(others) = place.others {
                legal |= outputs[others as usize / 32 + word];
            }
            while legal != 0 {
                out.push(moves[legal.trailing_zeros() as usize]);
                legal &= legal - 1;
            }
        }
        Ok(())
    }

    fn next(&mut self, state: &State, joint: &[Move], out: &mut State) -> Result<(), StopReason> {
        let mut bank = self.load(state);
        let shared = Arc::clone(&self.shared);
        let gate = |role: usize, action: Move| {
            let role = Role(role as u32);
            let action = shared.names.action(role, action);
            action.map_or(shared.circuit.other(role), |action| shared.circuit.action(action)).gate()
        };
        if let Some(possible) = shared.possible.get(bank) {
            let first = 1 + shared.circuit.facts();
            let may = |gate: u32| possible.get((gate - first) as usize).copied().unwrap_or(false);
            if !joint.iter().enumerate().all(|(role, &action)| may(gate(role, action))) {
                bank = self.banks.len() - 1;
                self.load_into(bank, state);
            }
        }
        let wiring = &shared.wirings[bank];
        let bank = &mut self.banks[bank];
        for (role, &action) in joint.iter().enumerate() {
            bank.set_move(role, gate(role, action));
        }
        bank.propagate(wiring);
        let words = out.words_mut();
        words.clear();
        words.extend_from_slice(&bank.outputs[..wiring.layout.state_words]);
        Ok(())
    }

    fn terminal(&mut self, state: &State) -> Result<bool, StopReason> {
        let bank = self.load(state);
        Ok(self.banks[bank].output(self.shared.wirings[bank].layout.terminal))
    }

    fn goal(&mut self, state: &State, role: Role) -> Result<GoalSet, StopReason> {
        let bank = self.load(state);
        let mut goals = GoalSet::default();
        for &(value, bit) in &self.shared.wirings[bank].layout.goals[role.0 as usize] {
            if self.banks[bank].output(bit) {
                match value {
                    Some(value) => goals.insert(value),
                    None => goals.insert_strange(),
                }
            }
        }
        Ok(goals)
    }

    fn facts(&self, state: &State) -> Vec<Fact> {
        let mut facts = Vec::new();
        for (index, &word) in (0..).zip(state.words()) {
            each_bit(word, |bit| facts.push(Fact(32 * index + bit)));
        }
        facts
    }

    fn changes(&self, before: &State, after: &State, out: &mut Vec<(Fact, bool)>) {
        out.clear();
        let words = 0..before.words().len().max(after.words().len());
        let word = |state: &State, index: usize| state.words().get(index).copied().unwrap_or(0);
        for index in words {
            let (old, new) = (word(before, index), word(after, index));
            each_bit(old ^ new, |bit| {
                out.push((Fact(32 * index as u32 + bit), new >> bit & 1 == 1));
            });
        }
    }

    fn state(&self, facts: &[Fact]) -> State {
        let mut words = vec![0; self.shared.initial.words().len()];
        for fact in facts {
            words[fact.0 as usize / 32] |= 1 << (fact.0 % 32);
        }
        State::from_words(words)
    }

    fn subtract(&self, state: &State, other: &State, out: &mut State) {
        out.clone_from(state);
        for (word, other) in out.words_mut().iter_mut().zip(other.words()) {
            *word &= !other;
        }
    }

    fn fact_text(&self, fact: Fact) -> String {
        self.shared.names.fact_text(fact)
    }

    fn move_text(&self, action: Move) -> String {
        self.shared.names.move_text(action)
    }

    fn find_fact(&self, text: &str) -> Option<Fact> {
        self.shared.names.find_fact(text)
    }

    fn find_move(&self, text: &str) -> Option<Move> {
        self.shared.names.find_move(text)
    }

    fn fork(&self) -> Box<dyn Machine> {
        Box::new(self.clone())
    }
}
