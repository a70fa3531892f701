//! Tables of values as text, to be kept in a file of knowledge.
//!
//! Does not open files.

use super::Values;
use game::{Fact, Machine};
use hashbrown::HashMap;
use serde::{Deserialize, Serialize};

/// A table of values in the words of its game. Each fact is written once, and states are lists of indexes of facts.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SavedValues {
    /// The facts in KIF.
    pub facts: Vec<String>,
    /// The facts of each state, as indexes into `facts`, and its value.
    pub states: Vec<(Vec<u32>, f64)>,
}

/// Largest number of states that are written: those whose values differ most from the default.
const MAX_STATES: usize = 500_000;
/// Value of states about which nothing is known.
const DEFAULT_VALUE: f64 = 50.0;

impl SavedValues {
    /// Converts a table to text, with values rounded to three decimals. The machine is one of its game.
    pub fn new(values: &Values, machine: &dyn Machine) -> SavedValues {
        let mut saved = SavedValues::default();
        let mut places: HashMap<Fact, u32> = HashMap::new();
        let mut all: Vec<_> = values.iter().collect();
        if all.len() > MAX_STATES {
            all.sort_by(|a, b| (b.1 - DEFAULT_VALUE).abs().total_cmp(&(a.1 - DEFAULT_VALUE).abs()));
            all.truncate(MAX_STATES);
        }
        for (state, value) in all {
            let facts = machine.facts(state).into_iter().map(|fact| {
                *places.entry(fact).or_insert_with(|| {
                    saved.facts.push(machine.fact_text(fact));
                    saved.facts.len() as u32 - 1
                })
            });
            let facts = facts.collect();
            saved.states.push((facts, (value * 1000.0).round() / 1000.0));
        }
        saved.states.sort_by(|a, b| a.0.cmp(&b.0));
        saved
    }

    /// Converts the text to a table for a machine of the game. States with facts that the machine does not know are
    /// left out.
    pub fn values(&self, machine: &dyn Machine) -> Values {
        let facts: Vec<Option<Fact>> =
            self.facts.iter().map(|fact| machine.find_fact(fact)).collect();
        let mut values = Values::default();
        for (places, value) in &self.states {
            let fact = |&place: &u32| facts.get(place as usize).copied().flatten();
            let own: Option<Vec<Fact>> = places.iter().map(fact).collect();
            if let Some(mut own) = own {
                own.sort_unstable();
                own.dedup();
                values.set(&machine.state(&own), value.clamp(0.0, 100.0));
            }
        }
        values
    }

    /// Replaces the facts by those of the game in other words.
    pub fn renamed(mut self, word: &dyn Fn(&str) -> String) -> SavedValues {
        self.facts.iter_mut().for_each(|fact| *fact = word(fact));
        self
    }
}
