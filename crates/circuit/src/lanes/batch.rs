//! Playing out many different states: states in, what each role gets out.
//!
//! A lane is given a state and plays it out several times; then it takes the next state that waits (`jobs`). What its
//! games come to is added up in the lanes and read when its playouts are finished (`ledger`). Steps that do everything
//! at once let the lanes begin again by themselves (`at_once`); where goals are left for later, lanes rest until they
//! are found (`later`).
//!
//! A state belongs to a phase if everything that is known of the phase holds in it. What is known was proven to go on
//! holding from any such state, whether or not play can reach it; states that belong to no phase are refused. The
//! same is true of facts that exclude each other.

mod at_once;
mod jobs;
mod later;
mod ledger;

use super::playout::Cycle;
use crate::phases::Phases;
use game::State;

/// What the playouts from many states have come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcomes {
    roles: usize,
    finished: Vec<u32>,
    left: Vec<u32>,
    goals: Vec<u64>,
}

impl Outcomes {
    /// Nothing yet, for so many states.
    pub fn new(states: usize, roles: usize) -> Outcomes {
        let (finished, left) = (vec![0; states], vec![0; states]);
        Outcomes { roles, finished, left, goals: vec![0; states * roles] }
    }

    /// How many playouts from a state came to an end.
    pub fn finished(&self, state: usize) -> u32 {
        self.finished[state]
    }

    /// How many playouts from a state were left: because a role had no legal move, or because they were too long.
    pub fn left(&self, state: usize) -> u32 {
        self.left[state]
    }

    /// The sums of what the roles got in the playouts from a state that came to an end.
    pub fn goals(&self, state: usize) -> &[u64] {
        &self.goals[state * self.roles..(state + 1) * self.roles]
    }

    /// Adds a playout that came to an end with these goals, or was left.
    pub fn add(&mut self, state: usize, goals: Option<&[u64]>) {
        let Some(goals) = goals else {
            self.left[state] += 1;
            return;
        };
        self.finished[state] += 1;
        let sums = &mut self.goals[state * self.roles..(state + 1) * self.roles];
        sums.iter_mut().zip(goals).for_each(|(sum, goal)| *sum += goal);
    }
}

/// How the states are to be played out.
pub struct Order<'a> {
    /// The states.
    pub states: &'a [State],
    /// How often each.
    pub times: u32,
    /// When to leave a playout.
    pub max_length: u64,
    /// The seed of the random moves.
    pub seed: u64,
    /// The weights of the moves, for each phase.
    pub masks: &'a [Vec<u64>],
    /// What is known of each phase, and the facts that exclude each other; a state that breaks this is refused.
    pub phases: &'a Phases,
}

/// Plays the states out and adds what comes of them to the outcomes; the states that were refused, each as often as it
/// was to be played out.
pub fn run(cycle: &Cycle, order: &Order, outcomes: &mut Outcomes) -> Vec<u32> {
    match (&cycle.finish, &cycle.over) {
        (Some(finish), _) => later::Batch::run(cycle, finish, order, outcomes),
        (None, Some(over)) => at_once::Batch::run(cycle, over, order, outcomes),
        (None, None) => panic!("these programs begin with the initial state alone"),
    }
}
