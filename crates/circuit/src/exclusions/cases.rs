//! The induction step by cases: in a phase in which only one role has a choice, the circuit is simplified for each of
//! its moves. Most facts are then constant in the next state or the same as before, and it can be decided whether a
//! group still has at most one true fact.
//!
//! This proves most groups of most games, hundreds of times as fast as `proof`, which is tried for the rest.

use super::{Exclusions, Needs};
use crate::circuit::{Action, Circuit, Gate, Input, PerGate, Signal};
use crate::phases::{self, Known, Phases};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Largest number of operands evaluated in all; with more of them the proof is given up.
const MAX_WORK: usize = 30_000_000;
/// Largest number of operands evaluated for one group after one move.
const MAX_GROUP_WORK: usize = 5_000;

/// Largest number of operands, without constants, of an AND that is simplified.
const MAX_LITERALS: usize = 8;
/// Largest number of signals that are searched for a contradiction together.
const MAX_CONJUNCTS: usize = 64;
/// Largest number of operands of an OR whose cases are distinguished.
const MAX_CASES: usize = 16;
/// Largest number of ORs whose cases are distinguished one within the other.
const MAX_NESTED_CASES: u32 = 3;

/// The circuit, simplified for one move after the other. The simplified values are valid in every state in which the
/// groups hold.
pub struct Cases<'a> {
    circuit: &'a Circuit,
    exclusions: &'a Exclusions,
    /// For each gate, the gates that use it and that the next state depends on.
    users: PerGate<Vec<Gate>>,
    /// For each gate, the groups in which some fact's next value is its output.
    groups: PerGate<Vec<u32>>,
    /// The simplest signal found that each gate is equal to: a constant, a fact or its inverse, another gate, or the
    /// gate itself.
    values: PerGate<Signal>,
    /// The gates that have changed for the present move, with their values before it.
    changed: Vec<(Gate, Signal)>,
    /// The gates to be simplified again, the lowest first.
    open: BinaryHeap<Reverse<Gate>>,
    /// Whether each gate is among the open ones.
    waits: PerGate<bool>,
    /// Whether each group is proven to hold after all moves so far.
    holds: Vec<bool>,
    /// Number of operands evaluated.
    work: usize,
}

impl<'a> Cases<'a> {
    /// Whether each group is proven to have at most one true fact after every move, if all groups have at most one
    /// before it.
    pub fn proven(circuit: &'a Circuit, phases: &Phases, exclusions: &'a Exclusions) -> Vec<bool> {
        let mut cases = Cases {
            circuit,
            exclusions,
            users: users(circuit),
            groups: PerGate::new(circuit, Vec::new()),
            values: PerGate::default(),
            changed: Vec::new(),
            open: BinaryHeap::new(),
            waits: PerGate::new(circuit, false),
            holds: vec![true; exclusions.groups().len()],
            work: 0,
        };
        for (index, group) in exclusions.groups().iter().enumerate() {
            for fact in group {
                let next = circuit.outputs.next[fact.0 as usize];
                cases.groups[next.gate()].push(index as u32);
            }
        }
        for facts in &phases.facts {
            if !cases.phase(facts) {
                return vec![false; exclusions.groups().len()];
            }
        }
        cases.holds
    }

    /// Tries all moves of a phase; returns `false` if the proof is given up.
    fn phase(&mut self, facts: &[Known]) -> bool {
        let known = phases::evaluate(self.circuit, facts);
        let Some((certain, possible)) = self.choice(&known) else { return false };
        self.values = self.without_move(&known);
        for action in certain {
            self.values[self.circuit.action(action).gate()] = Signal::TRUE;
        }
        for and in self.circuit.ands() {
            self.values[and] = self.simplified(and);
        }
        let groups = 0..self.holds.len();
        let unclear: Vec<usize> = groups.filter(|&group| !self.is_kept(group)).collect();
        if possible.is_empty() {
            unclear.into_iter().for_each(|group| self.holds[group] = false);
            return true;
        }
        let needs = Needs::of_legal(self.circuit, &known);
        for action in possible {
            self.make(action, &needs);
            self.judge(&unclear);
            self.take_back();
            if self.work > MAX_WORK {
                return false;
            }
        }
        true
    }

    /// Returns the moves that are certain to be made, and the possible moves of the one role that has a choice; `None`
    /// if several roles have one.
    fn choice(&self, known: &PerGate<Known>) -> Option<(Vec<Action>, Vec<Action>)> {
        let (mut certain, mut possible) = (Vec::new(), Vec::new());
        for role in self.circuit.roles() {
            let own = self.circuit.actions().filter(|(_, owner)| *owner == role);
            let can_be_done =
                |action: &Action| known[self.circuit.action(*action).gate()] != Some(false);
            let mut of_role: Vec<Action> =
                own.map(|(action, _)| action).filter(can_be_done).collect();
            match of_role.len() {
                0 | 1 => certain.append(&mut of_role),
                _ if possible.is_empty() => possible = of_role,
                _ => return None,
            }
        }
        Some((certain, possible))
    }

    /// Returns the value of each input if no move is made, and of each AND as far as it is known.
    fn without_move(&self, known: &PerGate<Known>) -> PerGate<Signal> {
        let value = |gate: Gate| match (known[gate], self.circuit.input(gate)) {
            (Some(on), _) => Signal::TRUE.invert_if(!on),
            (None, Some(Input::Action(_) | Input::OtherMove(_))) => Signal::FALSE,
            (None, _) => Signal::of(gate),
        };
        PerGate::from_values(self.circuit.gates().map(value))
    }

    fn value(&self, signal: Signal) -> Signal {
        self.values[signal.gate()].invert_if(signal.is_inverted())
    }

    /// Returns the simplest signal found that an AND is equal to.
    fn simplified(&mut self, and: Gate) -> Signal {
        let mut literals: Vec<Signal> = Vec::new();
        for &operand in self.circuit.operands(and) {
            self.work += 1;
            let value = self.value(operand);
            if value == Signal::FALSE {
                return Signal::FALSE;
            }
            if value != Signal::TRUE && literals.len() <= MAX_LITERALS {
                literals.push(value);
            }
        }
        if literals.len() > MAX_LITERALS {
            return Signal::of(and);
        }
        literals.sort_unstable();
        literals.dedup();
        if self.are_exclusive(&literals, &literals) {
            return Signal::FALSE;
        }
        let all = literals.clone();
        literals.retain(|&literal| !all.iter().any(|&other| self.excludes(other, !literal)));
        match literals[..] {
            [] => Signal::TRUE,
            [single] => single,
            _ => Signal::of(and),
        }
    }

    /// Whether two signals are different facts of a group.
    fn excludes(&self, one: Signal, other: Signal) -> bool {
        one != other && self.group(one).is_some_and(|group| self.group(other) == Some(group))
    }

    /// Returns the group of a signal that is a fact; `None` for other signals.
    fn group(&self, signal: Signal) -> Option<usize> {
        let fact = self.circuit.fact_of(signal).filter(|_| !signal.is_inverted());
        self.exclusions.group(fact?)
    }

    /// Whether some signal of the first list and some signal of the second are never on together, because one is the
    /// inverse of the other or both are facts of one group.
    fn are_exclusive(&self, these: &[Signal], those: &[Signal]) -> bool {
        these
            .iter()
            .any(|&one| those.iter().any(|&other| one == !other || self.excludes(one, other)))
    }

    /// Makes a move: sets the facts that it needs and simplifies the gates that depend on them.
    fn make(&mut self, action: Action, needs: &Needs) {
        self.set(self.circuit.action(action).gate(), Signal::TRUE);
        for &need in needs.of(self.circuit.outputs.legal[action.0 as usize]) {
            if let Some(group) = self.group(need) {
                let exclusions = self.exclusions;
                for &fact in &exclusions.groups()[group] {
                    let gate = self.circuit.fact(fact).gate();
                    if gate != need.gate() {
                        self.set(gate, Signal::FALSE);
                    }
                }
            }
            self.set(need.gate(), Signal::TRUE.invert_if(need.is_inverted()));
        }
        while let Some(Reverse(gate)) = self.open.pop() {
            self.waits[gate] = false;
            let value = self.simplified(gate);
            self.set(gate, value);
        }
    }

    /// Replaces the value of a gate. The gates that use it are simplified again unless its value is still the same
    /// constant or fact: the operands of an AND may have changed even if the value is the same gate.
    fn set(&mut self, gate: Gate, value: Signal) {
        let before = std::mem::replace(&mut self.values[gate], value);
        if before == value && !self.circuit.is_and(value.gate()) {
            return;
        }
        self.changed.push((gate, before));
        for &user in &self.users[gate] {
            if !std::mem::replace(&mut self.waits[user], true) {
                self.open.push(Reverse(user));
            }
        }
    }

    /// Decides which groups hold after the present move: those with facts that it has changed, and those of `unclear`,
    /// which could not be proven without it.
    fn judge(&mut self, unclear: &[usize]) {
        let changed = self.changed.iter().flat_map(|(gate, _)| &self.groups[*gate]);
        let mut groups: Vec<usize> = changed.map(|&group| group as usize).collect();
        groups.extend(unclear);
        groups.sort_unstable();
        groups.dedup();
        for group in groups {
            self.holds[group] = self.holds[group] && self.is_kept(group);
        }
    }

    /// Undoes the move that was made last.
    fn take_back(&mut self) {
        while let Some((gate, before)) = self.changed.pop() {
            self.values[gate] = before;
        }
    }

    /// Whether at most one fact of a group is proven to be true in the next state.
    fn is_kept(&mut self, group: usize) -> bool {
        let facts = self.exclusions.groups()[group].iter();
        let next = facts.map(|fact| self.value(self.circuit.outputs.next[fact.0 as usize]));
        let next: Vec<Signal> = next.filter(|&value| value != Signal::FALSE).collect();
        let limit = self.work + MAX_GROUP_WORK;
        let mut pairs = (1..next.len()).flat_map(|one| (0..one).map(move |other| (one, other)));
        pairs.all(|(one, other)| {
            self.work += 1;
            let pair = [next[one], next[other]];
            self.excludes(pair[0], pair[1])
                || self.work < limit && self.is_impossible(&pair, MAX_NESTED_CASES)
        })
    }

    /// Whether it is proven that these signals are never all on: two signals that must be on for that contradict each
    /// other, or do so in every case of an OR among them. `depth` is the number of further ORs that may be tried.
    fn is_impossible(&mut self, signals: &[Signal], depth: u32) -> bool {
        let conjuncts = self.conjuncts(signals);
        self.work += conjuncts.len() * conjuncts.len();
        if self.are_exclusive(&conjuncts, &conjuncts) {
            return true;
        }
        if depth == 0 {
            return false;
        }
        let cases = conjuncts.iter().filter_map(|&signal| self.cases(signal, &conjuncts));
        let Some(cases) = cases.min_by_key(|cases| cases.len()) else { return false };
        cases.len() <= MAX_CASES
            && cases.into_iter().all(|case| {
                let more: Vec<Signal> = conjuncts.iter().copied().chain([case]).collect();
                self.is_impossible(&more, depth - 1)
            })
    }

    /// Returns the signals together with those that must be on for them to be on.
    fn conjuncts(&self, signals: &[Signal]) -> Vec<Signal> {
        let mut conjuncts = signals.to_vec();
        let mut seen = 0;
        while seen < conjuncts.len() && conjuncts.len() <= MAX_CONJUNCTS {
            let signal = conjuncts[seen];
            seen += 1;
            if self.circuit.is_and(signal.gate()) && !signal.is_inverted() {
                let operands = self.circuit.operands(signal.gate()).iter();
                for value in operands.map(|&operand| self.value(operand)) {
                    if value != Signal::TRUE && !conjuncts.contains(&value) {
                        conjuncts.push(value);
                    }
                }
            }
        }
        conjuncts
    }

    /// Returns the signals one of which must be on for an OR to be on; `None` if the signal is not an OR, or one of
    /// them is among the known ones.
    fn cases(&self, signal: Signal, known: &[Signal]) -> Option<Vec<Signal>> {
        if !self.circuit.is_and(signal.gate()) || !signal.is_inverted() {
            return None;
        }
        let operands = self.circuit.operands(signal.gate()).iter();
        let cases = operands.map(|&operand| !self.value(operand));
        let cases: Vec<Signal> = cases.filter(|&case| case != Signal::FALSE).collect();
        (!cases.iter().any(|case| known.contains(case))).then_some(cases)
    }
}

/// Returns, for each gate, the gates that use it and that the next state depends on.
fn users(circuit: &Circuit) -> PerGate<Vec<Gate>> {
    let mut users = PerGate::new(circuit, Vec::new());
    let needed = super::needed_for_next(circuit);
    for and in circuit.ands().filter(|&and| needed[and]) {
        for operand in circuit.operands(and) {
            users[operand.gate()].push(and);
        }
    }
    users
}
