//! Many playouts at once: every gate is a word in which each bit belongs to another playout.
//!
//! `step` makes the programs of play from the circuit, specialised for each phase; a `kernel`, the operations of one
//! kind of processor, translates them to `code`; `programs` are all programs of one way to play, and [`LaneCode`] keeps
//! them for all threads. `start` plays from the initial state, `batch` from many different states, both in the `memory`
//! of a thread. [`Lanes`] implements [`Playouts`] with all of these.
//!
//! ```
//! # use {circuit as agon_circuit, game as agon_game, gdl as agon_gdl};
//! use agon_circuit::{Limits, Model};
//! use agon_game::playouts::{PlayoutOptions, Playouts};
//! use agon_lanes::{Backend, Lanes};
//! use std::sync::Arc;
//!
//! let sheet = b"
//!     (role you) (init (dial 1)) (succ 1 2) (succ 2 3)
//!     (legal you wait) (legal you turn)
//!     (<= (next (dial ?y)) (true (dial ?x)) (succ ?x ?y) (does you turn))
//!     (<= (next (dial ?x)) (true (dial ?x)) (does you wait))
//!     (<= terminal (true (dial 3))) (goal you 100)";
//! let rules = agon_gdl::check("dial.kif", sheet).rules.expect("the sheet has no errors");
//! let model = Arc::new(Model::new(&rules, &Limits::default())?);
//! let mut lanes = Lanes::new(model, Backend::best())?;
//! let options = PlayoutOptions { seed: 1, max_length: 1000 };
//! let totals = lanes.play_from_start(options, &mut |totals| totals.finished < 10_000)?;
//! // The dial is turned twice, each time after two moves on average.
//! assert!((3.9..4.1).contains(&totals.mean_length()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The crate never reads rules or files, and never reads a clock.

mod batch;
mod code;
mod compaction;
#[doc(hidden)]
pub mod internals;
mod kernel;
mod lane_code;
mod long_games;
mod memory;
mod program;
mod programs;
mod random;
mod start;
mod statistics;
mod step;
#[cfg(test)]
mod tests;
mod transpose;
mod weights;
mod word;

use batch::BatchRequest;
use circuit::{Action, Model, Simulator};
pub use code::{CodeError, CodeStatistics};
use game::playouts::{Outcomes, PlayoutError, PlayoutOptions, Playouts, Totals};
use game::{Move, Preference, Random, Role, State};
pub use kernel::{Backend, BackendError};
pub use lane_code::{LaneCode, MAX_OPERANDS};
use memory::LaneMemory;
use programs::Programs;
use rand::RngExt;
use start::StartPlayouts;
pub use statistics::{CircuitStatistics, ProgramStatistics};
use std::sync::Arc;
use step::Refill;
use weights::{WeightMasks, Weights};
pub use word::LANES;

/// Plays hundreds of games at once, with memory for one thread. Forks share the programs.
pub struct Lanes {
    code: Arc<LaneCode>,
    weights: Option<Weights>,
    memory: LaneMemory,
    /// Plays the states that the programs refuse.
    simulator: Option<Simulator<Arc<Model>>>,
}

/// The reason why lanes cannot be made for a game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum LanesError {
    /// The processor cannot run the backend.
    #[error(transparent)]
    Backend(#[from] BackendError),
    /// The programs cannot be translated.
    #[error(transparent)]
    Code(#[from] CodeError),
    /// The programs would be too large.
    #[error("the circuit has {operands} operands, and at most {limit} are compiled")]
    TooLarge {
        /// Number of operands of the circuit.
        operands: usize,
        /// Largest number of operands that is compiled.
        limit: usize,
    },
}

impl From<LanesError> for PlayoutError {
    fn from(error: LanesError) -> PlayoutError {
        match error {
            LanesError::TooLarge { operands, limit } => {
                PlayoutError::TooLarge { size: operands, limit }
            }
            error => PlayoutError::Backend(error.to_string()),
        }
    }
}

/// Number of rounds between two calls of the function that decides whether to go on.
const ASK_EVERY: usize = 64;

/// Time of a gate in a playout, its lane's share of a word, in microseconds: from 0.6e-6 (othello) to 1.9e-6 (checkers)
/// in eleven games of the library, with weights, 16 playouts of 64 states and AVX-512.
const GATE_TIME: f64 = 1.0e-6;

impl Lanes {
    /// Returns lanes for a game on a backend. Programs are compiled when they are first used.
    pub fn new(model: Arc<Model>, backend: Backend) -> Result<Lanes, LanesError> {
        Ok(Lanes::from(Arc::new(LaneCode::new(model, backend)?)))
    }

    /// Returns the programs, which forks share.
    pub fn code(&self) -> &Arc<LaneCode> {
        &self.code
    }

    /// Returns the compiled game that is played.
    pub fn model(&self) -> &Arc<Model> {
        self.code.model()
    }

    /// Returns the backend that runs the programs.
    pub fn backend(&self) -> Backend {
        self.code.backend()
    }

    /// Returns the goals of all roles if a state is terminal.
    fn goals_if_terminal(&mut self, state: &State) -> Option<Vec<u64>> {
        let simulator = simulator(&mut self.simulator, self.code.model());
        simulator.load(state);
        simulator.is_terminal().then(|| goals(simulator))
    }
}

impl From<Arc<LaneCode>> for Lanes {
    fn from(code: Arc<LaneCode>) -> Lanes {
        Lanes { code, weights: None, memory: LaneMemory::default(), simulator: None }
    }
}

impl Playouts for Lanes {
    fn play_from_start(
        &mut self,
        options: PlayoutOptions,
        go_on: &mut dyn FnMut(&Totals) -> bool,
    ) -> Result<Totals, PlayoutError> {
        let code = Arc::clone(&self.code);
        let mut totals = Totals::new(code.model().circuit().role_count());
        if let Some(goals) = self.goals_if_terminal(code.model().initial()) {
            while go_on(&totals) {
                totals.finished += LANES as u64;
                for (counts, &goal) in totals.goals.iter_mut().zip(&goals) {
                    counts[goal as usize] += LANES as u64;
                }
            }
            return Ok(totals);
        }
        let programs = code.programs(Refill::Initial, self.weights.is_some())?;
        let masks = WeightMasks::new(self.weights.as_ref(), programs);
        let initial = code.model().initial_facts();
        let mut playouts = StartPlayouts::new(programs, initial, &masks, &mut self.memory, options);
        while go_on(&totals) {
            for _ in 0..ASK_EVERY {
                playouts.play_round(&mut totals);
            }
        }
        playouts.drain(&mut totals);
        Ok(totals)
    }

    fn play_out(
        &mut self,
        states: &[State],
        times: u32,
        options: PlayoutOptions,
    ) -> Result<Outcomes, PlayoutError> {
        let refill = self.code.refill(states.len(), times);
        let programs = self.code.programs(refill, self.weights.is_some())?;
        let masks = &WeightMasks::new(self.weights.as_ref(), programs);
        let PlayoutOptions { seed, max_length } = options;
        let request = BatchRequest { states, times, max_length, seed, masks };
        let (mut outcomes, refused) = batch::run(programs, &request, &mut self.memory);
        if !refused.is_empty() {
            let mut random = game::random(seed);
            let simulator = simulator(&mut self.simulator, self.code.model());
            for index in refused.into_iter().map(|index| index as usize) {
                simulator.load(&states[index]);
                let goals = play_one(simulator, self.weights.as_ref(), max_length, &mut random);
                outcomes.add(index, goals.as_deref());
            }
        }
        Ok(outcomes)
    }

    fn set_weights(&mut self, weight: Option<&dyn Fn(Role, Move) -> f64>) {
        self.weights = weight.map(|weight| Weights::new(self.code.model(), weight));
    }

    fn preferring(&self, preferences: &[Preference]) -> Result<Box<dyn Playouts>, PlayoutError> {
        Ok(Box::new(Lanes::from(Arc::new(self.code.preferring(preferences)?))))
    }

    fn cost(&mut self) -> Result<f64, PlayoutError> {
        let programs: &Programs = self.code.programs(Refill::Own, self.weights.is_some())?;
        Ok(GATE_TIME * programs.gates_of_a_game())
    }

    fn fork(&self) -> Box<dyn Playouts> {
        let weights = self.weights.clone();
        Box::new(Lanes { weights, ..Lanes::from(Arc::clone(&self.code)) })
    }
}

/// Returns the simulator of a game, made when it is first needed.
fn simulator<'s>(
    simulator: &'s mut Option<Simulator<Arc<Model>>>,
    model: &Arc<Model>,
) -> &'s mut Simulator<Arc<Model>> {
    simulator.get_or_insert_with(|| Simulator::new(Arc::clone(model)))
}

/// Returns the goals of all roles in the simulator's state.
fn goals(simulator: &Simulator<Arc<Model>>) -> Vec<u64> {
    let roles = simulator.model().names().roles();
    roles.map(|role| simulator.goal(role).into()).collect()
}

/// Plays out the simulator's state. Returns the goals of all roles; `None` if the playout takes too long or a role has
/// no legal move.
fn play_one(
    simulator: &mut Simulator<Arc<Model>>,
    weights: Option<&Weights>,
    max_length: u64,
    random: &mut Random,
) -> Option<Vec<u64>> {
    let roles = simulator.model().names().roles();
    let (mut legal, mut joint) = (Vec::new(), Vec::new());
    for _ in 0..max_length {
        if simulator.is_terminal() {
            return Some(goals(simulator));
        }
        joint.clear();
        for role in roles.clone() {
            simulator.legal(role, &mut legal);
            joint.push(weighted_choice(&legal, weights, random)?);
        }
        simulator.advance(&joint);
    }
    None
}

/// Chooses one of the legal actions; `None` if there are none.
fn weighted_choice(
    legal: &[Action],
    weights: Option<&Weights>,
    random: &mut Random,
) -> Option<Action> {
    let weight = |action: Action| weights.map_or(1, |weights| weights.of(action));
    let total: u32 = legal.iter().map(|&action| weight(action)).sum();
    if total == 0 {
        return None;
    }
    let mut number = random.random_range(0..total);
    legal.iter().copied().find(|&action| {
        let here = weight(action);
        let found = number < here;
        number = number.wrapping_sub(here);
        found
    })
}
