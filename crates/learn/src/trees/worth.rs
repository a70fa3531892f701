//! What states are worth by weights of features: each fact counts for what it adds to all of them, so only facts have to be looked at.

use super::reader::Reader;
use game::{Fact, Machine, State};
use hashbrown::HashMap;

/// What facts are worth by weights that stay the same.
#[derive(Default)]
pub(super) struct Worth {
    known: HashMap<Fact, f64>,
}

impl Worth {
    /// What a state is worth.
    pub(super) fn of(
        &mut self,
        machine: &dyn Machine,
        state: &State,
        reader: &mut Reader,
        weights: &[f64],
    ) -> f64 {
        let facts = machine.facts(state).into_iter();
        let worth = facts.map(|fact| {
            let known = self.known.entry(fact);
            *known.or_insert_with(|| weigh(reader.shares(machine, fact), weights))
        });
        worth.sum()
    }

    /// The weights are others from now on.
    pub(super) fn forget(&mut self) {
        self.known.clear();
    }
}

fn weigh(shares: &[(u32, f64)], weights: &[f64]) -> f64 {
    shares.iter().map(|&(feature, share)| share * weights[feature as usize]).sum()
}
