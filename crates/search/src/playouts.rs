//! Many random games at once, from many states.

use game::{Move, Preference, Role, State, StopReason};

/// Plays states out at random, many at a time.
pub trait Playouts: Send {
    /// Plays every state out so many times; all legal moves are as likely as the weights say, or equally.
    fn play_out(&mut self, states: &[State], times: u32, seed: u64) -> Result<Sums, StopReason>;

    /// Says how likely the roles' moves are from now on, in comparison with others.
    fn weigh(&mut self, weight: &dyn Fn(Role, Move) -> f64);

    /// Makes moves from now on that are preferred, where there are some; or stays as it is, because that is too much.
    fn prefer(&mut self, preferences: &[Preference]) -> Result<(), StopReason>;

    /// About how long a playout takes, in microseconds, when there are many: an estimate from the rules, the same on all
    /// computers.
    fn cost(&mut self) -> Result<f64, StopReason>;

    /// The same for another thread, without weights and preferences.
    fn fork(&self) -> Box<dyn Playouts>;
}

/// What playouts have come to, for each state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    /// How many playouts came to an end.
    pub finished: Vec<u32>,
    /// The sums of what each role got in those, one role after the other for each state.
    pub goals: Vec<u64>,
}
