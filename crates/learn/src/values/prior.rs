//! Values for afterstates that a learner meets for the first time.
//!
//! Contains the trait and priors that need no other game; values of other games are in `transferred_values` and
//! `tactical_values`. Follows `kuhl`, section 6.3.2.

use super::Values;
use game::{Machine, State, StopReason};
use hashbrown::HashMap;

/// Gives a first value to afterstates.
pub trait Prior: Send {
    /// Returns the value of the afterstate `after` of a move in the state `before`. `None` if the prior has no value
    /// for it.
    fn value(
        &mut self,
        machine: &mut dyn Machine,
        before: &State,
        after: &State,
    ) -> Result<Option<f64>, StopReason>;
}

impl<P: Prior + ?Sized> Prior for Box<P> {
    fn value(
        &mut self,
        machine: &mut dyn Machine,
        before: &State,
        after: &State,
    ) -> Result<Option<f64>, StopReason> {
        (**self).value(machine, before, after)
    }
}

/// The prior that has no value for any state.
pub struct NoPrior;

impl Prior for NoPrior {
    fn value(
        &mut self,
        _: &mut dyn Machine,
        _: &State,
        _: &State,
    ) -> Result<Option<f64>, StopReason> {
        Ok(None)
    }
}

/// Values that were learnt in the same game.
impl Prior for Values {
    fn value(
        &mut self,
        _: &mut dyn Machine,
        _: &State,
        after: &State,
    ) -> Result<Option<f64>, StopReason> {
        Ok(self.get(after))
    }
}

/// Asks a slow prior about each afterstate only once.
pub struct CachedPrior<P> {
    prior: P,
    known: HashMap<State, Option<f64>>,
}

/// Largest number of states whose answer is kept.
const MAX_KNOWN: usize = 4_000_000;

impl<P: Prior> CachedPrior<P> {
    /// Creates a cache around a prior.
    pub fn new(prior: P) -> CachedPrior<P> {
        CachedPrior { prior, known: HashMap::new() }
    }
}

impl<P: Prior> Prior for CachedPrior<P> {
    fn value(
        &mut self,
        machine: &mut dyn Machine,
        before: &State,
        after: &State,
    ) -> Result<Option<f64>, StopReason> {
        if let Some(&value) = self.known.get(after) {
            return Ok(value);
        }
        let value = self.prior.value(machine, before, after)?;
        if self.known.len() < MAX_KNOWN {
            self.known.insert(after.clone(), value);
        }
        Ok(value)
    }
}
