//! What states are worth by weights of features: each fact counts for what it adds to all of them, so only facts have to be looked at.

use super::reader::Reader;
use game::{Fact, Machine, State};
use hashbrown::HashMap;

/// What facts are worth by weights that stay the same.
#[derive(Default)]
pub(super) struct Worth {
    known: HashMap<Fact, f64>,
}

impl Worth {
    /// What a state is worth.
    pub(super) fn of(
        &mut self,
        machine: &dyn Machine,
        state: &State,
        reader: &mut Reader,
        weights: &[f64],
    ) -> f64 {
        let facts = machine.facts(state).into_iter();
        let worth = facts.map(|fact| {
            let known = self.known.entry(fact);
            *known.or_insert_with(|| weigh(reader.shares(machine, fact), weights))
        });
        worth.sum()
    }

    /// The weights are others from now on.
    pub(super) fn forget(&mut self) {
        self.known.clear();
    }
}

fn weigh(shares: &[(u32, f64)], weights: &[f64]) -> f64 {
    shares.iter().map(|&(feature, share)| share * weights[feature as usize]).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trees::{Layout, states};
    use analyze::Watch;
    use circuit::CircuitMachine;
    use rand::RngExt;

    #[test]
    fn facts_come_to_what_features_do() {
        for name in ["othello-6x6", "hallway"] {
            let text = library::find(name).expect("it is bundled").rules();
            let rules = gdl::check(name, text.as_bytes()).rules.expect("it has no errors");
            let mut machine = CircuitMachine::new(&rules, &circuit::Limits::default()).unwrap();
            let analysis = analyze::analyze(&rules, &mut machine, &Watch::states(200, 1)).unwrap();
            let mut random = game::random(1);
            let states = states(&mut machine, 200, &mut random).unwrap();
            // Later states have facts that the tree was not grown from.
            let mut reader = Reader::grown(&machine, Layout::new(&analysis), &states[..100]);
            let mut worth = Worth::default();
            for _ in 0..2 {
                let draw = |_| random.random_range(-1.0..1.0);
                let weights: Vec<f64> = (0..reader.len()).map(draw).collect();
                worth.forget();
                for state in &states {
                    let values = reader.read(&machine, state).iter().zip(&weights);
                    let expected: f64 = values.map(|(value, weight)| value * weight).sum();
                    let found = worth.of(&machine, state, &mut reader, &weights);
                    assert!((found - expected).abs() < 1e-9, "{name}: {found} {expected}");
                }
            }
        }
    }
}
