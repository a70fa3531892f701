//! Playing out many different states: states in, what each role gets out.
//!
//! States that are played out once each are put into all lanes together, and what comes of them is written down
//! together (`once`, `tally`), the last games in fewer lanes (`tail`). Otherwise a lane is given a state and plays it out several times; then it takes the next
//! state that waits (`jobs`). What its games come to is added up in the lanes and read when its playouts are finished
//! (`ledger`). Steps that do everything at once let the lanes begin again by themselves (`at_once`); where goals are left
//! for later, lanes rest until they are found (`later`).
//!
//! A state belongs to a phase if everything that is known of the phase holds in it. What is known was proven to go on
//! holding from any such state, whether or not play can reach it; states that belong to no phase are refused. The
//! same is true of facts that exclude each other.

mod at_once;
mod jobs;
mod later;
mod ledger;
mod once;
mod tail;
mod tally;

use super::board::Board;
use super::playout::Cycle;
use super::step::Refill;
use game::State;
pub use tally::Tally;

/// What the playouts from many states have come to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcomes {
    roles: usize,
    counts: Vec<Counts>,
    goals: Vec<u64>,
}

/// How many playouts from a state came to an end, and how many did not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Counts {
    finished: u32,
    left: u32,
}

impl Outcomes {
    /// For no state, with room for so many.
    fn with_room(states: usize, roles: usize) -> Outcomes {
        let (counts, goals) = (Vec::with_capacity(states), Vec::with_capacity(states * roles));
        Outcomes { roles, counts, goals }
    }

    /// Nothing yet, for so many states.
    fn new(states: usize, roles: usize) -> Outcomes {
        let counts = vec![Counts { finished: 0, left: 0 }; states];
        Outcomes { roles, counts, goals: vec![0; states * roles] }
    }

    /// How many playouts from a state came to an end.
    pub fn finished(&self, state: usize) -> u32 {
        self.counts[state].finished
    }

    /// How many playouts from a state were left: because a role had no legal move, or because they were too long.
    pub fn left(&self, state: usize) -> u32 {
        self.counts[state].left
    }

    /// The sums of what the roles got in the playouts from a state that came to an end.
    pub fn goals(&self, state: usize) -> &[u64] {
        &self.goals[state * self.roles..(state + 1) * self.roles]
    }

    /// Adds a playout that came to an end with these goals, or was left.
    pub fn add(&mut self, state: usize, goals: Option<&[u64]>) {
        let Some(goals) = goals else {
            self.counts[state].left += 1;
            return;
        };
        self.counts[state].finished += 1;
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
}

/// Plays the states out: what comes of them, and the states that were refused, each as often as it was to be played out.
pub fn run(cycle: &Cycle, order: &Order, board: &mut Board) -> (Outcomes, Vec<u32>) {
    let Some(enter) = &cycle.enter else {
        panic!("these programs begin with the initial state alone");
    };
    if cycle.refill == Refill::Never {
        return once::run(cycle, enter, order, board);
    }
    let mut outcomes = Outcomes::new(order.states.len(), cycle.tally.roles);
    let refused = match &cycle.finish {
        Some(finish) => later::Batch::run(cycle, [enter, finish], order, board, &mut outcomes),
        None => at_once::Batch::run(cycle, enter, order, board, &mut outcomes),
    };
    (outcomes, refused)
}
