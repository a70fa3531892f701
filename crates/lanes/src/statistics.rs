//! Sizes of the programs that a circuit is compiled to, for people who work on the compiler. No games are played here.

use crate::LanesError;
use crate::code::CodeStatistics;
use crate::kernel::Backend;
use crate::programs::{CompiledStep, Programs, Schedule};
use crate::step::{Refill, StepPlan};
use circuit::exclusions::Exclusions;
use circuit::phases::Phases;
use circuit::{Circuit, GameLength};

/// Sizes of the programs for random games from the initial state.
#[derive(Clone, PartialEq, Debug)]
pub struct CircuitStatistics {
    /// The step of each phase.
    pub steps: Vec<ProgramStatistics>,
    /// The search for goals, and the number of rounds of all phases after which it is run; `None` if goals are found in
    /// each step.
    pub goal_search: Option<(ProgramStatistics, u32)>,
}

/// Sizes of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProgramStatistics {
    /// Number of gates before translation.
    pub gates: usize,
    /// Sizes of the translation.
    pub code: CodeStatistics,
}

impl CircuitStatistics {
    /// Compiles a circuit for a backend, without exclusions of facts. The state is the initial one where `initial` says
    /// for each fact whether it is true, and the schedule is the best for games of this length.
    ///
    /// # Errors
    /// If the backend is not available, or code cannot be made.
    pub fn of(
        circuit: &Circuit,
        initial: &[bool],
        phases: &Phases,
        length: GameLength,
        backend: Backend,
    ) -> Result<CircuitStatistics, LanesError> {
        let exclusions = &Exclusions::default();
        let refill = Refill::Initial;
        let plan = StepPlan { circuit, initial, phases, exclusions, refill, weight_bits: 1 };
        let programs = Programs::new(&plan, length, backend.kernel()?)?;
        let goal_search = match &programs.schedule {
            Schedule::Fused => None,
            Schedule::Deferred { goal_search, patience } => Some((sizes(goal_search), *patience)),
        };
        Ok(CircuitStatistics { steps: programs.steps.iter().map(sizes).collect(), goal_search })
    }
}

fn sizes(step: &CompiledStep) -> ProgramStatistics {
    ProgramStatistics { gates: step.gates(), code: step.code.statistics() }
}
