//! The circuit of a game: its inputs are facts and moves; its outputs are legal moves, the next state, the end of the
//! game and the goals. There is one kind of gate, the AND of any number of signals, and every signal may be inverted.
//! Nothing is evaluated here.

use game::{Fact, Role};
use std::fmt;
use std::ops::{Index, IndexMut};

/// A gate of a circuit, as a dense id. Inputs have the lowest ids; [`Circuit::input`] says which input a gate is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Gate(pub u32);

impl Gate {
    /// The input that is always on.
    pub const TRUE: Gate = Gate(0);

    /// Returns the place of the gate in a list of all gates.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Gate {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// One value for each gate of a circuit.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PerGate<T>(Vec<T>);

impl<T: Clone> PerGate<T> {
    /// Gives every gate of a circuit the same value.
    pub fn new(circuit: &Circuit, value: T) -> PerGate<T> {
        PerGate(vec![value; circuit.gate_count()])
    }
}

impl<T> PerGate<T> {
    /// Takes the value of each gate, in the order of the gates' ids.
    pub fn from_values(values: impl IntoIterator<Item = T>) -> PerGate<T> {
        PerGate(values.into_iter().collect())
    }

    /// Adds the value of the next gate.
    pub fn push(&mut self, value: T) {
        self.0.push(value);
    }

    /// Iterates over all values, in the order of the gates' ids.
    pub fn values(&self) -> std::slice::Iter<'_, T> {
        self.0.iter()
    }
}

impl<T> Index<Gate> for PerGate<T> {
    type Output = T;
    #[inline(always)]
    fn index(&self, gate: Gate) -> &T {
        &self.0[gate.index()]
    }
}

impl<T> IndexMut<Gate> for PerGate<T> {
    #[inline(always)]
    fn index_mut(&mut self, gate: Gate) -> &mut T {
        &mut self.0[gate.index()]
    }
}

/// The output of a gate or its inverse.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Signal(u32);

impl Signal {
    /// The signal that is always on.
    pub const TRUE: Signal = Signal(0);
    /// The signal that is always off.
    pub const FALSE: Signal = Signal(1);

    /// Returns the output of a gate.
    pub fn of(gate: Gate) -> Signal {
        Signal(gate.0 << 1)
    }

    /// Returns the gate whose output, or the inverse of it, the signal is.
    pub fn gate(self) -> Gate {
        Gate(self.0 >> 1)
    }

    /// Whether the signal is the inverse of its gate's output.
    pub fn is_inverted(self) -> bool {
        self.0 & 1 == 1
    }

    /// Returns the inverse of the signal if `invert`, and else the signal.
    pub fn invert_if(self, invert: bool) -> Signal {
        Signal(self.0 ^ u32::from(invert))
    }
}

impl std::ops::Not for Signal {
    type Output = Signal;
    fn not(self) -> Signal {
        self.invert_if(true)
    }
}

impl Default for Signal {
    fn default() -> Signal {
        Signal::FALSE
    }
}

/// A move of a role, as an input of the circuit: a dense id, ordered by role and then by move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Action(pub u32);

/// A value of `goal`: a whole number from 0 to 100; `None` stands for anything else.
pub type GoalValue = Option<u8>;

/// The meaning of an input gate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Input {
    /// The constant that is always on.
    True,
    /// On where the fact is true in the current state.
    Fact(Fact),
    /// On where a role makes this move.
    Action(Action),
    /// On where the role makes a move that is not an action of the circuit: one that is never legal.
    OtherMove(Role),
}

/// A circuit. Gates are numbered: first the constant, then one gate for each fact, one for each action and one for each
/// role (see [`Input`]); then the ANDs, each after the gates it uses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Circuit {
    facts: u32,
    /// The role of each action.
    actions: Vec<Role>,
    roles: u32,
    operands: Vec<Signal>,
    /// For each AND, the end of its operands in `operands`.
    ends: Vec<u32>,
    /// The signals that play reads.
    pub outputs: Outputs,
}

/// The first fact comes after the constant.
const FIRST_FACT: u32 = Gate::TRUE.0 + 1;

/// The outputs of a circuit.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Outputs {
    /// On where the action is legal, for each action.
    pub legal: Vec<Signal>,
    /// On where the fact is true in the next state, for each fact.
    pub next: Vec<Signal>,
    /// On where the game is over.
    pub terminal: Signal,
    /// The goal values of each role with their signals, in ascending order.
    pub goals: Vec<Vec<(GoalValue, Signal)>>,
    /// Further signals to be kept, such as those of features.
    pub others: Vec<Signal>,
}

impl Outputs {
    /// Returns the outputs with every signal replaced.
    pub fn map(&self, mut change: impl FnMut(Signal) -> Signal) -> Outputs {
        Outputs {
            legal: self.legal.iter().map(|&signal| change(signal)).collect(),
            next: self.next.iter().map(|&signal| change(signal)).collect(),
            terminal: change(self.terminal),
            goals: self
                .goals
                .iter()
                .map(|goals| goals.iter().map(|&(value, signal)| (value, change(signal))).collect())
                .collect(),
            others: self.others.iter().map(|&signal| change(signal)).collect(),
        }
    }

    /// Iterates over the signals of all outputs.
    pub fn each(&self) -> impl Iterator<Item = Signal> + '_ {
        let goals = self.goals.iter().flatten().map(|&(_, signal)| signal);
        let rest = self.next.iter().chain(&self.others);
        self.legal.iter().chain(rest).copied().chain([self.terminal]).chain(goals)
    }
}

impl Circuit {
    /// Makes a circuit without ANDs and outputs; `actions` has the role of each action.
    pub fn new(facts: u32, actions: Vec<Role>, roles: u32) -> Circuit {
        let (operands, ends) = (Vec::new(), Vec::new());
        Circuit { facts, actions, roles, operands, ends, outputs: Outputs::default() }
    }

    /// Returns a circuit with the same inputs, without ANDs and outputs.
    pub fn emptied(&self) -> Circuit {
        Circuit::new(self.facts, self.actions.clone(), self.roles)
    }

    /// Returns the number of facts.
    pub fn fact_count(&self) -> usize {
        self.facts as usize
    }

    /// Returns all facts in their order.
    pub fn facts(&self) -> impl DoubleEndedIterator<Item = Fact> + ExactSizeIterator + use<> {
        (0..self.facts).map(Fact)
    }

    /// Returns the role of each action.
    pub fn action_roles(&self) -> &[Role] {
        &self.actions
    }

    /// Returns all actions, each with its role.
    pub fn actions(&self) -> impl Iterator<Item = (Action, Role)> + '_ {
        (0..).map(Action).zip(self.actions.iter().copied())
    }

    /// Returns the number of roles.
    pub fn role_count(&self) -> usize {
        self.roles as usize
    }

    /// Returns all roles in their order.
    pub fn roles(&self) -> impl Iterator<Item = Role> + use<> {
        (0..self.roles).map(Role)
    }

    /// Returns the signal of a fact: on where it is true.
    pub fn fact(&self, fact: Fact) -> Signal {
        Signal::of(Gate(FIRST_FACT + fact.0))
    }

    /// Returns the signal of an action: on where it is made.
    pub fn action(&self, action: Action) -> Signal {
        Signal::of(Gate(self.first_action() + action.0))
    }

    /// Returns the signal that is on where a role makes a move that is not an action.
    pub fn other_move(&self, role: Role) -> Signal {
        Signal::of(Gate(self.first_other_move() + role.0))
    }

    /// Returns the input that a gate is; `None` for an AND.
    pub fn input(&self, gate: Gate) -> Option<Input> {
        if self.is_and(gate) {
            None
        } else if let Some(role) = gate.0.checked_sub(self.first_other_move()) {
            Some(Input::OtherMove(Role(role)))
        } else if let Some(action) = gate.0.checked_sub(self.first_action()) {
            Some(Input::Action(Action(action)))
        } else {
            let fact = gate.0.checked_sub(FIRST_FACT);
            Some(fact.map_or(Input::True, |fact| Input::Fact(Fact(fact))))
        }
    }

    /// Returns the fact whose signal, or the inverse of it, a signal is; `None` for other signals.
    pub fn fact_of(&self, signal: Signal) -> Option<Fact> {
        match self.input(signal.gate()) {
            Some(Input::Fact(fact)) => Some(fact),
            _ => None,
        }
    }

    fn first_action(&self) -> u32 {
        FIRST_FACT + self.facts
    }

    fn first_other_move(&self) -> u32 {
        self.first_action() + self.actions.len() as u32
    }

    fn first_and(&self) -> u32 {
        self.first_other_move() + self.roles
    }

    /// Returns the gates of all inputs.
    pub fn inputs(
        &self,
    ) -> impl DoubleEndedIterator<Item = Gate> + ExactSizeIterator + Clone + use<> {
        (0..self.first_and()).map(Gate)
    }

    /// Returns all ANDs, each after the gates that it uses.
    pub fn ands(
        &self,
    ) -> impl DoubleEndedIterator<Item = Gate> + ExactSizeIterator + Clone + use<> {
        (self.first_and()..self.first_and() + self.ends.len() as u32).map(Gate)
    }

    /// Returns all gates: the inputs, then the ANDs.
    pub fn gates(
        &self,
    ) -> impl DoubleEndedIterator<Item = Gate> + ExactSizeIterator + Clone + use<> {
        (0..self.gate_count() as u32).map(Gate)
    }

    /// Returns the number of gates, inputs included.
    pub fn gate_count(&self) -> usize {
        self.first_and() as usize + self.ends.len()
    }

    /// Whether a gate is an AND.
    pub fn is_and(&self, gate: Gate) -> bool {
        gate.0 >= self.first_and()
    }

    /// Whether each gate is needed for some signals: one of them depends on it.
    pub(crate) fn needed_for(&self, signals: impl Iterator<Item = Signal>) -> PerGate<bool> {
        let mut needed = PerGate::new(self, false);
        signals.for_each(|signal| needed[signal.gate()] = true);
        for and in self.ands().rev() {
            if needed[and] {
                self.operands(and).iter().for_each(|operand| needed[operand.gate()] = true);
            }
        }
        needed
    }

    /// Returns the number of operands of all ANDs together: the size of the circuit.
    pub fn operand_count(&self) -> usize {
        self.operands.len()
    }

    /// Returns the operands of an AND.
    ///
    /// # Panics
    /// If the gate is not an AND of this circuit.
    #[inline]
    pub fn operands(&self, and: Gate) -> &[Signal] {
        let index = (and.0 - self.first_and()) as usize;
        let first = if index == 0 { 0 } else { self.ends[index - 1] as usize };
        &self.operands[first..self.ends[index] as usize]
    }

    /// Returns all ANDs with their operands, each after those it uses: faster than asking for the operands of each.
    pub fn ands_with_operands(&self) -> impl Iterator<Item = (Gate, &[Signal])> {
        let mut first = 0;
        self.ands().zip(&self.ends).map(move |(and, &end)| {
            let operands = &self.operands[first..end as usize];
            first = end as usize;
            (and, operands)
        })
    }

    /// Adds an AND and returns its output; an AND without operands is always on.
    pub fn and(&mut self, operands: impl IntoIterator<Item = Signal>) -> Signal {
        self.operands.extend(operands);
        self.ends.push(self.operands.len() as u32);
        Signal::of(Gate(self.gate_count() as u32 - 1))
    }

    /// Adds an OR, as an AND of inverses, and returns its output.
    pub fn or(&mut self, operands: impl IntoIterator<Item = Signal>) -> Signal {
        !self.and(operands.into_iter().map(|signal| !signal))
    }

    /// Checks that gates use only gates before them and that there is an output for every action, fact and role.
    ///
    /// # Errors
    /// A description of the first violation.
    pub fn verify(&self) -> Result<(), String> {
        for and in self.ands() {
            if let Some(late) = self.operands(and).iter().find(|signal| signal.gate() >= and) {
                let late = late.gate();
                return Err(format!("gate {and} uses gate {late}, which does not come before it"));
            }
        }
        let is_missing = |signal: &Signal| signal.gate().index() >= self.gate_count();
        if let Some(missing) = self.outputs.each().find(is_missing) {
            return Err(format!("an output uses gate {}, which does not exist", missing.gate()));
        }
        let Outputs { legal, next, goals, .. } = &self.outputs;
        let expected = (self.actions.len(), self.facts as usize, self.roles as usize);
        if (legal.len(), next.len(), goals.len()) != expected {
            return Err("there is not an output for every action, fact and role".to_owned());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_input_gate_is_what_its_signal_says() {
        let mut circuit = Circuit::new(2, vec![Role(0), Role(1), Role(1)], 2);
        let and = circuit.and([circuit.fact(Fact(1)), circuit.action(Action(2))]);
        assert_eq!(circuit.input(Gate::TRUE), Some(Input::True));
        for fact in circuit.facts() {
            assert_eq!(circuit.input(circuit.fact(fact).gate()), Some(Input::Fact(fact)));
            assert_eq!(circuit.fact_of(!circuit.fact(fact)), Some(fact));
        }
        for (action, _) in circuit.actions() {
            assert_eq!(circuit.input(circuit.action(action).gate()), Some(Input::Action(action)));
        }
        for role in circuit.roles() {
            let gate = circuit.other_move(role).gate();
            assert_eq!(circuit.input(gate), Some(Input::OtherMove(role)));
        }
        assert_eq!(circuit.input(and.gate()), None);
        assert_eq!(circuit.inputs().len(), 1 + 2 + 3 + 2);
        assert_eq!(circuit.ands().map(|and| and.index()).collect::<Vec<_>>(), [8]);
    }
}
