//! The values of one circuit in one state. The meaning of the outputs is not known here.

use crate::wiring::Wiring;
use circuit::{Gate, Propagation, Signal};
use game::State;

/// The values of a circuit's gates and outputs.
#[derive(Clone)]
pub(crate) struct GateValues {
    /// The facts that are true.
    current: State,
    /// The gate of the move that each role makes.
    moves: Vec<Option<Gate>>,
    propagation: Propagation,
    /// The outputs as bits, in the layout of the [`Wiring`].
    outputs: Vec<u32>,
}

impl GateValues {
    /// Creates the values for inputs that are all off.
    pub(crate) fn new(wiring: &Wiring, roles: usize) -> GateValues {
        GateValues {
            current: State::from_words(vec![0; wiring.layout.state_words]),
            moves: vec![None; roles],
            propagation: Propagation::new(&wiring.fanout),
            outputs: wiring.outputs.clone(),
        }
    }

    /// Whether the values are those of a state.
    #[inline(always)]
    pub(crate) fn are_of(&self, state: &State) -> bool {
        self.current == *state
    }

    /// Returns the number of operands that have changed since the beginning.
    pub(crate) fn work(&self) -> u64 {
        self.propagation.work()
    }

    /// Turns on the facts of a state and no others.
    pub(crate) fn load(&mut self, wiring: &Wiring, state: &State) {
        if self.are_of(state) {
            return;
        }
        // While no move is made, most gates of the next state stay off, whatever the facts.
        for role in 0..self.moves.len() {
            self.set_move(role, None);
        }
        for word in 0..self.current.words().len() {
            let new = state.words().get(word).copied().unwrap_or(0);
            let mut differ = std::mem::replace(&mut self.current.words_mut()[word], new) ^ new;
            while differ != 0 {
                let fact = word * 32 + differ.trailing_zeros() as usize;
                differ &= differ - 1;
                if let Some(&gate) = wiring.fact_gates.get(fact) {
                    self.propagation.toggle(gate);
                }
            }
        }
        self.propagate(wiring);
    }

    /// Replaces the move of a role.
    #[inline(always)]
    pub(crate) fn set_move(&mut self, role: usize, gate: Option<Gate>) {
        let before = std::mem::replace(&mut self.moves[role], gate);
        if before != gate {
            before.into_iter().chain(gate).for_each(|gate| self.propagation.toggle(gate));
        }
    }

    /// Brings gates and outputs up to date with the inputs.
    pub(crate) fn propagate(&mut self, wiring: &Wiring) {
        let GateValues { propagation, outputs, .. } = self;
        propagation.update(&wiring.fanout, |bit, _| outputs[bit as usize / 32] ^= 1 << (bit % 32));
    }

    /// Whether a signal is on.
    #[inline(always)]
    pub(crate) fn is_on(&self, signal: Signal) -> bool {
        self.propagation.is_on(signal)
    }

    /// Returns an output bit.
    #[inline(always)]
    pub(crate) fn output(&self, bit: u32) -> bool {
        self.outputs[bit as usize / 32] >> (bit % 32) & 1 == 1
    }

    /// Returns the words of output bits, from a word on.
    #[inline(always)]
    pub(crate) fn output_words(&self, first: usize) -> &[u32] {
        &self.outputs[first..]
    }
}
