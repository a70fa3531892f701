//! One state at a time: the circuit keeps its signals from one question to the next, and only what differs is
//! computed again. Nothing is allocated per question.
//!
//! Every AND counts its operands that are off; it is on when there are none. When a gate changes, the counts of
//! the gates that use it change. Gates are numbered so that uses come later, and those that have changed are
//! marked in a set that is walked upwards: each changes at most once, and a gate that changes back before its turn
//! comes is not visited at all.

use crate::build::{Built, Names, build};
use crate::limits::Limits;
use crate::network::{Circuit, GoalValue, Signal};
use crate::pass::optimise;
use game::{Fact, GoalSet, Machine, Move, Role, State, StopReason};
use gdl::Rules;
use std::sync::Arc;

/// A machine that plays through the circuit.
#[derive(Clone)]
pub struct CircuitMachine {
    shared: Arc<Shared>,
    /// The facts that are on.
    current: State,
    /// The move that is on for each role: a gate, or [`NOTHING`].
    joint: Vec<u32>,
    /// How many operands of each gate are off. An input that is off has one.
    off: Vec<u32>,
    outputs: Vec<u32>,
    changed: Marks,
}

/// What all forks share.
struct Shared {
    names: Names,
    circuit: Circuit,
    initial: State,
    instances: usize,
    wiring: Wiring,
}

const NOTHING: u32 = u32::MAX;

/// The circuit from the operands' point of view.
struct Wiring {
    /// Where the uses and the outputs of each gate begin.
    gates: Vec<Firsts>,
    /// The gates that use a gate, shifted by one; the lowest bit says that they use its inverse.
    uses: Vec<u32>,
    /// The outputs that a gate drives, as bits of the machine's outputs.
    drives: Vec<u32>,
    /// The counts and outputs when all inputs are off.
    off: Vec<u32>,
    outputs: Vec<u32>,
    layout: Layout,
}

#[derive(Clone, Copy)]
struct Firsts {
    uses: u32,
    drives: u32,
}

/// Which bit of the outputs means what: the next state first, then, each from a new word, the legal moves of each
/// role, then the rest.
struct Layout {
    /// How many words a state has.
    state_words: usize,
    /// The first bit of each role's legal moves.
    legal: Vec<u32>,
    terminal: u32,
    goals: Vec<Vec<(GoalValue, u32)>>,
    bits: u32,
}

impl CircuitMachine {
    /// Grounds the rules and builds a machine.
    pub fn new(rules: &Rules, limits: &Limits) -> Result<CircuitMachine, StopReason> {
        let built = build(rules, limits).map_err(|stop| limits.reason(stop))?;
        Ok(CircuitMachine::from_built(built))
    }

    /// A machine for a circuit.
    pub fn from_built(built: Built) -> CircuitMachine {
        let circuit = optimise(built.circuit, &[]);
        let wiring = Wiring::of(&circuit);
        let mut words = vec![0; wiring.layout.state_words];
        for (fact, _) in built.initial.iter().enumerate().filter(|(_, on)| **on) {
            words[fact / 32] |= 1 << (fact % 32);
        }
        let (off, outputs) = (wiring.off.clone(), wiring.outputs.clone());
        let current = State::from_words(vec![0; wiring.layout.state_words]);
        let changed = Marks::new(circuit.gates() as usize);
        let joint = vec![NOTHING; circuit.roles() as usize];
        let initial = State::from_words(words);
        let Built { names, instances, .. } = built;
        let shared = Arc::new(Shared { names, circuit, initial, instances, wiring });
        CircuitMachine { shared, current, joint, off, outputs, changed }
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

    /// Turns on the facts of a state and no others.
    fn load(&mut self, state: &State) {
        if self.current == *state {
            return;
        }
        // Without moves most of the logic of the next state is quiet while the facts change.
        for role in 0..self.joint.len() {
            self.set_move(role, NOTHING);
        }
        let facts = self.shared.circuit.facts();
        for word in 0..self.current.words().len() {
            let new = state.words().get(word).copied().unwrap_or(0);
            let mut differ = std::mem::replace(&mut self.current.words_mut()[word], new) ^ new;
            while differ != 0 {
                let fact = word as u32 * 32 + differ.trailing_zeros();
                differ &= differ - 1;
                if fact < facts {
                    self.toggle(1 + fact);
                }
            }
        }
        self.propagate();
    }

    /// Replaces the role's move.
    fn set_move(&mut self, role: usize, gate: u32) {
        let before = std::mem::replace(&mut self.joint[role], gate);
        if before != gate {
            if before != NOTHING {
                self.toggle(before);
            }
            if gate != NOTHING {
                self.toggle(gate);
            }
        }
    }

    /// Turns an input on or off.
    fn toggle(&mut self, input: u32) {
        self.off[input as usize] ^= 1;
        self.changed.flip(input);
    }

    /// Brings all gates up to date with the inputs.
    fn propagate(&mut self) {
        let CircuitMachine { shared, off, outputs, changed, .. } = self;
        let Wiring { gates, uses, drives, .. } = &shared.wiring;
        changed.walk(|gate, changed| {
            let [here, after] = [gates[gate as usize], gates[gate as usize + 1]];
            for &bit in &drives[here.drives as usize..after.drives as usize] {
                outputs[bit as usize / 32] ^= 1 << (bit % 32);
            }
            let on = u32::from(off[gate as usize] == 0);
            for &user in &uses[here.uses as usize..after.uses as usize] {
                let count = &mut off[user as usize >> 1];
                let before = *count;
                // On and not inverted, or off and inverted: one operand less is off.
                let less = on ^ (user & 1);
                *count = before.wrapping_add(1).wrapping_sub(2 * less);
                // It changes between none and one.
                if before == less {
                    changed.flip(user >> 1);
                }
            }
        });
    }

    fn output(&self, bit: u32) -> bool {
        self.outputs[bit as usize / 32] >> (bit % 32) & 1 == 1
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
        self.load(state);
        out.clear();
        let names = &self.shared.names;
        let actions = names.actions_of(role);
        let moves = &names.actions[actions.start as usize..actions.end as usize];
        let first = self.shared.wiring.layout.legal[role.0 as usize] as usize / 32;
        for (word, moves) in self.outputs[first..].iter().zip(moves.chunks(32)) {
            let mut legal = *word;
            while legal != 0 {
                out.push(moves[legal.trailing_zeros() as usize]);
                legal &= legal - 1;
            }
        }
        Ok(())
    }

    fn next(&mut self, state: &State, joint: &[Move], out: &mut State) -> Result<(), StopReason> {
        self.load(state);
        for (role, &action) in joint.iter().enumerate() {
            let id = Role(role as u32);
            let circuit = &self.shared.circuit;
            let action = self.shared.names.action(id, action);
            let signal = action.map_or(circuit.other(id), |action| circuit.action(action));
            self.set_move(role, signal.gate());
        }
        self.propagate();
        let words = out.words_mut();
        words.clear();
        words.extend_from_slice(&self.outputs[..self.shared.wiring.layout.state_words]);
        Ok(())
    }

    fn terminal(&mut self, state: &State) -> Result<bool, StopReason> {
        self.load(state);
        Ok(self.output(self.shared.wiring.layout.terminal))
    }

    fn goal(&mut self, state: &State, role: Role) -> Result<GoalSet, StopReason> {
        self.load(state);
        let mut goals = GoalSet::default();
        for &(value, bit) in &self.shared.wiring.layout.goals[role.0 as usize] {
            if self.output(bit) {
                match value {
                    Some(value) => goals.insert(value),
                    None => goals.insert_strange(),
                }
            }
        }
        Ok(goals)
    }

    fn facts(&self, state: &State) -> Vec<Fact> {
        let facts = self.shared.circuit.facts();
        let on = |&fact: &u32| {
            let word = state.words().get(fact as usize / 32);
            word.is_some_and(|word| word >> (fact % 32) & 1 == 1)
        };
        (0..facts).filter(on).map(Fact).collect()
    }

    fn state(&self, facts: &[Fact]) -> State {
        let mut words = vec![0; self.shared.wiring.layout.state_words];
        for fact in facts {
            words[fact.0 as usize / 32] |= 1 << (fact.0 % 32);
        }
        State::from_words(words)
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

impl Layout {
    fn of(circuit: &Circuit) -> Layout {
        let state_words = circuit.facts().div_ceil(32);
        let mut bits = state_words * 32;
        let mut legal = vec![0; circuit.roles() as usize];
        for (role, first) in legal.iter_mut().enumerate() {
            *first = bits;
            let actions = circuit.actions().iter().filter(|owner| owner.0 as usize == role).count();
            bits += (actions as u32).next_multiple_of(32);
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
    fn outputs(&self, circuit: &Circuit) -> Vec<(u32, Signal)> {
        let outputs = &circuit.outputs;
        let mut all: Vec<(u32, Signal)> = (0..).zip(outputs.next.iter().copied()).collect();
        let mut next_bit = self.legal.clone();
        for (role, &signal) in circuit.actions().iter().zip(&outputs.legal) {
            let bit = &mut next_bit[role.0 as usize];
            all.push((*bit, signal));
            *bit += 1;
        }
        all.push((self.terminal, outputs.terminal));
        for (bits, goals) in self.goals.iter().zip(&outputs.goals) {
            all.extend(bits.iter().zip(goals).map(|(&(_, bit), &(_, signal))| (bit, signal)));
        }
        all
    }
}

impl Wiring {
    fn of(circuit: &Circuit) -> Wiring {
        let layout = Layout::of(circuit);
        let gates = circuit.gates() as usize;
        let driven = layout.outputs(circuit);
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
fn grouped(keys: usize, pairs: impl Iterator<Item = (u32, u32)> + Clone) -> (Vec<u32>, Vec<u32>) {
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

/// A set of gates that is walked upwards while it grows ahead of the walk.
#[derive(Clone)]
struct Marks {
    words: Vec<u64>,
    /// Which words may have marks.
    groups: Vec<u64>,
}

impl Marks {
    fn new(gates: usize) -> Marks {
        let words = gates.div_ceil(64);
        Marks { words: vec![0; words], groups: vec![0; words.div_ceil(64)] }
    }

    /// Marks a gate, or takes its mark away.
    fn flip(&mut self, gate: u32) {
        let word = gate as usize / 64;
        self.words[word] ^= 1 << (gate % 64);
        self.groups[word / 64] |= 1 << (word % 64);
    }

    /// Visits the marked gates in ascending order and takes their marks away. A visit may flip later gates.
    fn walk(&mut self, mut visit: impl FnMut(u32, &mut Marks)) {
        for group in 0..self.groups.len() {
            while self.groups[group] != 0 {
                let word = group * 64 + self.groups[group].trailing_zeros() as usize;
                while self.words[word] != 0 {
                    let bit = self.words[word].trailing_zeros();
                    self.words[word] &= self.words[word] - 1;
                    visit(word as u32 * 64 + bit, self);
                }
                self.groups[group] &= !(1 << (word % 64));
            }
        }
    }
}
