//! Values of afterstates, learnt by playing, and their transfer to other games.
//!
//! An *afterstate* is the state that a role's move leads to before the other roles answer. In games in which one role
//! chooses at a time, a move is worth as much as its afterstate. So a table of afterstates ([`Values`]) is all that has
//! to be learnt. [`ValueLearner`] learns it by Sarsa or Q-learning in matches against any [`Agent`]; a [`Prior`] gives
//! first values to afterstates, for example those of another game ([`TransferredValues`]) or of tactical features
//! ([`TacticalValues`]).
//!
//! Follows `kuhl`, section 6.3, and `transfer`. Contains no features of states other than tactical ones, and reads no
//! files: [`SavedValues`] is what others write to a file.

mod agents;
mod look_ahead;
mod play_match;
mod prior;
mod saved_values;
mod start_states;
mod tactical_features;
mod tactical_values;
mod transferred_values;
mod turn;
mod value_learner;

pub use agents::{Agent, GreedyAgent, RandomAgent};
pub use look_ahead::LookAheadAgent;
pub use play_match::{MatchResult, play_match};
pub use prior::{CachedPrior, NoPrior, Prior};
pub use saved_values::SavedValues;
pub use start_states::StartStates;
pub use tactical_features::{TACTICAL_FEATURES, TacticalFeature};
pub use tactical_values::TacticalValues;
pub use transferred_values::{StateTranslator, TransferredValues};
pub use turn::Turn;
pub use value_learner::{PriorHits, SymmetricStates, UpdateRule, ValueLearner, ValueSettings};

use game::{Fact, Machine, State};
use hashbrown::HashMap;

/// Table of the values of states, from 0 to 100.
#[derive(Clone, Debug, Default)]
pub struct Values {
    known: HashMap<State, f64>,
}

impl Values {
    /// Returns the value of a state. `None` if the table does not contain it.
    pub fn get(&self, state: &State) -> Option<f64> {
        self.known.get(state).copied()
    }

    /// Sets the value of a state.
    pub fn set(&mut self, state: &State, value: f64) {
        match self.known.get_mut(state) {
            Some(known) => *known = value,
            None => drop(self.known.insert(state.clone(), value)),
        }
    }

    /// Returns the table of states without some facts. States that become the same get the mean of their values.
    pub fn without(&self, machine: &dyn Machine, is_left_out: &dyn Fn(Fact) -> bool) -> Values {
        let mut sums: HashMap<State, (f64, u32)> = HashMap::new();
        for (state, value) in self.iter() {
            let mut facts = machine.facts(state);
            facts.retain(|&fact| !is_left_out(fact));
            let sum = sums.entry(machine.state(&facts)).or_default();
            *sum = (sum.0 + value, sum.1 + 1);
        }
        let means = sums.into_iter().map(|(state, (sum, count))| (state, sum / f64::from(count)));
        Values { known: means.collect() }
    }

    /// Returns the number of states in the table.
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// Whether the table contains no state.
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// Iterates over all states and their values, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = (&State, f64)> {
        self.known.iter().map(|(state, &value)| (state, value))
    }
}
