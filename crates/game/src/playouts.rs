//! Many random games at once: the contract of every backend that plays games by the hundred, and the results.
//!
//! [`contract::check`] tests an implementation against a [`Machine`](crate::Machine) of the same game. The algorithm
//! and the hardware that play the games do not appear here.

pub mod contract;

use crate::{Move, Preference, Role, State};

/// Limits and seed of random games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayoutOptions {
    /// Seed of the random moves.
    pub seed: u64,
    /// Number of moves after which a game may be aborted. Backends look for such games only now and then: a game is
    /// aborted after at most twice as many moves, and a few more where several steps make a round.
    pub max_length: u64,
}

/// Plays many random games of one game at once. In every state every role makes a random legal move; all legal moves
/// are equally likely, unless weights are set.
///
/// States are those of the [`Machine`](crate::Machine) of the same game, and any set of its facts may be played out.
/// For the same arguments the same games are played, by an object and by its forks.
pub trait Playouts: Send {
    /// Plays games from the initial state until `go_on`, which is called now and then, returns `false`. Games that have
    /// begun by then are played to their end, so that short games are not preferred.
    fn play_from_start(
        &mut self,
        options: PlayoutOptions,
        go_on: &mut dyn FnMut(&Totals) -> bool,
    ) -> Result<Totals, PlayoutError>;

    /// Plays every state out, `times` times each.
    fn play_out(
        &mut self,
        states: &[State],
        times: u32,
        options: PlayoutOptions,
    ) -> Result<Outcomes, PlayoutError>;

    /// Makes the moves of the roles as likely as these positive weights say, in comparison with other legal moves, from
    /// now on. Backends may round weights. `None` makes all legal moves equally likely.
    fn set_weights(&mut self, weight: Option<&dyn Fn(Role, Move) -> f64>);

    /// Returns playouts of the game in which preferred moves are the only legal ones, in states that have some; all
    /// weights are equal. Preferences that this object has already remain: the new ones choose among the moves that
    /// they leave.
    fn preferring(&self, preferences: &[Preference]) -> Result<Box<dyn Playouts>, PlayoutError>;

    /// Returns the estimated time of one of many playouts with the present weights, in microseconds. It depends on the
    /// game alone, not on the computer, so that decisions that are based on it can be repeated.
    fn cost(&mut self) -> Result<f64, PlayoutError>;

    /// Returns another object for another thread, with the same preferences and weights. Compiled code is shared.
    fn fork(&self) -> Box<dyn Playouts>;
}

/// The reason why random games cannot be played.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlayoutError {
    /// The game is too large for the backend.
    #[error("the game is too large: its size is {size}, and at most {limit} is allowed")]
    TooLarge {
        /// Size of the game, in the unit of the backend.
        size: usize,
        /// Largest size that the backend accepts.
        limit: usize,
    },
    /// The backend cannot play the game, for this reason.
    #[error("{0}")]
    Backend(String),
    /// No backend was prepared for random games of this game.
    #[error("the game was not compiled for random games")]
    Missing,
}

/// Results of random games from the initial state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Totals {
    /// Number of games that came to an end.
    pub finished: u64,
    /// Number of games aborted because a role had no legal move in a state that is not terminal.
    pub stuck: u64,
    /// Number of games aborted because they were too long.
    pub unfinished: u64,
    /// Number of joint moves of all these games.
    pub moves: u64,
    /// For each role, the number of finished games that gave it each value; the index is the value. The number of games
    /// with the value 0 may be missing.
    pub goals: Vec<[u64; 101]>,
}

impl Totals {
    /// Creates the results of no games.
    pub fn new(roles: usize) -> Totals {
        Totals { finished: 0, stuck: 0, unfinished: 0, moves: 0, goals: vec![[0; 101]; roles] }
    }

    /// Returns the number of all games.
    pub fn games(&self) -> u64 {
        self.finished + self.stuck + self.unfinished
    }

    /// Returns the mean goal of a role in finished games.
    pub fn mean_goal(&self, role: Role) -> f64 {
        let counts = &self.goals[role.0 as usize];
        let sum: u64 = (0..).zip(counts).map(|(value, &count)| value * count).sum();
        sum as f64 / self.finished as f64
    }

    /// Returns the number of joint moves of all games, divided by the number of finished games.
    pub fn mean_length(&self) -> f64 {
        self.moves as f64 / self.finished as f64
    }
}

/// Results of the playouts of several states.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Outcomes {
    /// Number of roles of the game.
    pub roles: usize,
    /// Numbers of playouts of each state, finished and aborted.
    pub counts: Vec<Counts>,
    /// Sums of the goals of the playouts that came to an end: for each state, a sum for each role.
    pub goals: Vec<u64>,
}

/// Numbers of playouts of a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Number of playouts that came to an end.
    pub finished: u32,
    /// Number of playouts aborted because a role had no legal move, or because they were too long.
    pub aborted: u32,
}

impl Outcomes {
    /// Creates results without states, with memory for this number of states.
    pub fn with_capacity(states: usize, roles: usize) -> Outcomes {
        let (counts, goals) = (Vec::with_capacity(states), Vec::with_capacity(states * roles));
        Outcomes { roles, counts, goals }
    }

    /// Creates the results of this number of states, none of which has been played out yet.
    pub fn new(states: usize, roles: usize) -> Outcomes {
        Outcomes { roles, counts: vec![Counts::default(); states], goals: vec![0; states * roles] }
    }

    /// Returns the number of states.
    pub fn len(&self) -> usize {
        self.counts.len()
    }

    /// Whether there are no states.
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// Returns the number of playouts of a state that came to an end.
    pub fn finished(&self, state: usize) -> u32 {
        self.counts[state].finished
    }

    /// Returns the number of playouts of a state that were aborted.
    pub fn aborted(&self, state: usize) -> u32 {
        self.counts[state].aborted
    }

    /// Returns the sum of the goals of each role in the playouts of a state that came to an end.
    pub fn goals(&self, state: usize) -> &[u64] {
        &self.goals[state * self.roles..(state + 1) * self.roles]
    }

    /// Returns the mean goal of a role in the playouts of a state that came to an end; 0 if none did.
    pub fn mean_goal(&self, state: usize, role: Role) -> f64 {
        self.goals(state)[role.0 as usize] as f64 / f64::from(self.finished(state).max(1))
    }

    /// Adds a playout that came to an end with these goals, or was aborted.
    pub fn add(&mut self, state: usize, goals: Option<&[u64]>) {
        let Some(goals) = goals else {
            self.counts[state].aborted += 1;
            return;
        };
        self.counts[state].finished += 1;
        let sums = &mut self.goals[state * self.roles..(state + 1) * self.roles];
        sums.iter_mut().zip(goals).for_each(|(sum, goal)| *sum += goal);
    }
}
