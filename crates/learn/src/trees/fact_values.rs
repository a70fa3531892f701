//! Values of states under fixed weights: the weighted sum of features, computed fact by fact.
//!
//! Each fact adds the same to the sum in all states, so that its part is computed only once. Does not choose weights.

use super::tree_evaluator::TreeEvaluator;
use game::{Fact, Machine, State};
use hashbrown::HashMap;

/// The part of each fact in the weighted sum.
#[derive(Default)]
pub(super) struct FactValues {
    known: HashMap<Fact, f64>,
}

impl FactValues {
    /// Returns the weighted sum of all features in a state.
    pub(super) fn state_value(
        &mut self,
        machine: &dyn Machine,
        state: &State,
        evaluator: &mut TreeEvaluator,
        weights: &[f64],
    ) -> f64 {
        let facts = machine.facts(state).into_iter();
        let values = facts.map(|fact| {
            let known = self.known.entry(fact);
            *known.or_insert_with(|| weigh(evaluator.contributions(machine, fact), weights))
        });
        values.sum()
    }

    /// Forgets all parts: the weights have changed.
    pub(super) fn clear(&mut self) {
        self.known.clear();
    }
}

/// Returns the part of a fact in the weighted sum.
fn weigh(shares: &[(u32, f64)], weights: &[f64]) -> f64 {
    shares.iter().map(|&(feature, share)| share * weights[feature as usize]).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trees::{BoardLayout, sample_states};
    use analyze::Sampling;
    use rand::RngExt;

    #[test]
    fn fact_values_add_up_to_the_weighted_sum_of_features() {
        for name in ["othello-6x6", "hallway"] {
            let rules = oracle::rules(name);
            let mut machine = oracle::machine_of(&rules);
            let analysis =
                analyze::analyze(&rules, &mut machine, &Sampling::states(200, 1)).unwrap();
            let mut random = game::random(1);
            let states = sample_states(&mut machine, 200, &mut random).unwrap();
            // Later states have facts that the tree was not built from.
            let mut evaluator =
                TreeEvaluator::from_states(&machine, BoardLayout::new(&analysis), &states[..100]);
            let mut fact_values = FactValues::default();
            for _ in 0..2 {
                let draw = |_| random.random_range(-1.0..1.0);
                let weights: Vec<f64> = (0..evaluator.len()).map(draw).collect();
                fact_values.clear();
                for state in &states {
                    let values = evaluator.evaluate(&machine, state).iter().zip(&weights);
                    let expected: f64 = values.map(|(value, weight)| value * weight).sum();
                    let found = fact_values.state_value(&machine, state, &mut evaluator, &weights);
                    assert!((found - expected).abs() < 1e-9, "{name}: {found} {expected}");
                }
            }
        }
    }
}
