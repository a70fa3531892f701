//! Counting the bindings of features in states, by a circuit that is updated from state to state.
//!
//! Does not weigh the counts (`td`).

use super::bindings::{SearchLimits, TooManyBindings, signals};
use super::formula::Feature;
use super::relation_tables::RelationTables;
use circuit::{FactIds, Signal, optimise};
use game::{Fact, Machine, State};
use propnet::OutputCounts;

/// Counts bindings of features in states of one machine of the game and its forks.
#[derive(Clone)]
pub struct FeatureCounter {
    counts: OutputCounts,
    ids: FactIds,
    /// Number of facts of the compiled game.
    facts: u32,
    /// The state that was read last.
    state: State,
    changes: Vec<(Fact, bool)>,
    conditions: usize,
}

/// Limits of the search for the bindings of one feature. They are wider than for selection.
const LIMITS: SearchLimits = SearchLimits { rows: 10_000_000, bindings: 200_000 };

impl FeatureCounter {
    /// Compiles features. `ids` translates the facts of the machine whose states are read.
    pub fn new(
        tables: &RelationTables,
        ids: FactIds,
        features: &[Feature],
    ) -> Result<FeatureCounter, TooManyBindings> {
        let mut circuit = tables.circuit.clone();
        let (mut outputs, mut groups) = (Vec::new(), Vec::new());
        for (number, feature) in (0..).zip(features) {
            let Feature { formula, variables } = feature;
            let made = signals(tables, &mut circuit, formula, variables, LIMITS)?;
            groups.extend(made.iter().map(|_| number));
            outputs.extend(made);
        }
        // The circuit has no other outputs.
        circuit.outputs = circuit.outputs.map(|_| Signal::FALSE);
        circuit.outputs.others = outputs;
        let only = |name: &str| -> Vec<String> {
            let others = circuit::PASSES.iter().map(|pass| pass.name).filter(|&it| it != name);
            others.map(str::to_owned).collect()
        };
        let circuit = optimise(optimise(circuit, &only("sweep")), &[]);
        Ok(FeatureCounter {
            counts: OutputCounts::new(&circuit, &groups, features.len()),
            ids,
            facts: tables.fact_count(),
            state: State::default(),
            changes: Vec::new(),
            conditions: circuit.operand_count(),
        })
    }

    /// Counts in the states of another machine from now on, whose facts are translated by `ids`.
    #[must_use]
    pub fn with_ids(mut self, ids: FactIds) -> FeatureCounter {
        // A state of the machine before means nothing to the other one: no fact is true until the next state is read.
        (0..self.facts).for_each(|fact| self.counts.set(Fact(fact), false));
        FeatureCounter { ids, state: State::default(), ..self }
    }

    /// Returns the number of operands of the circuit's gates.
    pub fn conditions(&self) -> usize {
        self.conditions
    }

    /// Returns the number of bindings of each feature in a state.
    pub fn read(&mut self, machine: &dyn Machine, state: &State) -> &[u32] {
        let mut changes = std::mem::take(&mut self.changes);
        machine.changes(&self.state, state, &mut changes);
        for &(fact, is_true) in &changes {
            if let Some(fact) = self.ids.translate(machine, fact) {
                self.counts.set(fact, is_true);
            }
        }
        self.changes = changes;
        self.state.clone_from(state);
        self.counts.counts()
    }
}
