//! The contract that every backend of random games must satisfy, checked against a [`Machine`] of the same game.
//!
//! Counts and goals that follow from the rules are compared exactly, with the machine as the judge; means over random
//! games are compared within [`STANDARD_ERRORS`]. All seeds are fixed, so a check that passes once passes always.
//!
//! Nothing here knows an implementation; lanes and hardware do not appear.

mod batches;
mod choices;
mod comparison;
mod sample;
mod start;

pub use comparison::STANDARD_ERRORS;

use super::{PlayoutError, PlayoutOptions, Playouts};
use crate::{Machine, Role, State, StopReason};
use sample::{Policy, Sample};

/// Numbers and seed of the random games that a check plays.
#[derive(Clone, Copy, Debug)]
pub struct PlayoutSample {
    /// Seed of all random choices.
    pub seed: u64,
    /// Number of games that the machine plays for each mean. The backend plays a few times as many.
    pub games: u32,
    /// Number of moves after which a game is aborted. Where games of the machine are aborted, means are not compared.
    pub max_length: u64,
    /// Number of states of the largest batch. It should be more than the backend plays at once.
    pub states: usize,
}

/// Numbers of states and samples that a successful check compared, and the parts of the contract that it could test in
/// this game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Coverage {
    /// Number of states whose results were compared with the machine's answers.
    pub states: usize,
    /// Number of those that were terminal.
    pub terminal: usize,
    /// Number of samples of the machine with which means were compared.
    pub samples: usize,
    /// Whether the weights that were tried change the means, so that a backend that ignores weights would have failed.
    pub weights_matter: bool,
    /// Whether the preferences that were tried change the means, so that a backend that ignores preferences would have
    /// failed.
    pub preferences_matter: bool,
    /// Whether games are long enough for a check that long games are aborted.
    pub lengths_matter: bool,
}

/// A violation of the contract.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct PlayoutViolation(String);

/// Checks a backend of playouts against a machine of the same game: its results for single states against the machine's
/// answers, and its means against those of random games of the machine. Returns the first violation that is found.
pub fn check(
    playouts: &mut dyn Playouts,
    machine: &mut dyn Machine,
    extent: PlayoutSample,
) -> Result<Coverage, PlayoutViolation> {
    let mut judge = Judge { machine, extent, samples: 0 };
    check_cost(playouts)?;
    let initial = judge.initial()?;
    let from_start = judge.sample(&initial, Policy::Uniform)?;
    start::check(&judge, playouts, &from_start)?;
    let states = batches::states(&mut judge)?;
    let terminal = batches::check(&mut judge, playouts, &states)?;
    let lengths_matter = start::check_short(&judge, playouts, &initial, &from_start)?;
    let open = batches::open_states(&mut judge, &states)?;
    let open = batches::check_means(&mut judge, playouts, open)?;
    let uniform = UniformGames { initial, from_start, open };
    let weights_matter = choices::check_weights(&mut judge, playouts, &uniform)?;
    let preferences_matter =
        choices::check_preferences(&mut judge, playouts, &uniform, &states.played)?;
    let (states, samples) = (states.len(), judge.samples);
    Ok(Coverage { states, terminal, samples, weights_matter, preferences_matter, lengths_matter })
}

/// Games of the machine with equally likely moves, to which other ways to choose are compared.
struct UniformGames {
    initial: State,
    from_start: Sample,
    /// States from which the game goes on, and the games from each of them.
    open: Vec<(State, Sample)>,
}

/// Checks that the estimated time of a playout is positive, and the same when it is asked for again and for a fork.
fn check_cost(playouts: &mut dyn Playouts) -> Result<(), PlayoutViolation> {
    let cost = played("the cost of a playout", playouts.cost())?;
    demand(cost.is_finite() && cost > 0.0, || format!("the cost of a playout is {cost}"))?;
    let again = played("the cost of a playout", playouts.cost())?;
    let forked = played("the cost of a playout of a fork", playouts.fork().cost())?;
    demand(cost == again, || {
        format!("the cost of a playout is {cost}, and {again} when asked again")
    })?;
    demand(cost == forked, || format!("the cost of a playout is {cost}, and {forked} of a fork"))
}

/// The machine, and the games that it plays as a judge.
struct Judge<'a> {
    machine: &'a mut dyn Machine,
    extent: PlayoutSample,
    /// Number of samples so far.
    samples: usize,
}

impl Judge<'_> {
    /// Returns the roles of the game.
    fn roles(&self) -> impl Iterator<Item = Role> + use<> {
        (0..self.machine.roles().len() as u32).map(Role)
    }

    /// Returns the initial state of the machine.
    fn initial(&mut self) -> Result<State, PlayoutViolation> {
        let mut state = State::default();
        answered(self.machine.initial(&mut state))?;
        Ok(state)
    }

    /// Returns options for the backend; each `offset` gives another seed.
    fn options(&self, offset: u64) -> PlayoutOptions {
        PlayoutOptions { seed: self.extent.seed + offset, max_length: self.extent.max_length }
    }

    /// Plays games from a state on the machine, each time with other random numbers.
    fn sample(&mut self, state: &State, policy: Policy) -> Result<Sample, PlayoutViolation> {
        self.samples += 1;
        let mut random = crate::random(self.extent.seed ^ (self.samples as u64) << 32);
        answered(Sample::new(self.machine, state, policy, &self.extent, &mut random))
    }

    /// Returns the goal of each role in a state: the highest value that the rules give, or 0 if they give none.
    fn goals(&mut self, state: &State) -> Result<Vec<u64>, PlayoutViolation> {
        let goals = self.roles().map(|role| self.machine.goal(state, role));
        let goals: Result<Vec<u64>, StopReason> = goals.map(|it| Ok(it?.value().into())).collect();
        answered(goals)
    }
}

/// Turns a question that the machine did not answer into a violation.
fn answered<T>(answer: Result<T, StopReason>) -> Result<T, PlayoutViolation> {
    answer.map_err(|reason| PlayoutViolation(format!("the machine stopped: {reason}")))
}

/// Turns games that the backend did not play into a violation.
fn played<T>(subject: &str, result: Result<T, PlayoutError>) -> Result<T, PlayoutViolation> {
    result.map_err(|error| PlayoutViolation(format!("{subject}: no games are played: {error}")))
}

/// Returns a violation with this message unless the condition holds.
fn demand(holds: bool, message: impl FnOnce() -> String) -> Result<(), PlayoutViolation> {
    if holds { Ok(()) } else { Err(PlayoutViolation(message())) }
}
