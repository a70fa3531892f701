//! Playouts of given states: states of random play, and partial ones, from which a fact was removed.
//!
//! Terminal states and states in which a role has no legal move are compared exactly, means of a few others with the
//! machine.

use super::comparison::{Observed, compare};
use super::sample::{Policy, Sample};
use super::{Judge, PlayoutViolation, answered, demand, played};
use crate::playout::random_step;
use crate::playouts::{Outcomes, PlayoutOptions, Playouts};
use crate::{Random, State};
use rand::RngExt;

/// Number of random games from which states are taken.
const GAMES: usize = 6;

/// Number of states taken from each game, at least; the last state of the game is always among them.
const STATES_OF_A_GAME: usize = 10;

/// Numbers of playouts of each state.
const TIMES: [u32; 3] = [1, 3, 40];

/// Number of playouts by the backend for each playout by the machine from the same state.
const PLAYOUTS_FACTOR: u32 = 2;

/// States to play out.
pub(super) struct States {
    /// States of random play.
    pub(super) played: Vec<State>,
    /// The same states, each without one of its facts.
    pub(super) partial: Vec<State>,
}

impl States {
    /// Returns the number of states in the batch.
    pub(super) fn len(&self) -> usize {
        self.played.len() + self.partial.len()
    }

    fn all(&self) -> Vec<State> {
        self.played.iter().chain(&self.partial).cloned().collect()
    }
}

/// Takes states from random games.
pub(super) fn states(judge: &mut Judge) -> Result<States, PlayoutViolation> {
    let mut states = States { played: Vec::new(), partial: Vec::new() };
    let mut random = crate::random(judge.extent.seed);
    for _ in 0..GAMES {
        let game = random_game(judge, &mut random)?;
        let step = (game.len() / STATES_OF_A_GAME).max(1);
        // States are taken from the end, so that the last state is among them.
        for state in game.into_iter().rev().step_by(step) {
            let mut facts = judge.machine.facts(&state);
            if !facts.is_empty() {
                facts.remove(random.random_range(0..facts.len()));
                states.partial.push(judge.machine.state(&facts));
            }
            states.played.push(state);
        }
    }
    Ok(states)
}

/// Returns the states of a random game.
fn random_game(judge: &mut Judge, random: &mut Random) -> Result<Vec<State>, PlayoutViolation> {
    let mut game = vec![judge.initial()?];
    for _ in 0..judge.extent.max_length {
        let Some(next) = answered(random_step(judge.machine, &game[game.len() - 1], random))?
        else {
            break;
        };
        game.push(next);
    }
    Ok(game)
}

/// The results of a state as far as the rules determine them.
#[derive(Clone)]
enum Expected {
    /// The state is terminal: every playout ends at once with these goals.
    Terminal(Vec<u64>),
    /// A role has no legal move: every playout is aborted at once.
    Stuck,
    /// Playouts are random and can end in any way.
    Open,
}

fn expected(judge: &mut Judge, state: &State) -> Result<Expected, PlayoutViolation> {
    if answered(judge.machine.terminal(state))? {
        return Ok(Expected::Terminal(judge.goals(state)?));
    }
    let mut legal = Vec::new();
    for role in judge.roles() {
        answered(judge.machine.legal(state, role, &mut legal))?;
        if legal.is_empty() {
            return Ok(Expected::Stuck);
        }
    }
    Ok(Expected::Open)
}

/// Checks batches of all sizes. Returns the number of terminal states.
pub(super) fn check(
    judge: &mut Judge,
    playouts: &mut dyn Playouts,
    states: &States,
) -> Result<usize, PlayoutViolation> {
    let states = states.all();
    let kinds: Result<Vec<Expected>, _> = states.iter().map(|it| expected(judge, it)).collect();
    let batch = ContractBatch { states, expected: kinds?, roles: judge.roles().count() };
    for times in TIMES {
        batch.check(playouts, times, judge.options(u64::from(times)))?;
    }
    batch.check_repetition(playouts, judge.options(4))?;
    batch.check(playouts, 0, judge.options(5))?;
    batch.with_length(0).check(playouts, 3, judge.options(6))?;
    batch.with_length(1).check(playouts, 1, judge.options(7))?;
    let many = batch.with_length(judge.extent.states);
    for times in [1, 3] {
        many.check(playouts, times, judge.options(7 + u64::from(times)))?;
    }
    let is_terminal = |expected: &&Expected| matches!(expected, Expected::Terminal(_));
    Ok(batch.expected.iter().filter(is_terminal).count())
}

/// States, each with the results that the rules determine.
struct ContractBatch {
    states: Vec<State>,
    expected: Vec<Expected>,
    roles: usize,
}

impl ContractBatch {
    /// Returns a batch of this many states, repeated if there are fewer.
    fn with_length(&self, length: usize) -> ContractBatch {
        ContractBatch {
            states: self.states.iter().cycle().take(length).cloned().collect(),
            expected: self.expected.iter().cycle().take(length).cloned().collect(),
            roles: self.roles,
        }
    }

    /// Plays the states out and checks the results.
    fn check(
        &self,
        playouts: &mut dyn Playouts,
        times: u32,
        options: PlayoutOptions,
    ) -> Result<(), PlayoutViolation> {
        let count = self.states.len();
        let subject = format!("{count} states, played out {times} times (seed {})", options.seed);
        let outcomes = played(&subject, playouts.play_out(&self.states, times, options))?;
        let sizes = [outcomes.roles, outcomes.counts.len(), outcomes.goals.len()];
        demand(sizes == [self.roles, count, count * self.roles], || {
            format!("{subject}: the results are of {sizes:?} roles, states and goals")
        })?;
        for (index, expected) in self.expected.iter().enumerate() {
            let subject = || format!("{subject}: state {index}");
            check_outcome(&outcomes, index, times, expected, subject)?;
        }
        Ok(())
    }

    /// Checks that the same arguments give the same results, from the object and from a fork, also after other
    /// playouts.
    fn check_repetition(
        &self,
        playouts: &mut dyn Playouts,
        options: PlayoutOptions,
    ) -> Result<(), PlayoutViolation> {
        for times in TIMES {
            let subject = format!(
                "{} states, played out {times} times (seed {})",
                self.states.len(),
                options.seed
            );
            let play = |playouts: &mut dyn Playouts, seed: u64| {
                let options = PlayoutOptions { seed, ..options };
                played(&subject, playouts.play_out(&self.states, times, options))
            };
            let first = play(playouts, options.seed)?;
            play(playouts, options.seed + 1)?;
            let again = play(playouts, options.seed)?;
            demand(first == again, || format!("{subject}: the results differ the next time"))?;
            let forked = play(&mut *playouts.fork(), options.seed)?;
            demand(first == forked, || format!("{subject}: the results of a fork differ"))?;
        }
        Ok(())
    }
}

/// Checks the results of one state.
fn check_outcome(
    outcomes: &Outcomes,
    index: usize,
    times: u32,
    expected: &Expected,
    subject: impl Fn() -> String,
) -> Result<(), PlayoutViolation> {
    let (finished, aborted) = (outcomes.finished(index), outcomes.aborted(index));
    let goals = outcomes.goals(index);
    demand(finished + aborted == times, || {
        format!("{}: {finished} playouts end and {aborted} are aborted", subject())
    })?;
    match expected {
        Expected::Terminal(values) => {
            let sums: Vec<u64> = values.iter().map(|value| value * u64::from(times)).collect();
            demand(aborted == 0 && goals == sums, || {
                let subject = subject();
                format!(
                    "{subject} is terminal: the goals are {goals:?} instead of {sums:?}, {aborted} playouts are aborted"
                )
            })
        }
        Expected::Stuck => demand(finished == 0 && goals.iter().all(|&sum| sum == 0), || {
            let subject = subject();
            format!(
                "{subject}: a role has no legal move, but {finished} playouts end, with the goals {goals:?}"
            )
        }),
        Expected::Open => {
            let most = 100 * u64::from(finished);
            demand(goals.iter().all(|&sum| sum <= most), || {
                format!("{}: {finished} playouts end with the goals {goals:?}", subject())
            })
        }
    }
}

/// Returns a few states from which the game goes on: early, late and partial ones.
pub(super) fn open_states(
    judge: &mut Judge,
    states: &States,
) -> Result<Vec<State>, PlayoutViolation> {
    let mut open = Vec::new();
    for (states, count) in [(&states.played, 3), (&states.partial, 2)] {
        let mut candidates = Vec::new();
        for state in states {
            if matches!(expected(judge, state)?, Expected::Open) {
                candidates.push(state);
            }
        }
        let step = candidates.len().div_ceil(count).max(1);
        open.extend(candidates.into_iter().step_by(step).cloned());
    }
    Ok(open)
}

/// Compares the means of playouts of some states with those of the machine. Returns these states and the machine's
/// games.
pub(super) fn check_means(
    judge: &mut Judge,
    playouts: &mut dyn Playouts,
    states: Vec<State>,
) -> Result<Vec<(State, Sample)>, PlayoutViolation> {
    let mut samples = Vec::new();
    for (index, state) in states.into_iter().enumerate() {
        let sample = judge.sample(&state, Policy::Uniform)?;
        compare_playouts(judge, playouts, &format!("open state {index}"), &state, &sample)?;
        samples.push((state, sample));
    }
    Ok(samples)
}

/// Plays a state out many times, and many copies of it once, and compares the means with those of the machine.
pub(super) fn compare_playouts(
    judge: &Judge,
    playouts: &mut dyn Playouts,
    subject: &str,
    state: &State,
    sample: &Sample,
) -> Result<(), PlayoutViolation> {
    let many = PLAYOUTS_FACTOR * judge.extent.games;
    for (copies, times) in [(1, many), (many, 1)] {
        let options = judge.options(11);
        let seed = options.seed;
        let subject = format!("{subject}, {copies} copies played out {times} times (seed {seed})");
        let copies = vec![state.clone(); copies as usize];
        let outcomes = played(&subject, playouts.play_out(&copies, times, options))?;
        compare(&subject, sample, &Observed::of_outcomes(&outcomes))?;
    }
    Ok(())
}
