//! What afterstates are worth, learnt by playing (document 000, section 6.3, and document 003).
//!
//! An afterstate is what a role's move makes of a state before the others answer. In games in which one role chooses at a time, what a move is
//! worth is what its afterstate is worth, and a table of afterstates is all there is to learn.

mod actor;
mod contest;
mod learner;
mod prior;
mod threats;
mod turns;
mod written;

pub use actor::{Actor, Chance, LookAhead, Trained};
pub use contest::{Played, Starts, play};
pub use learner::{Hits, Images, Learner, Rule, Settings};
pub use prior::{Nothing, Once, Prior, Translated, Translation};
pub use threats::{THREATS, Threat, Threats};
pub use turns::Turn;
pub use written::Written;

use game::{Fact, Machine, State};
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

    /// The means of states that are the same without some facts.
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
