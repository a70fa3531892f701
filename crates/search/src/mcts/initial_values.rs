//! Initial values of nodes (`kuhl`, section 6.4.3): the player's own moves in a new node begin with the learnt values
//! of their afterstates, as if they had been visited a number of times.

use super::tree::{NodeId, Tree};
use crate::{Detail, LearningCache, Limit, PriorKnowledge, ValueTraining};
use game::{Machine, Move, Role, State, StopReason};
use learn::values::{CachedPrior, Prior};
use std::sync::Arc;

/// Settings of initial values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct InitialValueSettings {
    /// Number of visits that a value counts for; 0 for no initial values.
    pub visits: u32,
    /// Number of matches that values are learnt from if none are known.
    pub matches: u64,
}

/// The values that moves in new nodes begin with, or the learning of them.
pub struct InitialValues {
    settings: InitialValueSettings,
    role: Role,
    /// Values of afterstates, as soon as they are known.
    prior: Option<Box<dyn Prior>>,
    /// The learning of values, from the first slice of time on. It is kept from one slice to the next.
    training: Option<ValueTraining>,
    cache: Arc<LearningCache>,
}

impl InitialValues {
    /// Creates the initial values for a role: those that are known before the match, or none.
    pub fn new(
        settings: InitialValueSettings,
        knowledge: &PriorKnowledge,
        role: Role,
    ) -> InitialValues {
        let prior = knowledge.priors.as_ref().and_then(|priors| priors(role));
        let prior = prior.map(|prior| Box::new(CachedPrior::new(prior)) as Box<dyn Prior>);
        let cache = Arc::clone(&knowledge.learning);
        InitialValues { settings, role, prior, training: None, cache }
    }

    /// Learns values if none are known. Returns whether they are complete; if not, the next call goes on learning.
    pub fn learn(&mut self, machine: &mut dyn Machine, limit: &Limit) -> Result<bool, StopReason> {
        let InitialValueSettings { visits, matches } = self.settings;
        if self.prior.is_some() || visits == 0 {
            return Ok(true);
        }
        let training = match &mut self.training {
            Some(training) => training,
            none => none.insert(ValueTraining::new(machine, self.role, matches)?),
        };
        let Some(values) = training.run(machine, &self.cache, limit)? else { return Ok(false) };
        self.prior = Some(Box::new((*values).clone()));
        self.training = None;
        Ok(true)
    }

    /// Returns how far learning has come, if it is not complete.
    pub fn detail(&self) -> Option<Detail> {
        let training = self.training.as_ref()?;
        Some(Detail::LearningValues { done: training.done(), matches: self.settings.matches })
    }

    /// Gives the player's own moves in a new node the values of their afterstates, if no other role has a choice there.
    pub fn initialise(
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
            tree.add_visits(node, visits);
        }
        Ok(())
    }
}
