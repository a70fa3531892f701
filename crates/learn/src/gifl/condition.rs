//! What a move has to bring about, and which facts it needs for that.

use game::{Fact, Machine, Move, Role, State, StopReason};

/// What has to hold in a state.
#[derive(Clone, Debug)]
pub struct Condition {
    /// These facts are true, in ascending order.
    pub facts: Vec<Fact>,
    /// And this.
    pub also: Also,
}

/// What has to hold in a state besides facts.
#[derive(Clone, Debug)]
pub enum Also {
    /// Nothing.
    Nothing,
    /// The game is over, and the role gets this.
    Over(Role, u8),
    /// The role can make one of these moves.
    CanMove(Role, Vec<Move>),
    /// The role can make this move, and the condition holds then.
    Achieves(Role, Move, Box<Condition>),
}

/// Asks a machine about states with and without some of their facts.
pub struct Inquiry<'a> {
    /// Who is asked.
    pub machine: &'a mut dyn Machine,
    /// Whether to go on asking.
    go_on: GoOn<'a>,
    legal: Vec<Move>,
}

/// Says whether to go on; it is asked every few microseconds to milliseconds.
pub type GoOn<'a> = &'a dyn Fn() -> bool;

impl<'a> Inquiry<'a> {
    /// Asks this machine.
    pub fn new(machine: &'a mut dyn Machine, go_on: GoOn<'a>) -> Inquiry<'a> {
        Inquiry { machine, go_on, legal: Vec::new() }
    }

    /// The moves that a role may make.
    pub fn legal(&mut self, state: &State, role: Role) -> Result<&[Move], StopReason> {
        self.machine.legal(state, role, &mut self.legal)?;
        Ok(&self.legal)
    }

    /// The state after a move of one of the two roles. The other one makes its first legal move: it has no other, where roles
    /// take turns.
    pub fn after(
        &mut self,
        state: &State,
        role: Role,
        action: Move,
    ) -> Result<Option<State>, StopReason> {
        let other = Role(1 - role.0);
        let Some(&waiting) = self.legal(state, other)?.first() else { return Ok(None) };
        let joint = if role.0 == 0 { [action, waiting] } else { [waiting, action] };
        let mut next = State::default();
        self.machine.next(state, &joint, &mut next)?;
        Ok(Some(next))
    }

    /// Whether a condition holds in a state.
    pub fn holds(&mut self, condition: &Condition, state: &State) -> Result<bool, StopReason> {
        let facts = self.machine.facts(state);
        if !condition.facts.iter().all(|fact| facts.binary_search(fact).is_ok()) {
            return Ok(false);
        }
        match &condition.also {
            Also::Nothing => Ok(true),
            Also::Over(role, goal) => {
                Ok(self.machine.terminal(state)?
                    && self.machine.goal(state, *role)?.value() == *goal)
            }
            Also::CanMove(role, moves) => {
                let legal = self.legal(state, *role)?;
                Ok(moves.iter().any(|action| legal.binary_search(action).is_ok()))
            }
            Also::Achieves(role, action, then) => self.achieves(state, *role, *action, then),
        }
    }

    /// Whether a role can make a move in a state, and a condition holds then.
    pub fn achieves(
        &mut self,
        state: &State,
        role: Role,
        action: Move,
        then: &Condition,
    ) -> Result<bool, StopReason> {
        if self.legal(state, role)?.binary_search(&action).is_err() {
            return Ok(false);
        }
        match self.after(state, role, action)? {
            Some(next) => self.holds(then, &next),
            None => Ok(false),
        }
    }

    /// The facts without which a role could not make a move in a state, or a condition would not hold then.
    pub fn needed(
        &mut self,
        state: &State,
        role: Role,
        action: Move,
        then: &Condition,
    ) -> Result<Vec<Fact>, StopReason> {
        self.needed_for(state, |inquiry, reduced| inquiry.achieves(reduced, role, action, then))
    }

    /// The facts of a state without which something would not hold.
    pub fn needed_for(
        &mut self,
        state: &State,
        mut test: impl FnMut(&mut Inquiry, &State) -> Result<bool, StopReason>,
    ) -> Result<Vec<Fact>, StopReason> {
        let facts = self.machine.facts(state);
        let mut needed = Vec::new();
        let mut others: Vec<Fact> = facts.iter().skip(1).copied().collect();
        for (index, &fact) in facts.iter().enumerate() {
            if !(self.go_on)() {
                return Err(StopReason::Interrupted);
            }
            let reduced = self.machine.state(&others);
            if !test(self, &reduced)? {
                needed.push(fact);
            }
            // The fact comes back in the place of the next one.
            if let Some(next) = others.get_mut(index) {
                *next = fact;
            }
        }
        Ok(needed)
    }
}

/// The facts that are in all of these lists, which are in ascending order.
pub fn intersection(lists: &[Vec<Fact>]) -> Vec<Fact> {
    let Some((first, others)) = lists.split_first() else { return Vec::new() };
    let everywhere = |fact: &&Fact| others.iter().all(|list| list.binary_search(fact).is_ok());
    first.iter().filter(everywhere).copied().collect()
}
