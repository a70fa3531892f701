//! Evaluating features: compiled into a circuit whose signals are counted, and kept up to date from state to state.

use super::formula::Feature;
use super::solve::{Patience, TooMany, signals};
use super::world::World;
use circuit::{CircuitMachine, Counts, Signal, optimise};
use game::{Fact, Machine, State};
use hashbrown::HashMap;
use std::sync::Arc;

/// Evaluates features in states of any machine for the same rules.
#[derive(Clone)]
pub struct Evaluator {
    counts: Counts,
    names: Arc<CircuitMachine>,
    /// What facts of the machine are in the circuit, if they are there.
    known: HashMap<Fact, Option<Fact>>,
    state: State,
    changes: Vec<(Fact, bool)>,
    conditions: usize,
}

/// How much is looked at for one feature: more than for selecting it.
const PATIENCE: Patience = Patience { rows: 10_000_000, bindings: 200_000 };

impl Evaluator {
    /// Compiles features. The machine is that of the world.
    pub fn new(
        world: &World,
        names: Arc<CircuitMachine>,
        features: &[Feature],
    ) -> Result<Evaluator, TooMany> {
        let mut circuit = world.circuit.clone();
        let (mut outputs, mut groups) = (Vec::new(), Vec::new());
        for (number, feature) in (0..).zip(features) {
            let Feature { formula, variables } = feature;
            let made = signals(world, &mut circuit, formula, variables, PATIENCE)?;
            groups.extend(made.iter().map(|_| number));
            outputs.extend(made);
        }
        // Nothing else is wanted of the circuit.
        circuit.outputs = circuit.outputs.map(|_| Signal::FALSE);
        circuit.outputs.others = outputs;
        let only = |name: &str| -> Vec<String> {
            let others = circuit::PASSES.iter().map(|pass| pass.name).filter(|&it| it != name);
            others.map(str::to_owned).collect()
        };
        let circuit = optimise(optimise(circuit, &only("sweep")), &[]);
        Ok(Evaluator {
            counts: Counts::new(&circuit, &groups, features.len()),
            names,
            known: HashMap::new(),
            state: State::default(),
            changes: Vec::new(),
            conditions: circuit.edges(),
        })
    }

    /// How many conditions the circuit has.
    pub fn conditions(&self) -> usize {
        self.conditions
    }

    /// What each feature counts in a state.
    pub fn read(&mut self, machine: &dyn Machine, state: &State) -> &[u32] {
        let mut changes = std::mem::take(&mut self.changes);
        machine.changes(&self.state, state, &mut changes);
        for &(fact, is_true) in &changes {
            let names = &self.names;
            let known = self.known.entry(fact);
            let known = known.or_insert_with(|| names.find_fact(&machine.fact_text(fact)));
            if let Some(fact) = *known {
                self.counts.set(fact, is_true);
            }
        }
        self.changes = changes;
        self.state.clone_from(state);
        self.counts.counts()
    }
}
