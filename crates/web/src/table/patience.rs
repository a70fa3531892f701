//! How long players may ask about rules that are evaluated slowly: a single simulation of rules that cannot be grounded may take minutes,
//! and players look at the clock between simulations only.

use game::{Fact, GoalSet, Machine, Move, Role, State, StopReason};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Until when questions are answered; shared by all machines of a player.
#[derive(Clone)]
pub struct Patience(Arc<Mutex<Instant>>);

impl Patience {
    /// For so long from now.
    pub fn new(time: Duration) -> Patience {
        Patience(Arc::new(Mutex::new(Instant::now() + time)))
    }

    /// Answers for so long from now.
    pub fn renew(&self, time: Duration) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now() + time;
    }

    fn check(&self) -> Result<(), StopReason> {
        let until = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if Instant::now() < until { Ok(()) } else { Err(StopReason::Interrupted) }
    }
}

/// A machine that answers as long as there is patience.
pub struct Patient {
    machine: Box<dyn Machine>,
    patience: Patience,
}

impl Patient {
    /// A machine that answers as another does.
    pub fn new(machine: Box<dyn Machine>, patience: Patience) -> Patient {
        Patient { machine, patience }
    }
}

impl Machine for Patient {
    fn roles(&self) -> &[String] {
        self.machine.roles()
    }

    fn initial(&mut self, out: &mut State) -> Result<(), StopReason> {
        self.patience.check()?;
        self.machine.initial(out)
    }

    fn legal(&mut self, state: &State, role: Role, out: &mut Vec<Move>) -> Result<(), StopReason> {
        self.patience.check()?;
        self.machine.legal(state, role, out)
    }

    fn next(&mut self, state: &State, joint: &[Move], out: &mut State) -> Result<(), StopReason> {
        self.patience.check()?;
        self.machine.next(state, joint, out)
    }

    fn terminal(&mut self, state: &State) -> Result<bool, StopReason> {
        self.patience.check()?;
        self.machine.terminal(state)
    }

    fn goal(&mut self, state: &State, role: Role) -> Result<GoalSet, StopReason> {
        self.patience.check()?;
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

    fn fact_text(&self, fact: Fact) -> String {
        self.machine.fact_text(fact)
    }

    fn move_text(&self, action: Move) -> String {
        self.machine.move_text(action)
    }

    fn find_fact(&self, text: &str) -> Option<Fact> {
        self.machine.find_fact(text)
    }

    fn find_move(&self, text: &str) -> Option<Move> {
        self.machine.find_move(text)
    }

    fn fork(&self) -> Box<dyn Machine> {
        Box::new(Patient { machine: self.machine.fork(), patience: self.patience.clone() })
    }
}
