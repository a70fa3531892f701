//! Counts of signals that are on, group by group, kept up to date as facts change.

use circuit::{Circuit, Fanout, Propagation};
use game::Fact;
use std::sync::Arc;

/// The number of further outputs ([`circuit::Outputs::others`]) of each group that are on.
#[derive(Clone)]
pub struct OutputCounts {
    /// The numbers attached to gates are groups, shifted by one; the lowest bit says that the inverse of the gate is
    /// counted. All clones share it.
    fanout: Arc<Fanout>,
    propagation: Propagation,
    counts: Vec<u32>,
}

impl OutputCounts {
    /// Counts the further outputs of a circuit, which must not depend on moves. `groups` has the group of each, below
    /// `group_count`. All facts are false at first.
    ///
    /// # Panics
    /// If there are fewer groups given than outputs, or one of them is not below `group_count`.
    pub fn new(circuit: &Circuit, groups: &[u32], group_count: usize) -> OutputCounts {
        let outputs = || circuit.outputs.others.iter().zip(groups);
        assert_eq!(outputs().len(), circuit.outputs.others.len(), "every output has a group");
        let attached = outputs()
            .map(|(signal, group)| (signal.gate(), group << 1 | u32::from(signal.is_inverted())));
        let fanout = Arc::new(Fanout::new(circuit, attached));
        let propagation = Propagation::new(&fanout);
        let mut counts = vec![0; group_count];
        for (&signal, &group) in outputs() {
            counts[group as usize] += u32::from(propagation.is_on(signal));
        }
        OutputCounts { fanout, propagation, counts }
    }

    /// Sets whether a fact is true. Facts that the circuit does not have are ignored.
    pub fn set(&mut self, fact: Fact, is_on: bool) {
        if let Some(gate) = self.fanout.fact(fact) {
            self.propagation.set(gate, is_on);
        }
    }

    /// Returns the number of signals of each group that are on.
    pub fn counts(&mut self) -> &[u32] {
        let OutputCounts { fanout, propagation, counts } = self;
        propagation.update(fanout, |group, is_on| {
            let count = &mut counts[group as usize >> 1];
            // On and not inverted, or off and inverted: one more.
            *count = count.wrapping_add(2 * (u32::from(is_on) ^ (group & 1))).wrapping_sub(1);
        });
        counts
    }
}
