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

use crate::build::{Built, Names, build};
use crate::limits::Limits;
use crate::network::{Circuit, GoalValue, Signal};
use crate::pass::optimise;
use crate::phases::{Phases, Signatures};
use crate::specialise::specialise;
use game::{Fact, GoalSet, Machine, Move, Role, State, StopReason};
use gdl::Rules;
use hashbrown::HashMap;
use std::sync::Arc;

/// A machine that plays through the circuit.
#[derive(Clone)]
pub struct CircuitMachine {
    shared: Arc<Shared>,
    /// The signals of the circuit of each phase, and of the circuit for all states.
    banks: Vec<Bank>,
    /// The bank that was used last.
    recent: usize,
}

/// The signals of a circuit.
#[derive(Clone)]
struct Bank {
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
    phases: Phases,
    signatures: Signatures,
    /// For each phase, which actions may be legal in it.
    possible: Vec<Vec<bool>>,
    /// The circuit of each phase, then that for all states.
    wirings: Vec<Wiring>,
}

const NOTHING: u32 = u32::MAX;

/// A circuit with more operands than this is not specialised for its phases.
const MAX_SPECIALISED: usize = 2_000_000;

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
    legal: Vec<LegalBits>,
    terminal: u32,
    goals: Vec<Vec<(GoalValue, u32)>>,
    bits: u32,
}

/// Where the legal moves of a role are.
struct LegalBits {
    /// What most of the role's moves need: a fact, usually that it is its turn.
    condition: Option<Signal>,
    /// The first bit of the moves that need it, legal as far as everything else goes.
    conditional: u32,
    /// The first bit of the others, if there are any.
    others: Option<u32>,
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
        let phases = Phases::find(&circuit, &built.initial);
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
        let mut words = vec![0; wirings[0].layout.state_words];
        for (fact, _) in built.initial.iter().enumerate().filter(|(_, on)| **on) {
            words[fact / 32] |= 1 << (fact % 32);
        }
        let banks = wirings.iter().map(|wiring| Bank::new(wiring, circuit.roles())).collect();
        let initial = State::from_words(words);
        let signatures = Signatures::of(&phases);
        let Built { names, instances, .. } = built;
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

impl Bank {
    /// With all inputs off.
    fn new(wiring: &Wiring, roles: u32) -> Bank {
        Bank {
            current: State::from_words(vec![0; wiring.layout.state_words]),
            joint: vec![NOTHING; roles as usize],
            off: wiring.off.clone(),
            outputs: wiring.outputs.clone(),
            changed: Marks::new(wiring.off.len()),
        }
    }

    /// Turns on the facts of a state and no others.
    fn load(&mut self, wiring: &Wiring, state: &State, facts: u32) {
        if self.current == *state {
            return;
        }
        // Without moves most of the logic of the next state is quiet while the facts change.
        for role in 0..self.joint.len() {
            self.set_move(role, NOTHING);
        }
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
        self.propagate(wiring);
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
    fn propagate(&mut self, wiring: &Wiring) {
        let Bank { off, outputs, changed, .. } = self;
        let Wiring { gates, uses, drives, .. } = wiring;
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
        let facts = self.shared.circuit.facts();
        let on = |&fact: &u32| {
            let word = state.words().get(fact as usize / 32);
            word.is_some_and(|word| word >> (fact % 32) & 1 == 1)
        };
        (0..facts).filter(on).map(Fact).collect()
    }

    fn state(&self, facts: &[Fact]) -> State {
        let mut words = vec![0; self.shared.initial.words().len()];
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
    fn of(circuit: &Circuit) -> Wiring {
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
