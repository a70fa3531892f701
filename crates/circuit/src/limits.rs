//! How much grounding and building may take before the game is left to the reference machine.

use game::StopReason;

/// The limits; reaching one ends the work with a [`StopReason`] that names it.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// How many ground rules there may be.
    pub instances: usize,
    /// Memory, in MiB.
    pub memory: usize,
    /// Steps of work: rows looked at while joining.
    pub steps: u64,
    /// How many gates a circuit may have.
    pub gates: usize,
    /// Asked now and then; the work ends when it says no.
    pub go_on: &'a dyn Fn() -> bool,
}

impl Default for Limits<'_> {
    /// What a game may take in a minute on a small machine.
    fn default() -> Self {
        Limits {
            instances: 20_000_000,
            memory: 4096,
            steps: 2_000_000_000,
            gates: 10_000_000,
            go_on: &|| true,
        }
    }
}

/// Which limit was reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// See [`Limits::instances`].
    Instances,
    /// See [`Limits::memory`].
    Memory,
    /// See [`Limits::steps`].
    Steps,
    /// See [`Limits::gates`].
    Gates,
    /// See [`Limits::go_on`].
    Interrupted,
    /// A term grew too deep.
    TermDepth,
    /// A term grew too long.
    TermSize,
    /// A rule's disjunctions have too many cases.
    Splits,
    /// Something depends on its own failure.
    Unstratified,
}

/// A rule's disjunctions may have this many cases; beyond, each disjunction becomes a relation of its own
/// where that is possible.
pub(crate) const MAX_SPLITS: usize = 256;

impl Limits<'_> {
    /// The reason to give for a limit that was reached.
    pub fn reason(&self, stop: Stop) -> StopReason {
        match stop {
            Stop::Instances => StopReason::Instances(self.instances),
            Stop::Memory => StopReason::Memory(self.memory),
            Stop::Steps => StopReason::Steps(self.steps),
            Stop::Gates => StopReason::Gates(self.gates),
            Stop::Interrupted => StopReason::Interrupted,
            Stop::TermDepth => StopReason::TermDepth(crate::ground::values::MAX_DEPTH.into()),
            Stop::TermSize => StopReason::TermSize(crate::ground::values::MAX_SIZE as usize),
            Stop::Splits => StopReason::Splits(MAX_SPLITS),
            Stop::Unstratified => StopReason::Unstratified,
        }
    }
}
