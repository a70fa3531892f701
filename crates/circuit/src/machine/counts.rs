//! Counting signals: how many of each group are on, kept up to date as facts change.

use super::marks::Marks;
use super::wiring::grouped;
use crate::network::Circuit;
use game::Fact;
use std::sync::Arc;

/// How many of the other outputs of a circuit are on, group by group.
#[derive(Clone)]
pub struct Counts {
    plan: Arc<Plan>,
    /// How many operands of each gate are off. An input that is off has one.
    off: Vec<u32>,
    changed: Marks,
    counts: Vec<u32>,
}

/// The circuit from the operands' point of view.
struct Plan {
    facts: u32,
    /// Where the uses of each gate begin.
    firsts: Vec<u32>,
    /// The gates that use a gate, shifted by one; the lowest bit says that they use its inverse.
    uses: Vec<u32>,
    /// Where what each gate counts for begins.
    count_firsts: Vec<u32>,
    /// The groups that a gate counts for, shifted by one; the lowest bit says that its inverse does.
    counts: Vec<u32>,
}

impl Counts {
    /// Of a circuit that no move matters in. Each of its other outputs belongs to a group, by its number; there are so many groups.
    ///
    /// # Panics
    /// If there are fewer groups given than outputs, or one of them is not among so many.
    pub fn new(circuit: &Circuit, groups: &[u32], count: usize) -> Counts {
        let gates = circuit.gates() as usize;
        let users = circuit.ands().flat_map(|and| {
            let operands = circuit.operands(and).iter();
            operands.map(move |it| (it.gate(), and << 1 | u32::from(it.is_inverted())))
        });
        let (firsts, uses) = grouped(gates, users);
        let mut off = vec![1; gates];
        off[0] = 0;
        for and in circuit.ands() {
            let is_off = |gate: u32, is_inverted: bool| (off[gate as usize] == 0) == is_inverted;
            let operands = circuit.operands(and).iter();
            let count = operands.filter(|it| is_off(it.gate(), it.is_inverted())).count();
            off[and as usize] = count as u32;
        }
        let mut counts = vec![0; count];
        let outputs: Vec<(u32, u32)> = circuit
            .outputs
            .others
            .iter()
            .enumerate()
            .map(|(place, signal)| {
                let is_on = (off[signal.gate() as usize] == 0) != signal.is_inverted();
                counts[groups[place] as usize] += u32::from(is_on);
                (signal.gate(), groups[place] << 1 | u32::from(signal.is_inverted()))
            })
            .collect();
        let (count_firsts, driven) = grouped(gates, outputs.into_iter());
        let facts = circuit.facts();
        let plan = Arc::new(Plan { facts, firsts, uses, count_firsts, counts: driven });
        Counts { plan, off, changed: Marks::new(gates), counts }
    }

    /// Turns a fact on or off, if the circuit knows it; what is counted is not up to date then.
    pub fn set(&mut self, fact: Fact, is_on: bool) {
        if fact.0 >= self.plan.facts {
            return;
        }
        let off = &mut self.off[1 + fact.0 as usize];
        if (*off == 0) != is_on {
            *off ^= 1;
            self.changed.flip(1 + fact.0);
        }
    }

    /// How many signals of each group are on.
    pub fn counts(&mut self) -> &[u32] {
        let Counts { plan, off, changed, counts } = self;
        let part = |firsts: &[u32], gate: u32| {
            firsts[gate as usize] as usize..firsts[gate as usize + 1] as usize
        };
        changed.walk(|gate, changed| {
            let on = u32::from(off[gate as usize] == 0);
            for &group in &plan.counts[part(&plan.count_firsts, gate)] {
                let count = &mut counts[group as usize >> 1];
                // On and not inverted, or off and inverted: one more.
                *count = count.wrapping_add(2 * (on ^ (group & 1))).wrapping_sub(1);
            }
            for &user in &plan.uses[part(&plan.firsts, gate)] {
                let count = &mut off[user as usize >> 1];
                let before = *count;
                // On and not inverted, or off and inverted: one operand less is off.
                let less = on ^ (user & 1);
                *count = before.wrapping_add(1).wrapping_sub(2 * less);
                // It changes between none and one.
                if before == less {
                    changed.flip(user >> 1);
                }
            }
        });
        counts
    }
}
