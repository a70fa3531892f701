//! The values of one circuit in one state, and of its outputs as bits. The meaning of the outputs is not known here.

use circuit::{Circuit, FactBits, Fanout, Gate, Signal, StateValues};
use game::{Role, State};

/// The values of a circuit's gates and outputs. The numbers attached to gates are output bits.
#[derive(Clone)]
pub(crate) struct OutputValues {
    gates: StateValues,
    outputs: OutputBits,
}

impl OutputValues {
    /// Creates the values for inputs that are all off. `bits` is the number of output bits, `outputs` has each bit with
    /// its signal.
    pub(crate) fn new(
        circuit: &Circuit,
        fanout: &Fanout,
        bits: u32,
        outputs: &[(u32, Signal)],
    ) -> OutputValues {
        let mut values = OutputValues {
            gates: StateValues::new(circuit, fanout),
            outputs: OutputBits::new(bits),
        };
        let on = outputs.iter().filter(|&&(_, signal)| values.gates.is_on(signal));
        on.for_each(|&(bit, _)| values.outputs.toggle(bit));
        values
    }

    /// Whether the values are those of a state.
    #[inline(always)]
    pub(crate) fn are_of(&self, state: &State) -> bool {
        self.gates.state() == state
    }

    /// Returns the number of operands that have changed since the beginning.
    pub(crate) fn work(&self) -> u64 {
        self.gates.work()
    }

    /// Turns on the facts of a state and no others.
    #[inline(always)]
    pub(crate) fn load(&mut self, fanout: &Fanout, state: &State) {
        if !self.are_of(state) {
            self.gates.load(fanout, state);
            self.update(fanout);
        }
    }

    /// Replaces the move of a role.
    #[inline(always)]
    pub(crate) fn set_move(&mut self, role: Role, gate: Gate) {
        self.gates.set_move(role, gate);
    }

    /// Brings gates and outputs up to date with the inputs.
    pub(crate) fn update(&mut self, fanout: &Fanout) {
        let OutputValues { gates, outputs } = self;
        gates.update(fanout, |bit, _| outputs.toggle(bit));
    }

    /// Whether a signal is on.
    #[inline(always)]
    pub(crate) fn is_on(&self, signal: Signal) -> bool {
        self.gates.is_on(signal)
    }

    /// Returns an output bit.
    #[inline(always)]
    pub(crate) fn output(&self, bit: u32) -> bool {
        self.outputs.get(bit)
    }

    /// Returns the words of output bits, from that of a bit on.
    #[inline(always)]
    pub(crate) fn output_words(&self, first: u32) -> &[u32] {
        self.outputs.words_from(first)
    }
}

/// Number of bits in a word of outputs: that of a state, because the first outputs are the next state.
pub(crate) const WORD: u32 = FactBits::WORD as u32;

/// The bits of the outputs, numbered from the lowest bit of the first word.
#[derive(Clone)]
struct OutputBits(Vec<u32>);

impl OutputBits {
    /// Creates this number of bits, which are all off.
    fn new(bits: u32) -> OutputBits {
        OutputBits(vec![0; bits.div_ceil(WORD) as usize])
    }

    #[inline(always)]
    fn get(&self, bit: u32) -> bool {
        self.0[(bit / WORD) as usize] >> (bit % WORD) & 1 == 1
    }

    #[inline(always)]
    fn toggle(&mut self, bit: u32) {
        self.0[(bit / WORD) as usize] ^= 1 << (bit % WORD);
    }

    #[inline(always)]
    fn words_from(&self, bit: u32) -> &[u32] {
        &self.0[(bit / WORD) as usize..]
    }
}
