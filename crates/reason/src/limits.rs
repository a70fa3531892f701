//! Limits on the work of the machine, and the reasons why the solver stops.
//!
//! The public error of a question is [`StopReason`]; [`Stop`] is its small form inside the crate.

use game::StopReason;

/// Limits on one question; reaching one ends the question with the [`StopReason`] that names it.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Maximum number of steps of inference (rows visited) per question.
    pub steps: u64,
    /// Maximum memory of stored answers, in MiB.
    pub memory: usize,
    /// Maximum number of operations that wait for each other.
    pub depth: usize,
    /// Maximum number of distinct ground terms of a machine and its forks.
    pub terms: usize,
}

impl Default for Limits {
    /// Returns limits far beyond what any known game needs; hostile rules are stopped in the end.
    fn default() -> Limits {
        Limits { steps: 400_000_000, memory: 1024, depth: 200_000, terms: 20_000_000 }
    }
}

/// Maximum depth of terms; rules that build deeper ones never end.
pub(crate) const MAX_TERM_DEPTH: u16 = 2000;

/// Maximum number of words of a term in full. Equal parts are stored once, so a small pool could hold a term
/// longer than any memory.
pub(crate) const MAX_TERM_SIZE: u32 = 100_000;

/// Maximum number of cases into which all disjunctions that wait for each other's variables are split. Few real
/// rules need even one.
pub(crate) const MAX_SPLITS: usize = 1_000;

/// Bytes of stack that must be free before a recursive call; otherwise the stack grows by [`STACK_GROWTH`].
pub(crate) const STACK_RESERVE: usize = 128 << 10;
pub(crate) const STACK_GROWTH: usize = 4 << 20;

/// Reason why the solver stopped. Smaller than a [`StopReason`], so that the results of the solver's innermost
/// functions fit into registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stop {
    Steps,
    Memory,
    Depth,
    Terms,
    TermDepth,
    TermSize,
    Unstratified,
}

impl Limits {
    /// Returns the public reason with the limit that was reached.
    pub(crate) fn reason(&self, stop: Stop) -> StopReason {
        match stop {
            Stop::Steps => StopReason::Steps(self.steps),
            Stop::Memory => StopReason::Memory(self.memory),
            Stop::Depth => StopReason::Depth(self.depth),
            Stop::Terms => StopReason::Terms(self.terms),
            Stop::TermDepth => StopReason::TermDepth(MAX_TERM_DEPTH.into()),
            Stop::TermSize => StopReason::TermSize(MAX_TERM_SIZE as usize),
            Stop::Unstratified => StopReason::Unstratified,
        }
    }
}
