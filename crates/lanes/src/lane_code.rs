//! The programs of one game for all lanes: compiled when they are first used, immutable, and shared by threads.

use crate::LanesError;
use crate::kernel::{Backend, Kernel};
use crate::programs::Programs;
use crate::step::{Refill, StepPlan};
use crate::weights::WEIGHT_BITS;
use crate::word::LANES;
use circuit::Model;
use game::Preference;
use std::sync::{Arc, OnceLock};

/// The programs of a game, for every way to play it.
pub struct LaneCode {
    model: Arc<Model>,
    kernel: &'static dyn Kernel,
    max_operands: usize,
    programs: [OnceLock<Result<Programs, LanesError>>; WAYS],
}

/// Number of ways to play: three refills, each with and without weights.
const WAYS: usize = 6;

/// Largest number of operands of a circuit that is compiled. With more of them, a step would take longer than playing
/// one state at a time, and compilation would take minutes.
pub const MAX_OPERANDS: usize = 800_000;

/// Product of the number of operands and the standard deviation of lengths below which waiting for the longest games of
/// a batch costs less than giving other states to lanes whose game is over. Of 14 games, with 4096 states each, eleven
/// were faster with this choice; pacman3p and reversi would have been faster without other states, and breakthrough was
/// equally fast.
const WORTH_REFILLING: f64 = 100_000.0;

impl LaneCode {
    /// Prepares the programs of a game for a backend.
    ///
    /// # Errors
    /// If the processor cannot run the backend, or the circuit of the game has more than [`MAX_OPERANDS`] operands.
    pub fn new(model: Arc<Model>, backend: Backend) -> Result<LaneCode, LanesError> {
        LaneCode::with_limit(model, backend, MAX_OPERANDS)
    }

    /// Prepares the programs of a game for a backend, as [`LaneCode::new`] does with another limit.
    ///
    /// # Errors
    /// If the processor cannot run the backend, or the circuit of the game has more than `max_operands` operands.
    pub fn with_limit(
        model: Arc<Model>,
        backend: Backend,
        max_operands: usize,
    ) -> Result<LaneCode, LanesError> {
        LaneCode::with_kernel(model, backend.kernel()?, max_operands)
    }

    fn with_kernel(
        model: Arc<Model>,
        kernel: &'static dyn Kernel,
        max_operands: usize,
    ) -> Result<LaneCode, LanesError> {
        let operands = model.circuit().operand_count();
        if operands > max_operands {
            return Err(LanesError::TooLarge { operands, limit: max_operands });
        }
        Ok(LaneCode { model, kernel, max_operands, programs: Default::default() })
    }

    /// Returns the programs of the game in which moves that are preferred are the only legal ones, where there are
    /// some; with the same limit.
    pub fn preferring(&self, preferences: &[Preference]) -> Result<LaneCode, LanesError> {
        let model = Arc::new(self.model.preferring(preferences));
        LaneCode::with_kernel(model, self.kernel, self.max_operands)
    }

    /// Returns the compiled game that the programs play.
    pub fn model(&self) -> &Arc<Model> {
        &self.model
    }

    /// Returns the backend that runs the programs.
    pub fn backend(&self) -> Backend {
        self.kernel.backend()
    }

    /// Compiles the programs that uniformly random games from the initial state need, if no thread has done it yet.
    /// Otherwise the first such game does it.
    ///
    /// # Errors
    /// If code cannot be made.
    pub fn compile(&self) -> Result<(), LanesError> {
        self.programs(Refill::Initial, false).map(drop)
    }

    /// Returns the programs for a way to play. Threads that need programs that another one is compiling wait for them.
    pub(crate) fn programs(
        &self,
        refill: Refill,
        is_weighted: bool,
    ) -> Result<&Programs, LanesError> {
        let way = 2 * refill as usize + usize::from(is_weighted);
        let compile = || {
            let plan =
                StepPlan::new(&self.model, refill, if is_weighted { WEIGHT_BITS } else { 1 });
            Ok(Programs::new(&plan, self.model.length(), self.kernel)?)
        };
        self.programs[way].get_or_init(compile).as_ref().map_err(Clone::clone)
    }

    /// Returns the best use of lanes whose game is over when `states` states are played out `times` times each. Played
    /// once, lanes need no other state if there are not more states than lanes, or if waiting for the longest game
    /// costs less than giving states to single lanes.
    pub(crate) fn refill(&self, states: usize, times: u32) -> Refill {
        let waiting = self.model.circuit().operand_count() as f64 * self.model.length().spread();
        if times == 1 && (states <= LANES || waiting < WORTH_REFILLING) {
            Refill::Never
        } else {
            Refill::Own
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Programs are shared by threads, so they must be immutable and free of memory of their own.
    #[test]
    fn code_is_shared_by_threads() {
        fn is_shared<T: Send + Sync>() {}
        is_shared::<LaneCode>();
    }
}
