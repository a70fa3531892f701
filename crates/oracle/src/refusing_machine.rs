//! A machine that refuses to answer a single question.
//!
//! With it tests check that an interruption by the machine is reported and not taken for a search that was stopped.
//! Contains no rules: the questions are answered by another machine.

use game::{Fact, GoalSet, Machine, Move, Role, State, StopReason, Vocabulary};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering::Relaxed};

/// Decides which question a [`RefusingMachine`] and its forks refuse to answer: none, unless one is chosen.
#[derive(Clone)]
pub struct Refusal(Arc<AtomicI64>);

impl Refusal {
    /// Chooses the question: the machines answer this number of questions from now on, refuse the next one, and answer
    /// all others after it.
    pub fn refuse_after(&self, questions: u32) {
        self.0.store(i64::from(questions), Relaxed);
    }

    /// Whether the chosen question was asked, and refused.
    pub fn is_done(&self) -> bool {
        self.0.load(Relaxed) < 0
    }

    /// Counts a question; an error if it is the chosen one.
    fn check(&self) -> Result<(), StopReason> {
        match self.0.fetch_sub(1, Relaxed) {
            0 => Err(StopReason::Interrupted),
            _ => Ok(()),
        }
    }
}

/// A machine that returns [`StopReason::Interrupted`] for one question and answers all others.
pub struct RefusingMachine {
    machine: Box<dyn Machine>,
    refusal: Refusal,
}

impl RefusingMachine {
    /// Returns a machine that answers as `machine` does, and the [`Refusal`] by which a question to refuse is chosen.
    pub fn new(machine: Box<dyn Machine>) -> (RefusingMachine, Refusal) {
        let refusal = Refusal(Arc::new(AtomicI64::new(i64::MAX)));
        (RefusingMachine { machine, refusal: refusal.clone() }, refusal)
    }
}

impl Machine for RefusingMachine {
    fn roles(&self) -> &[String] {
        self.machine.roles()
    }

    fn initial(&mut self, out: &mut State) -> Result<(), StopReason> {
        self.refusal.check()?;
        self.machine.initial(out)
    }

    fn legal(&mut self, state: &State, role: Role, out: &mut Vec<Move>) -> Result<(), StopReason> {
        self.refusal.check()?;
        self.machine.legal(state, role, out)
    }

    fn next(&mut self, state: &State, joint: &[Move], out: &mut State) -> Result<(), StopReason> {
        self.refusal.check()?;
        self.machine.next(state, joint, out)
    }

    fn terminal(&mut self, state: &State) -> Result<bool, StopReason> {
        self.refusal.check()?;
        self.machine.terminal(state)
    }

    fn goal(&mut self, state: &State, role: Role) -> Result<GoalSet, StopReason> {
        self.refusal.check()?;
        self.machine.goal(state, role)
    }

    fn facts(&self, state: &State) -> Vec<Fact> {
        self.machine.facts(state)
    }

    fn state(&self, facts: &[Fact]) -> State {
        self.machine.state(facts)
    }

    fn vocabulary(&self) -> &dyn Vocabulary {
        self.machine.vocabulary()
    }

    fn fork(&self) -> Box<dyn Machine> {
        let (machine, refusal) = (self.machine.fork(), self.refusal.clone());
        Box::new(RefusingMachine { machine, refusal })
    }
}
