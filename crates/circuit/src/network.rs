//! The circuit of a game: facts and moves go in, legal moves, the next state, the end and the goals come out.
//! One kind of gate, AND of any number of signals; every signal may be inverted.

use game::{Fact, Role};

/// The output of a gate or its inverse.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Signal(pub u32);

impl Signal {
    /// Always on.
    pub const TRUE: Signal = Signal(0);
    /// Always off.
    pub const FALSE: Signal = Signal(1);

    /// The output of a gate.
    pub fn of(gate: u32) -> Signal {
        Signal(gate << 1)
    }

    /// The gate whose output, or its inverse, this is.
    pub fn gate(self) -> u32 {
        self.0 >> 1
    }

    /// Whether it is the inverse of its gate's output.
    pub fn is_inverted(self) -> bool {
        self.0 & 1 == 1
    }

    /// This signal, or its inverse.
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

/// A move of a role, as an input of the circuit: dense, ordered by role.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Action(pub u32);

/// A value of `goal`: a whole number from 0 to 100, or something else.
pub type GoalValue = Option<u8>;

/// A circuit. Gates are numbered: 0 is always on; then come one for each fact, one for each action (on if the
/// role makes this move), one for each role (on if the role makes a move that is not an action); then the ANDs,
/// each after those it uses.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Circuit {
    facts: u32,
    /// The role of each action.
    actions: Vec<Role>,
    roles: u32,
    operands: Vec<Signal>,
    /// Where the operands of each AND end.
    ends: Vec<u32>,
    /// What comes out.
    pub outputs: Outputs,
}

/// What comes out of a circuit.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Outputs {
    /// Whether each action is legal.
    pub legal: Vec<Signal>,
    /// Whether each fact is true in the next state.
    pub next: Vec<Signal>,
    /// Whether the game is over.
    pub terminal: Signal,
    /// The goal values of each role, in ascending order.
    pub goals: Vec<Vec<(GoalValue, Signal)>>,
    /// Whatever else somebody wants to know.
    pub others: Vec<Signal>,
}

impl Default for Signal {
    fn default() -> Signal {
        Signal::FALSE
    }
}

impl Outputs {
    /// Replaces every signal.
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

    /// All signals.
    pub fn each(&self) -> impl Iterator<Item = Signal> + '_ {
        let goals = self.goals.iter().flatten().map(|&(_, signal)| signal);
        let rest = self.next.iter().chain(&self.others);
        self.legal.iter().chain(rest).copied().chain([self.terminal]).chain(goals)
    }
}

impl Circuit {
    /// A circuit without ANDs and outputs.
    pub fn new(facts: u32, actions: Vec<Role>, roles: u32) -> Circuit {
        let (operands, ends) = (Vec::new(), Vec::new());
        Circuit { facts, actions, roles, operands, ends, outputs: Outputs::default() }
    }

    /// A circuit with the same inputs, without ANDs and outputs.
    pub fn emptied(&self) -> Circuit {
        Circuit::new(self.facts, self.actions.clone(), self.roles)
    }

    /// How many facts there are.
    pub fn facts(&self) -> u32 {
        self.facts
    }

    /// The role of each action.
    pub fn actions(&self) -> &[Role] {
        &self.actions
    }

    /// How many roles there are.
    pub fn roles(&self) -> u32 {
        self.roles
    }

    /// The signal of a fact.
    pub fn fact(&self, fact: Fact) -> Signal {
        Signal::of(1 + fact.0)
    }

    /// The signal that an action is done.
    pub fn action(&self, action: Action) -> Signal {
        Signal::of(1 + self.facts + action.0)
    }

    /// The signal that a role makes a move that is not an action.
    pub fn other(&self, role: Role) -> Signal {
        Signal::of(1 + self.facts + self.actions.len() as u32 + role.0)
    }

    /// The number of the first AND: all gates before it are inputs.
    pub fn first_and(&self) -> u32 {
        1 + self.facts + self.actions.len() as u32 + self.roles
    }

    /// How many gates there are, inputs included.
    pub fn gates(&self) -> u32 {
        self.first_and() + self.ends.len() as u32
    }

    /// The numbers of the ANDs.
    pub fn ands(&self) -> std::ops::Range<u32> {
        self.first_and()..self.gates()
    }

    /// How many operands all ANDs have together.
    pub fn edges(&self) -> usize {
        self.operands.len()
    }

    /// The operands of an AND.
    pub fn operands(&self, and: u32) -> &[Signal] {
        let index = (and - self.first_and()) as usize;
        let first = if index == 0 { 0 } else { self.ends[index - 1] as usize };
        &self.operands[first..self.ends[index] as usize]
    }

    /// Adds an AND.
    pub fn and(&mut self, operands: impl IntoIterator<Item = Signal>) -> Signal {
        self.operands.extend(operands);
        self.ends.push(self.operands.len() as u32);
        Signal::of(self.gates() - 1)
    }

    /// Adds an OR, as an AND of inverses.
    pub fn or(&mut self, operands: impl IntoIterator<Item = Signal>) -> Signal {
        !self.and(operands.into_iter().map(|signal| !signal))
    }

    /// Says what is wrong with the circuit, if something is.
    pub fn verify(&self) -> Result<(), String> {
        let gates = self.gates();
        for and in self.ands() {
            if let Some(late) = self.operands(and).iter().find(|signal| signal.gate() >= and) {
                return Err(format!(
                    "gate {and} uses gate {}, which does not come before it",
                    late.gate()
                ));
            }
        }
        if let Some(missing) = self.outputs.each().find(|signal| signal.gate() >= gates) {
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
