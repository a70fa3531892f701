//! All bindings of a formula's variables: in sampled states, or as signals of a circuit.
//!
//! The search itself is in `binding_search`.

use super::binding_search::search;
use super::formula::Formula;
use super::relation_tables::RelationTables;
use super::signal_bits::SignalBits;
use super::signal_validity::SignalValidity;
use super::state_validity::StateValidity;
use circuit::{Circuit, Signal};
use ground::Value;
use hashbrown::HashMap;

/// Error: a formula has more bindings than the limits allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there are too many bindings")]
pub struct TooManyBindings;

/// Limits of the search for the bindings of one formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchLimits {
    /// Largest number of rows of relations to read.
    pub rows: u64,
    /// Largest number of bindings.
    pub bindings: usize,
}

/// All bindings of a formula's variables in sampled states.
#[derive(Clone, Debug)]
pub struct Bindings {
    /// The values of the variables, and the states in which the formula holds for them, a bit for each.
    pub all: Vec<(Box<[Value]>, Vec<u64>)>,
    /// Number of sampled states.
    states: usize,
}

impl Bindings {
    /// Finds the bindings of a formula in sampled states.
    pub fn find(
        tables: &RelationTables,
        bits: &SignalBits,
        formula: &Formula,
        limits: SearchLimits,
    ) -> Result<Bindings, TooManyBindings> {
        let mut places: HashMap<Vec<Value>, usize> = HashMap::new();
        let mut all: Vec<(Box<[Value]>, Vec<u64>)> = Vec::new();
        let validity = StateValidity::new(bits);
        search(tables, formula, validity, limits.rows, &mut |bound, states| {
            let next = all.len();
            let place = *places.entry_ref(bound).or_insert(next);
            match all.get_mut(place) {
                Some((_, before)) => merge(before, &states),
                None if next >= limits.bindings => return Err(TooManyBindings),
                None => all.push((bound.into(), states)),
            }
            Ok(())
        })?;
        Ok(Bindings { all, states: bits.states })
    }

    /// Returns the states in which the formula holds, a bit for each.
    pub fn anywhere(&self) -> Vec<u64> {
        let mut all = vec![0; self.states.div_ceil(64)];
        self.all.iter().for_each(|(_, states)| merge(&mut all, states));
        all
    }

    /// Returns the number of different bindings of some variables in each state.
    pub fn counts(&self, variables: &[u32]) -> Vec<u32> {
        let mut counts = vec![0; self.states];
        let mut count = |states: &[u64]| {
            for (word, &bits) in states.iter().enumerate() {
                let mut bits = bits;
                while bits != 0 {
                    counts[64 * word + bits.trailing_zeros() as usize] += 1;
                    bits &= bits - 1;
                }
            }
        };
        // Usually the bindings of all variables are counted, and these are all different.
        let width = self.all.first().map_or(0, |(bound, _)| bound.len());
        if variables.len() == width {
            self.all.iter().for_each(|(_, states)| count(states));
            return counts;
        }
        // Bindings that agree in these variables are brought together.
        let part = |&place: &usize| variables.iter().map(move |&it| self.all[place].0[it as usize]);
        let mut order: Vec<usize> = (0..self.all.len()).collect();
        order.sort_unstable_by(|one, other| part(one).cmp(part(other)));
        let mut together = vec![0; self.states.div_ceil(64)];
        for group in order.chunk_by(|one, other| part(one).eq(part(other))) {
            together.fill(0);
            group.iter().for_each(|&place| merge(&mut together, &self.all[place].1));
            count(&together);
        }
        counts
    }
}

/// Returns the states in which a formula holds, a bit for each. Stops searching in states in which it is known to hold,
/// so that this is much less work than finding all bindings.
pub fn holds(
    tables: &RelationTables,
    bits: &SignalBits,
    formula: &Formula,
    rows: u64,
) -> Result<Vec<u64>, TooManyBindings> {
    let never = Formula::Not(Box::new(formula.clone()));
    let mut states = bits.everywhere();
    search(tables, &never, StateValidity::new(bits), rows, &mut |_, never| {
        states.iter_mut().zip(never).for_each(|(states, never)| *states &= !never);
        Ok(())
    })?;
    Ok(states)
}

/// Returns one signal for each binding of some variables: it is on in the states in which the formula holds with this
/// binding. Their gates are added to the circuit, which must be a copy of that of the tables.
pub fn signals(
    tables: &RelationTables,
    circuit: &mut Circuit,
    formula: &Formula,
    variables: &[u32],
    limits: SearchLimits,
) -> Result<Vec<Signal>, TooManyBindings> {
    let mut places: HashMap<Vec<Value>, usize> = HashMap::new();
    let mut groups: Vec<Vec<Vec<Signal>>> = Vec::new();
    let validity = SignalValidity::new(circuit);
    let mut count = 0;
    let validity = search(tables, formula, validity, limits.rows, &mut |bound, mut signals| {
        count += 1;
        if count > limits.bindings {
            return Err(TooManyBindings);
        }
        signals.sort_unstable();
        signals.dedup();
        let part: Vec<Value> = variables.iter().map(|&it| bound[it as usize]).collect();
        let next = groups.len();
        let place = *places.entry(part).or_insert(next);
        if place == next {
            groups.push(Vec::new());
        }
        groups[place].push(signals);
        Ok(())
    })?;
    let circuit = validity.circuit;
    let group = |ways: Vec<Vec<Signal>>| {
        let ways: Vec<Signal> = ways.into_iter().map(|signals| circuit.and(signals)).collect();
        circuit.or(ways)
    };
    Ok(groups.into_iter().map(group).collect())
}

/// Adds the states of one set to another.
fn merge(into: &mut [u64], from: &[u64]) {
    into.iter_mut().zip(from).for_each(|(into, from)| *into |= from);
}
