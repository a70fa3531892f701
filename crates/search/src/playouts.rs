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

    /// About how long things take.
    fn costs(&mut self) -> Result<Costs, StopReason>;

    /// The same for another thread, without weights and preferences.
    fn fork(&self) -> Box<dyn Playouts>;
}

/// About how long things take, in microseconds: estimates from the rules, the same on all computers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Costs {
    /// A playout, when there are many.
    pub playout: f64,
    /// To find out with a machine what follows a move and whether the game is over then, when all moves of a state are tried.
    pub look: f64,
}

/// What playouts have come to, for each state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    /// How many playouts came to an end.
    pub finished: Vec<u32>,
    /// The sums of what each role got in those, one role after the other for each state.
    pub goals: Vec<u64>,
}
