//! How much a question may take before the machine gives up on it.

use game::StopReason;

/// The limits; reaching one ends the question with a [`StopReason`] that names it.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Steps of inference (rows looked at) per question.
    pub steps: u64,
    /// Memory for answers, in MiB.
    pub memory: usize,
    /// How many operations may wait for each other.
    pub depth: usize,
    /// How many different terms play may produce.
    pub terms: usize,
}

impl Default for Limits {
    /// Far beyond what any game we know needs; a hostile one is stopped in the end.
    fn default() -> Limits {
        Limits { steps: 400_000_000, memory: 1024, depth: 200_000, terms: 20_000_000 }
    }
}

/// Terms may be nested this deep; what builds deeper ones never ends.
pub(crate) const MAX_TERM_DEPTH: u16 = 2000;

/// Terms may have this many words when written out. Equal parts are stored once, so that a small pool can
/// hold a term longer than any memory.
pub(crate) const MAX_TERM_SIZE: u32 = 100_000;

/// Rules in which disjunctions wait for each other may be split into this many cases in all. Few real rules
/// need even one.
pub(crate) const MAX_SPLITS: usize = 1_000;

/// The stack that must be left before something that may go deep, and by how much it grows otherwise.
pub(crate) const STACK_LEFT: usize = 128 << 10;
pub(crate) const STACK_MORE: usize = 4 << 20;

/// Which limit was reached. Smaller than a [`StopReason`], so that the results of the solver's innermost
/// functions fit into registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stop {
    Steps,
    Memory,
    Depth,
    Terms,
    TermDepth,
    TermSize,
    Splits,
    Unstratified,
}

impl Limits {
    pub(crate) fn reason(&self, stop: Stop) -> StopReason {
        match stop {
            Stop::Steps => StopReason::Steps(self.steps),
            Stop::Memory => StopReason::Memory(self.memory),
            Stop::Depth => StopReason::Depth(self.depth),
            Stop::Terms => StopReason::Terms(self.terms),
            Stop::TermDepth => StopReason::TermDepth(MAX_TERM_DEPTH.into()),
            Stop::TermSize => StopReason::TermSize(MAX_TERM_SIZE as usize),
            Stop::Splits => StopReason::Splits(MAX_SPLITS),
            Stop::Unstratified => StopReason::Unstratified,
        }
    }
}
