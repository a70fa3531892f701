//! The signals of a circuit, kept up to date: a change of inputs changes the gates that depend on it, and no others.

use super::marks::Marks;
use super::wiring::Wiring;
use game::State;

/// The signals of a circuit.
#[derive(Clone)]
pub(super) struct Bank {
    /// The facts that are on.
    pub(super) current: State,
    /// The move that is on for each role: a gate, or [`NOTHING`].
    joint: Vec<u32>,
    /// How many operands of each gate are off. An input that is off has one.
    pub(super) off: Vec<u32>,
    pub(super) outputs: Vec<u32>,
    changed: Marks,
    /// How many operands have changed since the beginning.
    pub(super) work: u64,
}

const NOTHING: u32 = u32::MAX;

impl Bank {
    /// With all inputs off.
    pub(super) fn new(wiring: &Wiring, roles: u32) -> Bank {
        Bank {
            current: State::from_words(vec![0; wiring.layout.state_words]),
            joint: vec![NOTHING; roles as usize],
            off: wiring.off.clone(),
            outputs: wiring.outputs.clone(),
            changed: Marks::new(wiring.off.len()),
            work: 0,
        }
    }

    /// Turns on the facts of a state and no others.
    pub(super) fn load(&mut self, wiring: &Wiring, state: &State, facts: u32) {
        if self.current == *state {
            return;
        }
        // Without moves most of the logic of the next state is quiet while the facts change.
        for role in 0..self.joint.len() {
            self.set_move(role, NOTHING);
        }
        for word in 0..self.current.words().len() {
            let new = state.words().get(word).copied().unwrap_or(0);
            let mut differ = std::mem::replace(&mut self.current.words_mut()[word], new) ^ new;
            while differ != 0 {
                let fact = word as u32 * 32 + differ.trailing_zeros();
                differ &= differ - 1;
                if fact < facts {
                    self.toggle(1 + fact);
                }
            }
        }
        self.propagate(wiring);
    }

    /// Replaces the role's move.
    pub(super) fn set_move(&mut self, role: usize, gate: u32) {
        let before = std::mem::replace(&mut self.joint[role], gate);
        if before != gate {
            if before != NOTHING {
                self.toggle(before);
            }
            if gate != NOTHING {
                self.toggle(gate);
            }
        }
    }

    /// Turns an input on or off.
    fn toggle(&mut self, input: u32) {
        self.off[input as usize] ^= 1;
        self.changed.flip(input);
    }

    /// Brings all gates up to date with the inputs.
    pub(super) fn propagate(&mut self, wiring: &Wiring) {
        let Bank { off, outputs, changed, work, .. } = self;
        let Wiring { gates, uses, drives, .. } = wiring;
        changed.walk(|gate, changed| {
            let [here, after] = [gates[gate as usize], gates[gate as usize + 1]];
            for &bit in &drives[here.drives as usize..after.drives as usize] {
                outputs[bit as usize / 32] ^= 1 << (bit % 32);
            }
            *work += u64::from(after.uses - here.uses);
            let on = u32::from(off[gate as usize] == 0);
            for &user in &uses[here.uses as usize..after.uses as usize] {
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
    }

    pub(super) fn output(&self, bit: u32) -> bool {
        self.outputs[bit as usize / 32] >> (bit % 32) & 1 == 1
    }
}
