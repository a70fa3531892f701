//! The facts of a machine as facts of a compiled game.
//!
//! Contains no states: whoever reads the states of a machine translates the facts in which they differ.

use crate::Model;
use game::{Fact, Machine, Vocabulary};
use hashbrown::HashMap;
use std::sync::Arc;

/// Translates the facts of the machine whose states are read into those of the compiled game.
#[derive(Clone)]
pub enum FactIds {
    /// The machine plays the compiled game: its facts have the same ids.
    Shared,
    /// The machine is of another kind: facts are found by their terms, each once. `None` stands for a fact that the
    /// compiled game lacks. The facts must be those of one machine and its forks.
    ByTerm(Arc<Model>, HashMap<Fact, Option<Fact>>),
}

impl FactIds {
    /// Creates a translation for a machine that does not play the compiled game, such as the reference machine.
    pub fn by_term(model: &Arc<Model>) -> FactIds {
        FactIds::ByTerm(Arc::clone(model), HashMap::new())
    }

    /// Returns the fact of the compiled game; `None` if it has no such fact.
    pub fn translate(&mut self, machine: &dyn Machine, fact: Fact) -> Option<Fact> {
        match self {
            FactIds::Shared => Some(fact),
            FactIds::ByTerm(model, known) => *known
                .entry(fact)
                .or_insert_with(|| model.names().find_fact(&machine.vocabulary().fact_term(fact))),
        }
    }
}
