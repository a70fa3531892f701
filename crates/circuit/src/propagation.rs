//! The values of all gates of a circuit, kept up to date while its inputs change.
//!
//! Every AND counts its operands that are off; it is on when there are none. When a gate changes, the counts of the
//! gates that use it change. Gates are numbered so that users come later, and those that have changed are marked in a
//! set that is visited in ascending order: each gate is visited at most once, and one that changes back before its turn
//! is not visited at all.

use crate::circuit::{Circuit, Gate, Signal};
use crate::groups::Groups;
use game::Fact;

/// The users of each gate of a circuit, and numbers attached to gates. It is immutable and shared by any number of
/// [`Propagation`]s.
pub struct Fanout {
    /// For each gate, and one more, the places of its first user and of its first attached number.
    firsts: Vec<Firsts>,
    /// The gates that use a gate, shifted by one; the lowest bit says that they use its inverse.
    users: Vec<u32>,
    attached: Vec<u32>,
    /// Number of operands of each gate that are off while all inputs are off.
    off: Vec<u32>,
    /// The gate of each fact.
    facts: Vec<Gate>,
}

/// The places of the first user of a gate and of its first attached number, side by side because they are read
/// together.
#[derive(Clone, Copy)]
struct Firsts {
    users: u32,
    attached: u32,
}

impl Fanout {
    /// Finds the users of the gates of a circuit. Each number of `attached` is reported when its gate changes.
    pub fn new(circuit: &Circuit, attached: impl Iterator<Item = (Gate, u32)> + Clone) -> Fanout {
        let gates = circuit.gate_count();
        let users = circuit.ands().flat_map(|and| {
            let operands = circuit.operands(and).iter();
            operands.map(move |it| (it.gate().index(), and.0 << 1 | u32::from(it.is_inverted())))
        });
        let users = Groups::of(gates, users);
        let attached = Groups::of(gates, attached.map(|(gate, number)| (gate.index(), number)));
        let firsts = users.firsts.into_iter().zip(attached.firsts);
        let firsts = firsts.map(|(users, attached)| Firsts { users, attached }).collect();
        let mut off = vec![1; gates];
        off[Gate::TRUE.index()] = 0;
        for and in circuit.ands() {
            let is_off = |it: &&Signal| (off[it.gate().index()] == 0) == it.is_inverted();
            off[and.index()] = circuit.operands(and).iter().filter(is_off).count() as u32;
        }
        let facts = circuit.facts().map(|fact| circuit.fact(fact).gate()).collect();
        Fanout { firsts, users: users.members, attached: attached.members, off, facts }
    }

    /// Returns the input of a fact; `None` if the circuit has no such fact.
    #[inline(always)]
    pub fn fact(&self, fact: Fact) -> Option<Gate> {
        self.facts.get(fact.0 as usize).copied()
    }
}

/// The values of all gates of a circuit.
#[derive(Clone)]
pub struct Propagation {
    /// For each AND, the number of its operands that are off; for an input, 1 if it is off, else 0.
    off: Vec<u32>,
    changed: Marks,
    work: u64,
}

impl Propagation {
    /// Begins with all inputs off.
    pub fn new(fanout: &Fanout) -> Propagation {
        Propagation { off: fanout.off.clone(), changed: Marks::new(fanout.off.len()), work: 0 }
    }

    /// Whether a signal is on, as of the last update.
    #[inline(always)]
    pub fn is_on(&self, signal: Signal) -> bool {
        (self.off[signal.gate().index()] == 0) != signal.is_inverted()
    }

    /// Returns the number of operands that have changed since the beginning: a measure of time that is the same on
    /// every computer.
    pub fn work(&self) -> u64 {
        self.work
    }

    /// Turns an input on if it is off, and off if it is on. The gates that use it are not up to date until the next
    /// update.
    #[inline(always)]
    pub fn toggle(&mut self, input: Gate) {
        self.off[input.index()] ^= 1;
        self.changed.flip(input.0);
    }

    /// Turns an input on or off. As after [`Propagation::toggle`], the gates that use it are not up to date.
    pub fn set(&mut self, input: Gate, is_on: bool) {
        if (self.off[input.index()] == 0) != is_on {
            self.toggle(input);
        }
    }

    /// Brings all gates up to date with the inputs. `report` is called with every number attached to a gate that has
    /// changed, and whether the gate is on.
    #[inline(always)]
    pub fn update(&mut self, fanout: &Fanout, mut report: impl FnMut(u32, bool)) {
        let Propagation { off, changed, work } = self;
        let Fanout { firsts, users, attached, .. } = fanout;
        changed.visit(|gate, changed| {
            let [here, after] = [firsts[gate as usize], firsts[gate as usize + 1]];
            let is_on = off[gate as usize] == 0;
            for &number in &attached[here.attached as usize..after.attached as usize] {
                report(number, is_on);
            }
            *work += u64::from(after.users - here.users);
            let on = u32::from(is_on);
            for &user in &users[here.users as usize..after.users as usize] {
                let count = &mut off[user as usize >> 1];
                let before = *count;
                // On and not inverted, or off and inverted: one operand less is off.
                let less = on ^ (user & 1);
                *count = before.wrapping_add(1).wrapping_sub(2 * less);
                // The gate changes if its count changes between none and one.
                if before == less {
                    changed.flip(user >> 1);
                }
            }
        });
    }
}

/// A set of gates that is visited in ascending order while it grows ahead of the visit.
#[derive(Clone)]
struct Marks {
    words: Vec<u64>,
    /// A bit for each word that may have marks.
    groups: Vec<u64>,
}

impl Marks {
    fn new(gates: usize) -> Marks {
        let words = gates.div_ceil(64);
        Marks { words: vec![0; words], groups: vec![0; words.div_ceil(64)] }
    }

    /// Marks a gate, or removes its mark.
    #[inline(always)]
    fn flip(&mut self, gate: u32) {
        let word = gate as usize / 64;
        self.words[word] ^= 1 << (gate % 64);
        self.groups[word / 64] |= 1 << (word % 64);
    }

    /// Visits the marked gates in ascending order and removes their marks. A visit may flip later gates.
    #[inline(always)]
    fn visit(&mut self, mut visit: impl FnMut(u32, &mut Marks)) {
        for group in 0..self.groups.len() {
            while self.groups[group] != 0 {
                let word = group * 64 + self.groups[group].trailing_zeros() as usize;
                while self.words[word] != 0 {
                    let bit = self.words[word].trailing_zeros();
                    self.words[word] &= self.words[word] - 1;
                    visit(word as u32 * 64 + bit, self);
                }
                self.groups[group] &= !(1 << (word % 64));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a circuit of two facts, an AND of them, and an AND of one of them and of the inverse of the first AND.
    fn circuit() -> Circuit {
        let text = "facts 2\nroles 1\nactions\ng0 = and f0 f1\ng1 = and f0 !g0\n";
        Circuit::from_text(text).unwrap()
    }

    #[test]
    fn gates_follow_the_inputs() {
        let circuit = circuit();
        let [f0, f1] = [0, 1].map(|fact| circuit.fact(game::Fact(fact)).gate());
        let [g0, g1]: [Signal; 2] =
            circuit.ands().map(Signal::of).collect::<Vec<_>>().try_into().unwrap();
        let fanout = Fanout::new(&circuit, std::iter::empty());
        let mut values = Propagation::new(&fanout);
        for (input, expected) in
            [(f0, [false, true]), (f1, [true, false]), (f0, [false, false]), (f1, [false, false])]
        {
            values.toggle(input);
            values.update(&fanout, |_, _| {});
            assert_eq!([g0, g1].map(|signal| values.is_on(signal)), expected);
            assert_eq!([!g0, !g1].map(|signal| !values.is_on(signal)), expected);
        }
    }

    #[test]
    fn every_number_of_a_changed_gate_is_reported_with_its_value() {
        let circuit = circuit();
        let gates: Vec<Gate> = circuit.ands().collect();
        let attached = [(gates[1], 10), (gates[0], 20), (gates[1], 11)];
        let fanout = Fanout::new(&circuit, attached.into_iter());
        let mut values = Propagation::new(&fanout);
        let changes = |values: &mut Propagation| {
            let mut reported = Vec::new();
            values.update(&fanout, |number, is_on| reported.push((number, is_on)));
            reported
        };
        values.set(circuit.fact(game::Fact(0)).gate(), true);
        assert_eq!(changes(&mut values), [(10, true), (11, true)]);
        values.set(circuit.fact(game::Fact(0)).gate(), true);
        assert_eq!(changes(&mut values), []);
        values.set(circuit.fact(game::Fact(1)).gate(), true);
        assert_eq!(changes(&mut values), [(20, true), (10, false), (11, false)]);
    }

    #[test]
    fn a_gate_that_changes_back_is_not_reported() {
        let circuit = circuit();
        let attached = circuit.gates().map(|gate| (gate, gate.0));
        let fanout = Fanout::new(&circuit, attached);
        let mut values = Propagation::new(&fanout);
        let input = circuit.fact(game::Fact(0)).gate();
        values.toggle(input);
        values.toggle(input);
        values.update(&fanout, |number, _| panic!("gate {number} did not change"));
        assert_eq!(values.work(), 0);
    }
}
