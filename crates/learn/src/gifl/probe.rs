//! Questions to a machine about states with and without some of their facts.
//!
//! Follows `gifl`, figure 8. Which questions are asked is decided in `game_analysis` and `win_reasons`.

use super::state_condition::{Outcome, StateCondition};
use super::train_error::TrainError;
use game::{Fact, Machine, Move, Role, State};

/// Asks a machine about states.
pub struct Probe<'a> {
    /// The machine that is asked.
    pub machine: &'a mut dyn Machine,
    /// Asks whether to continue.
    go_on: KeepGoing<'a>,
    legal: Vec<Move>,
}

/// Whether to continue; it is called every few microseconds to milliseconds.
pub type KeepGoing<'a> = &'a dyn Fn() -> bool;

impl<'a> Probe<'a> {
    /// Creates a probe for a machine.
    pub fn new(machine: &'a mut dyn Machine, go_on: KeepGoing<'a>) -> Probe<'a> {
        Probe { machine, go_on, legal: Vec::new() }
    }

    /// Returns the legal moves of a role.
    pub fn legal(&mut self, state: &State, role: Role) -> Result<&[Move], TrainError> {
        self.machine.legal(state, role, &mut self.legal)?;
        Ok(&self.legal)
    }

    /// Returns the state after a move of one of the two roles. The other role makes its first legal move: where roles
    /// take turns it has no other. `None` if it has no legal move.
    pub fn after(
        &mut self,
        state: &State,
        role: Role,
        action: Move,
    ) -> Result<Option<State>, TrainError> {
        let other = Role(1 - role.0);
        let Some(&waiting) = self.legal(state, other)?.first() else { return Ok(None) };
        let joint = if role.0 == 0 { [action, waiting] } else { [waiting, action] };
        let mut next = State::default();
        self.machine.next(state, &joint, &mut next)?;
        Ok(Some(next))
    }

    /// Whether a condition holds in a state.
    pub fn holds(&mut self, condition: &StateCondition, state: &State) -> Result<bool, TrainError> {
        let facts = self.machine.facts(state);
        if !condition.facts.iter().all(|fact| facts.binary_search(fact).is_ok()) {
            return Ok(false);
        }
        match &condition.outcome {
            Outcome::Any => Ok(true),
            Outcome::GameOver(role, goal) => {
                Ok(self.machine.terminal(state)?
                    && self.machine.goal(state, *role)?.value() == *goal)
            }
            Outcome::CanMove(role, moves) => {
                let legal = self.legal(state, *role)?;
                Ok(moves.iter().any(|action| legal.binary_search(action).is_ok()))
            }
            Outcome::Achieves(role, action, then) => self.achieves(state, *role, *action, then),
        }
    }

    /// Whether a role can make a move in a state, with a condition holding afterwards.
    pub fn achieves(
        &mut self,
        state: &State,
        role: Role,
        action: Move,
        then: &StateCondition,
    ) -> Result<bool, TrainError> {
        if self.legal(state, role)?.binary_search(&action).is_err() {
            return Ok(false);
        }
        match self.after(state, role, action)? {
            Some(next) => self.holds(then, &next),
            None => Ok(false),
        }
    }

    /// Returns the facts without which a role could not make a move, or a condition would not hold afterwards.
    pub fn needed(
        &mut self,
        state: &State,
        role: Role,
        action: Move,
        then: &StateCondition,
    ) -> Result<Vec<Fact>, TrainError> {
        self.needed_for(state, |probe, reduced| probe.achieves(reduced, role, action, then))
    }

    /// Returns the facts of a state without which a test fails. Each fact is removed alone.
    pub fn needed_for(
        &mut self,
        state: &State,
        mut test: impl FnMut(&mut Probe, &State) -> Result<bool, TrainError>,
    ) -> Result<Vec<Fact>, TrainError> {
        let facts = self.machine.facts(state);
        let mut needed = Vec::new();
        let mut others: Vec<Fact> = facts.iter().skip(1).copied().collect();
        for (index, &fact) in facts.iter().enumerate() {
            if !(self.go_on)() {
                return Err(TrainError::Stopped);
            }
            let reduced = self.machine.state(&others);
            if !test(self, &reduced)? {
                needed.push(fact);
            }
            // The fact is put back in place of the next one, which is removed in turn.
            if let Some(next) = others.get_mut(index) {
                *next = fact;
            }
        }
        Ok(needed)
    }
}

/// Returns the facts that all lists contain. The lists are in ascending order.
pub fn intersection(lists: &[Vec<Fact>]) -> Vec<Fact> {
    let Some((first, others)) = lists.split_first() else { return Vec::new() };
    let everywhere = |fact: &&Fact| others.iter().all(|list| list.binary_search(fact).is_ok());
    first.iter().filter(everywhere).copied().collect()
}
