//! Deadlines for slow rules. A single simulation may take minutes if the rules cannot be grounded, and players look at
//! the clock only between simulations; so the machine itself stops answering.

use game::{Fact, GoalSet, Machine, Move, Role, State, StopReason, Vocabulary};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A time after which questions are no longer answered, shared by all machines of a player.
#[derive(Clone)]
pub struct Deadline(Arc<Mutex<Instant>>);

impl Deadline {
    /// Returns a deadline at `time` from now.
    pub fn new(time: Duration) -> Deadline {
        Deadline(Arc::new(Mutex::new(Instant::now() + time)))
    }

    /// Moves the deadline to `time` from now.
    pub fn extend(&self, time: Duration) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now() + time;
    }

    fn check(&self) -> Result<(), StopReason> {
        let until = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if Instant::now() < until { Ok(()) } else { Err(StopReason::Interrupted) }
    }
}

/// A machine that returns [`StopReason::Interrupted`] after a deadline.
pub struct DeadlineMachine {
    machine: Box<dyn Machine>,
    deadline: Deadline,
}

impl DeadlineMachine {
    /// Adds a deadline to a machine.
    pub fn new(machine: Box<dyn Machine>, deadline: Deadline) -> DeadlineMachine {
        DeadlineMachine { machine, deadline }
    }
}

impl Machine for DeadlineMachine {
    fn roles(&self) -> &[String] {
        self.machine.roles()
    }

    fn initial(&mut self, out: &mut State) -> Result<(), StopReason> {
        self.deadline.check()?;
        self.machine.initial(out)
    }

    fn legal(&mut self, state: &State, role: Role, out: &mut Vec<Move>) -> Result<(), StopReason> {
        self.deadline.check()?;
        self.machine.legal(state, role, out)
    }

    fn next(&mut self, state: &State, joint: &[Move], out: &mut State) -> Result<(), StopReason> {
        self.deadline.check()?;
        self.machine.next(state, joint, out)
    }

    fn terminal(&mut self, state: &State) -> Result<bool, StopReason> {
        self.deadline.check()?;
        self.machine.terminal(state)
    }

    fn goal(&mut self, state: &State, role: Role) -> Result<GoalSet, StopReason> {
        self.deadline.check()?;
        self.machine.goal(state, role)
    }

    fn facts(&self, state: &State) -> Vec<Fact> {
        self.machine.facts(state)
    }

    fn changes(&self, before: &State, after: &State, out: &mut Vec<(Fact, bool)>) {
        self.machine.changes(before, after, out);
    }

    fn state(&self, facts: &[Fact]) -> State {
        self.machine.state(facts)
    }

    fn subtract(&self, state: &State, other: &State, out: &mut State) {
        self.machine.subtract(state, other, out);
    }

    fn vocabulary(&self) -> &dyn Vocabulary {
        self.machine.vocabulary()
    }

    fn fork(&self) -> Box<dyn Machine> {
        Box::new(DeadlineMachine { machine: self.machine.fork(), deadline: self.deadline.clone() })
    }
}
