//! Limits on grounding, and the errors that report which of them was reached.

use crate::values::{MAX_DEPTH, MAX_SIZE};

/// Limits on the time, memory and size of grounding. A game that exceeds them can still be played by the reference
/// machine.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// Largest number of ground rules.
    pub instances: usize,
    /// Largest memory that grounding may use, in MiB.
    pub memory: usize,
    /// Steps of work: rows visited while joining.
    pub steps: u64,
    /// Called regularly; returning `false` ends the work with [`GroundError::Interrupted`].
    pub go_on: &'a dyn Fn() -> bool,
}

impl Default for Limits<'_> {
    /// Returns limits that allow about a minute of work on a small computer, without interruption.
    fn default() -> Self {
        Limits { instances: 20_000_000, memory: 4096, steps: 2_000_000_000, go_on: &|| true }
    }
}

/// Largest number of cases into which the disjunctions of one rule are expanded; beyond it, each disjunction becomes
/// a relation of its own where that is possible.
pub(crate) const MAX_SPLITS: usize = 256;

/// Reason why rules could not be grounded.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GroundError {
    /// More ground rules than [`Limits::instances`].
    #[error("the rules have more than {0} ground instances")]
    Instances(usize),
    /// More memory than [`Limits::memory`].
    #[error("grounding needed more than {0} MiB of memory")]
    Memory(usize),
    /// More work than [`Limits::steps`].
    #[error("grounding took more than {0} steps of inference")]
    Steps(u64),
    /// The caller's [`Limits::go_on`] returned `false`.
    #[error("it took too long")]
    Interrupted,
    /// A term nested too deeply: rules that wrap a function around a function again and again.
    #[error("a term is nested more than {0} levels deep")]
    TermDepth(usize),
    /// A term with too many words: functions of several arguments wrapped around each other.
    #[error("a term has more than {0} words")]
    TermSize(usize),
    /// A rule whose disjunctions have too many cases and cannot be made relations of their own.
    #[error("a rule's disjunctions split into more than {0} cases")]
    Splits(usize),
}

impl GroundError {
    pub(crate) const TERM_DEPTH: GroundError = GroundError::TermDepth(MAX_DEPTH as usize);
    pub(crate) const TERM_SIZE: GroundError = GroundError::TermSize(MAX_SIZE as usize);
    pub(crate) const SPLITS: GroundError = GroundError::Splits(MAX_SPLITS);
}
