//! The compiled programs for one way to play a game: a step for each phase, and the programs that its schedule needs.
//!
//! They are immutable and shared by threads; each thread owns a `LaneMemory`.

use crate::batch::GoalTally;
use crate::code::{Code, CodeError};
use crate::kernel::Kernel;
use crate::program::LaneProgram;
use crate::step::layout::StateLayout;
use crate::step::{self, Refill, StepPlan, StepProgram};
use crate::weights::WeightMasks;
use circuit::GameLength;
use game::Role;

/// A step with its code.
pub struct CompiledStep {
    /// The step that the code runs.
    pub step: StepProgram,
    /// The code of its program.
    pub code: Code,
    /// The place of each goal that it finds in [`Programs::goals`].
    pub goal_places: Vec<usize>,
}

/// A way to translate a program: [`Code::new`] or [`Code::with_half`].
type Translate = fn(&LaneProgram, &dyn Kernel) -> Result<Code, CodeError>;

impl CompiledStep {
    fn new(
        step: StepProgram,
        goals: &[(Role, u8)],
        translate: Translate,
        kernel: &dyn Kernel,
    ) -> Result<CompiledStep, CodeError> {
        let place = |goal: &(Role, u8)| goals.partition_point(|other| other < goal);
        let goal_places = step.goals.iter().map(place).collect();
        Ok(CompiledStep { code: translate(&step.program, kernel)?, step, goal_places })
    }

    /// Returns the number of gates of the program.
    pub fn gates(&self) -> usize {
        self.step.program.gates.len()
    }
}

/// A step that is about to be made, with the masks of the moves' weights.
#[derive(Clone, Copy)]
pub struct WeightedStep<'a> {
    /// The step of a phase.
    pub program: &'a CompiledStep,
    /// The masks of the weights; none if all moves are equally likely.
    pub masks: &'a [u64],
    /// The kernel that the program runs on.
    pub kernel: &'static dyn Kernel,
}

/// The time at which goals are found; see [`crate::step`].
pub enum Schedule {
    /// In every step. Lanes that are done begin again by themselves.
    Fused,
    /// Later: lanes that are done rest until then.
    Deferred {
        /// Finds the goals of the lanes that rest.
        goal_search: Box<CompiledStep>,
        /// Number of rounds of all phases after which goals are found.
        patience: u32,
    },
}

/// The programs for all phases of a game.
pub struct Programs {
    /// The step of each phase.
    pub steps: Vec<CompiledStep>,
    /// The time at which goals are found.
    pub schedule: Schedule,
    /// Finds the phase in which lanes begin with states of their own; `None` if all begin with the initial state.
    pub(crate) entry: Option<CompiledStep>,
    /// The next game of lanes whose game is over.
    pub(crate) refill: Refill,
    /// All goals but 0 that the programs find.
    pub(crate) goals: Vec<(Role, u8)>,
    /// Program that adds up the goals of lanes whose games have ended.
    pub(crate) tally: GoalTally,
    /// Least number of further steps for which it pays to move lanes that play once into half words; `None` if it never
    /// does.
    pub(crate) compaction_worth: Option<u64>,
    kernel: &'static dyn Kernel,
    length: GameLength,
}

impl Programs {
    /// Compiles the programs of a plan, with the schedule that needs fewer gates for games of this length.
    pub fn new(
        plan: &StepPlan,
        length: GameLength,
        kernel: &'static dyn Kernel,
    ) -> Result<Programs, CodeError> {
        let (steps, deferral) = cheapest(plan, length);
        let refuses_terminal = deferral.is_none();
        let entry = (plan.refill != Refill::Initial).then(|| step::entry(plan, refuses_terminal));
        let goals = all_goals(steps.iter().chain(deferral.iter().map(|(search, _)| search)));
        let compaction_worth = compaction_worth(plan, &steps).filter(|_| kernel.has_halves());
        let translate: Translate =
            if compaction_worth.is_some() { Code::with_half } else { Code::new };
        let steps = steps.into_iter().map(|it| CompiledStep::new(it, &goals, translate, kernel));
        let steps = steps.collect::<Result<_, CodeError>>()?;
        let compile = |step| CompiledStep::new(step, &goals, Code::new, kernel);
        let schedule = match deferral {
            None => Schedule::Fused,
            Some((step, patience)) => {
                Schedule::Deferred { goal_search: Box::new(compile(step)?), patience }
            }
        };
        Ok(Programs {
            steps,
            schedule,
            entry: entry.map(compile).transpose()?,
            refill: plan.refill,
            tally: GoalTally::new(&goals, plan.circuit.role_count()),
            goals,
            compaction_worth,
            kernel,
            length,
        })
    }

    /// Returns the kernel that the programs run on.
    pub fn kernel(&self) -> &'static dyn Kernel {
        self.kernel
    }

    /// Returns the number of phases.
    pub fn phases(&self) -> usize {
        self.steps.len()
    }

    /// Returns the layout of the states of a phase.
    pub(crate) fn layout(&self, phase: usize) -> &StateLayout {
        &self.steps[phase].step.layout
    }

    /// Returns the step of a phase, with its weights.
    #[inline(always)]
    pub(crate) fn step<'a>(&'a self, phase: usize, masks: &'a WeightMasks) -> WeightedStep<'a> {
        let (program, masks) = (&self.steps[phase], masks.of(phase));
        WeightedStep { program, masks, kernel: self.kernel }
    }

    /// Returns the phase after another.
    pub(crate) fn phase_after(&self, phase: usize) -> usize {
        (phase + 1) % self.steps.len()
    }

    /// Returns the number of rounds after which resting lanes should be handled, if that costs `gates` gates more than
    /// finding their goals, and lanes rest after `games` games.
    pub(crate) fn patience_with(&self, gates: f64, games: u32) -> u32 {
        let goal_gates = match &self.schedule {
            Schedule::Fused => 0,
            Schedule::Deferred { goal_search, .. } => goal_search.gates(),
        };
        let length = self.length.mean * f64::from(games);
        patience(self.gates_of_a_round(), goal_gates as f64 + gates, length, self.phases())
    }

    /// Returns the number of gates of one step of every phase.
    fn gates_of_a_round(&self) -> f64 {
        self.steps.iter().map(|step| step.gates() as f64).sum()
    }

    /// Returns the number of gates that are run for a lane's game from the initial state.
    pub(crate) fn gates_of_a_game(&self) -> f64 {
        self.gates_of_a_round() / self.phases() as f64 * self.length.mean
    }

    /// Returns the standard deviation of the lengths of playouts, measured in games.
    pub(crate) fn spread(&self) -> f64 {
        self.length.spread() / self.length.mean
    }

    /// Returns the number of facts of the game, if lanes begin with states of their own; else 0.
    pub(crate) fn own_facts(&self) -> usize {
        self.entry.as_ref().map_or(0, |entry| entry.step.layout.facts().len())
    }
}

/// Makes the steps of the cheaper schedule, and if it is the deferred one, the search for goals with its patience.
fn cheapest(plan: &StepPlan, length: GameLength) -> (Vec<StepProgram>, Option<(StepProgram, u32)>) {
    let phases = plan.phases.count();
    let fused: Vec<StepProgram> = (0..phases).map(|phase| step::fused(plan, phase)).collect();
    let deferred: Vec<StepProgram> = (0..phases).map(|phase| step::deferred(plan, phase)).collect();
    let goal_search = step::goal_search(plan);
    let (fused_cost, round_cost) = (gates(&fused), gates(&deferred));
    let goal_cost = goal_search.program.gates.len() as f64;
    let patience = patience(round_cost, goal_cost, length.mean, phases);
    let rounds = f64::from(patience);
    // A lane rests for half the patience on average, and a step more until its end is seen.
    let rest = (rounds * phases as f64 + 1.0) / 2.0;
    let deferred_cost = match plan.refill {
        Refill::Never => {
            round_cost * (1.0 + 1.0 / length.mean) + goal_cost * phases as f64 / length.mean
        }
        _ => (round_cost + goal_cost / rounds) * (1.0 + rest / length.mean),
    };
    if fused_cost <= deferred_cost {
        (fused, None)
    } else {
        (deferred, Some((goal_search, patience)))
    }
}

/// Cost of moving a word into a half word, in gates.
const MOVING_COST: f64 = 8.0;
/// Cost of going on with the code for half words, which the processor has to fetch first, in gates for each gate of the
/// program. This and [`MOVING_COST`] were chosen so that lanes are not moved in connect four, where that made no
/// difference.
const FETCHING_COST: f64 = 2.0;

/// Returns the least number of further steps for which it pays to move lanes into half words. Half of the gates of each
/// step are saved, but its random words have to be moved too.
fn compaction_worth(plan: &StepPlan, steps: &[StepProgram]) -> Option<u64> {
    let mean = |count: fn(&LaneProgram) -> f64| {
        steps.iter().map(|step| count(&step.program)).sum::<f64>() / steps.len() as f64
    };
    let words = mean(|program| f64::from(program.inputs));
    let randoms = mean(|program| f64::from(program.randoms));
    let gain = mean(|program| program.gates.len() as f64) / 2.0 - MOVING_COST * randoms;
    let cost = MOVING_COST * words + FETCHING_COST * gates(steps);
    (plan.refill == Refill::Never && gain > 0.0).then_some((cost / gain) as u64)
}

/// Returns all goals of some programs in ascending order.
fn all_goals<'a>(steps: impl Iterator<Item = &'a StepProgram>) -> Vec<(Role, u8)> {
    let mut all: Vec<(Role, u8)> = steps.flat_map(|step| &step.goals).copied().collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Returns the number of gates of all steps.
fn gates(steps: &[StepProgram]) -> f64 {
    steps.iter().map(|step| step.program.gates.len() as f64).sum()
}

/// Returns the number of rounds after which resting lanes are handled: few, so that they do not rest for long, but
/// enough for the gates that it takes. It is best where both cost the same.
fn patience(round: f64, goal_search: f64, mean_length: f64, phases: usize) -> u32 {
    let best = (2.0 * mean_length / phases as f64 * goal_search / round).sqrt();
    best.round().clamp(1.0, 1000.0) as u32
}
