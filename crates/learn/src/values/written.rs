//! Values as text, to be remembered.

use super::Values;
use game::{Fact, Machine};
use hashbrown::HashMap;
use serde::{Deserialize, Serialize};

/// Values in the words of the game: every fact once, and states as lists of their numbers.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Written {
    /// The facts.
    pub facts: Vec<String>,
    /// The facts of each state, by their places, and what it is worth.
    pub states: Vec<(Vec<u32>, f64)>,
}

/// No more states are written: those that are worth most and least.
const MOST_STATES: usize = 500_000;
/// What everything is worth of which nothing is known.
const MIDDLE: f64 = 50.0;

impl Written {
    /// The values of a game whose machine this is.
    pub fn new(values: &Values, machine: &dyn Machine) -> Written {
        let mut written = Written::default();
        let mut places: HashMap<Fact, u32> = HashMap::new();
        let mut all: Vec<_> = values.iter().collect();
        if all.len() > MOST_STATES {
            all.sort_by(|a, b| (b.1 - MIDDLE).abs().total_cmp(&(a.1 - MIDDLE).abs()));
            all.truncate(MOST_STATES);
        }
        for (state, value) in all {
            let facts = machine.facts(state).into_iter().map(|fact| {
                *places.entry(fact).or_insert_with(|| {
                    written.facts.push(machine.fact_text(fact));
                    written.facts.len() as u32 - 1
                })
            });
            let facts = facts.collect();
            written.states.push((facts, (value * 1000.0).round() / 1000.0));
        }
        written.states.sort_by(|a, b| a.0.cmp(&b.0));
        written
    }

    /// The values as those of a game whose machine this is; states with facts that it does not have are left out.
    pub fn values(&self, machine: &dyn Machine) -> Values {
        let facts: Vec<Option<Fact>> =
            self.facts.iter().map(|fact| machine.find_fact(fact)).collect();
        let mut values = Values::default();
        for (places, value) in &self.states {
            let fact = |&place: &u32| facts.get(place as usize).copied().flatten();
            let its: Option<Vec<Fact>> = places.iter().map(fact).collect();
            if let Some(mut its) = its {
                its.sort_unstable();
                its.dedup();
                values.set(&machine.state(&its), value.clamp(0.0, 100.0));
            }
        }
        values
    }

    /// The same in other words.
    pub fn in_words(mut self, word: &dyn Fn(&str) -> String) -> Written {
        self.facts.iter_mut().for_each(|fact| *fact = word(fact));
        self
    }
}
