//! Playouts of many different states, with the goals of each role as results.
//!
//! States that are played out once each are put into all lanes together, and their results are written together
//! (`once`, `tally`); the last games are played in half words (`width`). Otherwise, a lane is given a state and plays
//! it out several times before it is given the next state that waits (`jobs`). The results of its games are added up in
//! the lanes and read when its playouts are finished (`lane_jobs`). With fused steps, lanes begin again by themselves
//! (`fused`); with deferred ones, they rest until their goals are found (`deferred`).
//!
//! There are four loops of steps, with `start`, because they keep different things: `start` counts games over all lanes
//! and keeps nothing for a single one; `once` keeps the goals of each lane and never begins a game again; `fused` and
//! `deferred` keep jobs, and differ in when lanes can be given the next one, at any step or after a search for goals.
//! The memory and its steps, the layout of states, the jobs and the search for long games are shared.
//!
//! A state belongs to a phase if all facts that are known in the phase have their known values in it. It is proven that
//! play from such a state goes through states of the following phases, whether or not play can reach it; states that
//! belong to no phase are refused, and so are states that break an exclusion of facts.

mod deferred;
mod fused;
mod jobs;
mod lane_jobs;
mod once;
mod tally;
mod width;

use crate::memory::LaneMemory;
use crate::programs::{Programs, Schedule};
use crate::step::Refill;
use crate::weights::WeightMasks;
use game::State;
use game::playouts::Outcomes;
pub use tally::GoalTally;

/// A request to play out some states.
#[derive(Clone, Copy)]
pub struct BatchRequest<'a> {
    /// The states that are played out.
    pub states: &'a [State],
    /// Number of playouts of each state.
    pub times: u32,
    /// Number of moves after which a playout is aborted.
    pub max_length: u64,
    /// Seed of the random moves.
    pub seed: u64,
    /// The weights of the moves.
    pub masks: &'a WeightMasks,
}

/// Plays the states out. Returns the results, and the states that were refused, each as often as it was to be played
/// out.
///
/// # Panics
/// If the programs begin with the initial state alone.
pub fn run(
    programs: &Programs,
    request: &BatchRequest,
    memory: &mut LaneMemory,
) -> (Outcomes, Vec<u32>) {
    let entry = programs.entry.as_ref().expect("the programs begin with states of their own");
    memory.prepare(programs, request.seed);
    if programs.refill == Refill::Never {
        return once::run(programs, entry, request, memory);
    }
    memory.whole.state.fill(Default::default());
    let mut outcomes = Outcomes::new(request.states.len(), programs.tally.roles());
    let refused = match &programs.schedule {
        Schedule::Fused => fused::run(programs, entry, request, memory, &mut outcomes),
        Schedule::Deferred { goal_search, .. } => {
            deferred::run(programs, [entry, goal_search], request, memory, &mut outcomes)
        }
    };
    (outcomes, refused)
}
