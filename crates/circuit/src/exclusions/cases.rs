//! One step of induction, move by move: in a phase in which only one role has a choice, the circuit is simplified for
//! each of its moves. Most of what follows a move is then a constant or the same fact as before, and it can be seen
//! that a group still has at most one fact on.
//!
//! This settles most groups of most games, hundreds of times as fast as `proof`, which is asked about the rest.

use super::{Exclusions, Needs};
use crate::network::{Action, Circuit, Signal};
use crate::phases::{self, Known, Phases};
use game::{Fact, Role};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// How many operands are looked at in all before the rest is left open.
const MAX_WORK: usize = 30_000_000;
/// How much may be spent on one group after one move.
const MAX_GROUP_WORK: usize = 5_000;

/// An AND of more signals than this, after constants are gone, is not looked into.
const MAX_LITERALS: usize = 8;
/// How many signals are looked at together, how many ways to switch one on are tried, and how many times over.
const MAX_CONJUNCTS: usize = 64;
const MAX_WAYS: usize = 16;
const DEPTH: u32 = 3;

/// Simplifies the circuit for one move after the other. What it says of a gate is true in every state that the groups
/// hold in.
pub struct Cases<'a> {
    circuit: &'a Circuit,
    exclusions: &'a Exclusions,
    /// For each gate, the gates that use it.
    users: Vec<Vec<u32>>,
    /// For each gate, the groups in which some fact's next value is its output.
    groups: Vec<Vec<u32>>,
    /// What each gate is equal to: a constant, a fact or its inverse, or another gate or itself.
    values: Vec<Signal>,
    /// What has changed for the present move: the gate and what it was equal to before.
    changed: Vec<(u32, Signal)>,
    open: BinaryHeap<Reverse<u32>>,
    waits: Vec<bool>,
    /// For each group, whether it was seen to hold after all moves.
    holds: Vec<bool>,
    work: usize,
}

impl<'a> Cases<'a> {
    /// Which of the groups are seen to hold after every move if all of them hold before.
    pub fn settled(circuit: &'a Circuit, phases: &Phases, exclusions: &'a Exclusions) -> Vec<bool> {
        let gates = circuit.gates() as usize;
        let mut cases = Cases {
            circuit,
            exclusions,
            users: users(circuit),
            groups: vec![Vec::new(); gates],
            values: Vec::new(),
            changed: Vec::new(),
            open: BinaryHeap::new(),
            waits: vec![false; gates],
            holds: vec![true; exclusions.groups().len()],
            work: 0,
        };
        for (index, group) in exclusions.groups().iter().enumerate() {
            for fact in group {
                let next = circuit.outputs.next[fact.0 as usize];
                cases.groups[next.gate() as usize].push(index as u32);
            }
        }
        for facts in &phases.facts {
            if !cases.phase(facts) {
                return vec![false; exclusions.groups().len()];
            }
        }
        cases.holds
    }

    /// Looks at all moves of a phase; whether it could.
    fn phase(&mut self, facts: &[Known]) -> bool {
        let known = phases::evaluate(self.circuit, facts);
        let Some((certain, possible)) = self.choice(&known) else { return false };
        self.values = self.without_move(&known);
        for action in certain {
            self.values[self.circuit.action(action).gate() as usize] = Signal::TRUE;
        }
        for and in self.circuit.ands() {
            self.values[and as usize] = self.simplified(and);
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

    /// The moves that are certain to be made, and the possible moves of the one role that has a choice; nothing if
    /// several have.
    fn choice(&self, known: &[Known]) -> Option<(Vec<Action>, Vec<Action>)> {
        let (mut certain, mut possible) = (Vec::new(), Vec::new());
        let actions = self.circuit.actions();
        for role in (0..self.circuit.roles()).map(Role) {
            let can_be_done = |action: &Action| {
                let gate = self.circuit.action(*action).gate();
                actions[action.0 as usize] == role && known[gate as usize] != Some(false)
            };
            let mut of_role: Vec<Action> =
                (0..actions.len() as u32).map(Action).filter(can_be_done).collect();
            match of_role.len() {
                0 | 1 => certain.append(&mut of_role),
                _ if possible.is_empty() => possible = of_role,
                _ => return None,
            }
        }
        Some((certain, possible))
    }

    /// What the inputs are equal to if no move is made; the ANDs have yet to be simplified.
    fn without_move(&self, known: &[Known]) -> Vec<Signal> {
        let value = |gate: u32| match known[gate as usize] {
            Some(on) => Signal::TRUE.invert_if(!on),
            None if gate > self.circuit.facts() && gate < self.circuit.first_and() => Signal::FALSE,
            None => Signal::of(gate),
        };
        (0..self.circuit.gates()).map(value).collect()
    }

    fn value(&self, signal: Signal) -> Signal {
        self.values[signal.gate() as usize].invert_if(signal.is_inverted())
    }

    /// What an AND is equal to.
    fn simplified(&mut self, and: u32) -> Signal {
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

    /// The group of a signal that is a fact.
    fn group(&self, signal: Signal) -> Option<usize> {
        let is_fact = !signal.is_inverted() && (1..=self.circuit.facts()).contains(&signal.gate());
        is_fact.then(|| self.exclusions.group(Fact(signal.gate() - 1))).flatten()
    }

    /// Whether some of these and some of those are never on together.
    fn are_exclusive(&self, these: &[Signal], those: &[Signal]) -> bool {
        these
            .iter()
            .any(|&one| those.iter().any(|&other| one == !other || self.excludes(one, other)))
    }

    /// Makes a move: what it needs is so, and all that follows from it.
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
            self.waits[gate as usize] = false;
            let value = self.simplified(gate);
            self.set(gate, value);
        }
    }

    /// Changes what a gate is equal to. A gate that is not as simple as a constant or a fact may have changed inside
    /// even if it still is what it was.
    fn set(&mut self, gate: u32, value: Signal) {
        let before = std::mem::replace(&mut self.values[gate as usize], value);
        if before == value && value.gate() < self.circuit.first_and() {
            return;
        }
        self.changed.push((gate, before));
        for &user in &self.users[gate as usize] {
            if !std::mem::replace(&mut self.waits[user as usize], true) {
                self.open.push(Reverse(user));
            }
        }
    }

    /// Looks at the groups that the move has changed, and at those that were not clear without it.
    fn judge(&mut self, unclear: &[usize]) {
        let changed = self.changed.iter().flat_map(|(gate, _)| &self.groups[*gate as usize]);
        let mut groups: Vec<usize> = changed.map(|&group| group as usize).collect();
        groups.extend(unclear);
        groups.sort_unstable();
        groups.dedup();
        for group in groups {
            self.holds[group] = self.holds[group] && self.is_kept(group);
        }
    }

    fn take_back(&mut self) {
        while let Some((gate, before)) = self.changed.pop() {
            self.values[gate as usize] = before;
        }
    }

    /// Whether at most one fact of a group is on in the next state.
    fn is_kept(&mut self, group: usize) -> bool {
        let facts = self.exclusions.groups()[group].iter();
        let next = facts.map(|fact| self.value(self.circuit.outputs.next[fact.0 as usize]));
        let next: Vec<Signal> = next.filter(|&value| value != Signal::FALSE).collect();
        let limit = self.work + MAX_GROUP_WORK;
        let mut pairs = (1..next.len()).flat_map(|one| (0..one).map(move |other| (one, other)));
        pairs.all(|(one, other)| {
            self.work += 1;
            let pair = [next[one], next[other]];
            self.excludes(pair[0], pair[1]) || self.work < limit && self.is_impossible(&pair, DEPTH)
        })
    }

    /// Whether these signals cannot all be on: their conjuncts contradict each other, or all ways to switch one of
    /// them on do.
    fn is_impossible(&mut self, signals: &[Signal], depth: u32) -> bool {
        let conjuncts = self.conjuncts(signals);
        self.work += conjuncts.len() * conjuncts.len();
        if self.are_exclusive(&conjuncts, &conjuncts) {
            return true;
        }
        if depth == 0 {
            return false;
        }
        let ways = conjuncts.iter().filter_map(|&signal| self.ways(signal, &conjuncts));
        let Some(ways) = ways.min_by_key(|ways| ways.len()) else { return false };
        ways.len() <= MAX_WAYS
            && ways.into_iter().all(|way| {
                let more: Vec<Signal> = conjuncts.iter().copied().chain([way]).collect();
                self.is_impossible(&more, depth - 1)
            })
    }

    /// The signals, and those that must be on for them to be.
    fn conjuncts(&self, signals: &[Signal]) -> Vec<Signal> {
        let mut conjuncts = signals.to_vec();
        let mut seen = 0;
        while seen < conjuncts.len() && conjuncts.len() <= MAX_CONJUNCTS {
            let signal = conjuncts[seen];
            seen += 1;
            if signal.gate() >= self.circuit.first_and() && !signal.is_inverted() {
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

    /// The ways to switch an OR on, if it is one and is not on by what is known already.
    fn ways(&self, signal: Signal, known: &[Signal]) -> Option<Vec<Signal>> {
        if signal.gate() < self.circuit.first_and() || !signal.is_inverted() {
            return None;
        }
        let operands = self.circuit.operands(signal.gate()).iter();
        let ways = operands.map(|&operand| !self.value(operand));
        let ways: Vec<Signal> = ways.filter(|&way| way != Signal::FALSE).collect();
        (!ways.iter().any(|way| known.contains(way))).then_some(ways)
    }
}

/// The gates that use each gate, of those that the next state depends on.
fn users(circuit: &Circuit) -> Vec<Vec<u32>> {
    let mut users = vec![Vec::new(); circuit.gates() as usize];
    let needed = super::needed_for_next(circuit);
    for and in circuit.ands().filter(|&and| needed[and as usize]) {
        for operand in circuit.operands(and) {
            users[operand.gate() as usize].push(and);
        }
    }
    users
}
