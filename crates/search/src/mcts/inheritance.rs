//! UCT that begins with what was learnt before (document 000, section 6.4.3): the player's own moves in a new node count as if they had been
//! made so often, with what their afterstates are worth.

use super::tree::{NodeId, Tree};
use crate::Limit;
use crate::memory::{Lessons, Memory};
use game::{Machine, Move, Role, State, StopReason};
use learn::values::{Once, Prior};
use std::sync::Arc;

/// What is inherited.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InheritanceSettings {
    /// As how many visits it counts.
    pub visits: u32,
    /// How many matches are learnt from if nothing is known of the game.
    pub matches: u64,
}

/// What afterstates are worth.
pub struct Inheritance {
    settings: InheritanceSettings,
    role: Role,
    prior: Option<Box<dyn Prior>>,
    lessons: Arc<Lessons>,
}

impl Inheritance {
    /// Of what is known about the game.
    pub fn new(settings: InheritanceSettings, memory: &Memory, role: Role) -> Inheritance {
        let prior = memory.opinions.as_ref().and_then(|opinions| opinions(role));
        let prior = prior.map(|prior| Box::new(Once::new(prior)) as Box<dyn Prior>);
        Inheritance { settings, role, prior, lessons: Arc::clone(&memory.lessons) }
    }

    /// Learns what is not known; whether it could.
    pub fn learn(&mut self, machine: &mut dyn Machine, limit: &Limit) -> Result<bool, StopReason> {
        if self.prior.is_some() || self.settings.visits == 0 {
            return Ok(true);
        }
        let values = self.lessons.values(machine, self.role, self.settings.matches, limit)?;
        let Some(values) = values else { return Ok(false) };
        self.prior = Some(Box::new((*values).clone()));
        Ok(true)
    }

    /// Gives the own moves of a node that nobody has visited what they are worth.
    pub fn endow(
        &mut self,
        machine: &mut dyn Machine,
        tree: &mut Tree,
        node: NodeId,
    ) -> Result<(), StopReason> {
        let (own, visits) = (self.role.0 as usize, self.settings.visits);
        let Some(prior) = self.prior.as_mut().filter(|_| visits > 0) else { return Ok(()) };
        let has_choice = |role: usize| tree.options(node, role).moves().len() > 1;
        let is_ours = has_choice(own) && (0..tree.roles()).all(|it| it == own || !has_choice(it));
        if tree.visits(node) > 0 || tree.goals(node).is_some() || !is_ours {
            return Ok(());
        }
        let first = |role: usize| tree.options(node, role).moves().first().copied();
        let joint: Option<Vec<Move>> = (0..tree.roles()).map(first).collect();
        let Some(mut joint) = joint else { return Ok(()) };
        let mut after = State::default();
        for index in 0..tree.options(node, own).moves().len() {
            joint[own] = tree.options(node, own).moves()[index];
            machine.next(tree.state(node), &joint, &mut after)?;
            let Some(value) = prior.value(machine, tree.state(node), &after)? else { continue };
            let stat = &mut tree.options_mut(node, own).stats_mut()[index];
            stat.visits = visits;
            stat.total = f64::from(visits) * value;
            tree.visit_often(node, visits);
        }
        Ok(())
    }
}
