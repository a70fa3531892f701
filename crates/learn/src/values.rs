//! What afterstates are worth, learnt by playing (document 000, section 6.3, and document 003).
//!
//! An afterstate is what a role's move makes of a state before the others answer. In games in which one role chooses at a time, what a move is
//! worth is what its afterstate is worth, and a table of afterstates is all there is to learn.

mod learner;
mod opponent;
mod prior;
mod threats;
mod turns;

pub use learner::{Hits, Images, Learner, Played, Rule, Settings};
pub use opponent::{Chance, LookAhead, Opponent, Trained};
pub use prior::{Nothing, Prior, Translated, Translation};
pub use threats::{THREATS, Threat, Threats};

use game::State;
use hashbrown::HashMap;

/// What states are worth, from 0 to 100.
#[derive(Clone, Debug, Default)]
pub struct Values {
    known: HashMap<State, f64>,
}

impl Values {
    /// What a state is worth, if that is known.
    pub fn get(&self, state: &State) -> Option<f64> {
        self.known.get(state).copied()
    }

    /// Notes what a state is worth.
    pub fn set(&mut self, state: &State, value: f64) {
        match self.known.get_mut(state) {
            Some(known) => *known = value,
            None => drop(self.known.insert(state.clone(), value)),
        }
    }

    /// How many states are known.
    pub fn len(&self) -> usize {
        self.known.len()
    }

    /// Whether none is.
    pub fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// All states with what they are worth, in no order.
    pub fn iter(&self) -> impl Iterator<Item = (&State, f64)> {
        self.known.iter().map(|(state, &value)| (state, value))
    }
}
