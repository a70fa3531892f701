//! Random games that the machine plays one after the other, and their means.

use super::PlayoutSample;
use crate::{Machine, Move, Preference, Random, Role, State, StopReason};
use rand::RngExt;

/// A way to choose moves.
#[derive(Clone, Copy)]
pub(super) enum Policy<'a> {
    /// All legal moves are equally likely.
    Uniform,
    /// Legal moves are as likely as their weights say.
    Weighted(&'a dyn Fn(Role, Move) -> f64),
    /// If some legal moves are preferred, one of those with the lowest rank is made; all of them are equally likely.
    Preferring(&'a [Preference]),
}

/// Mean and spread of a number over several games.
#[derive(Clone, Debug)]
pub(super) struct Mean {
    count: u32,
    sum: f64,
    squares: f64,
    /// The least of the numbers.
    pub(super) least: f64,
    /// The greatest of the numbers.
    pub(super) greatest: f64,
}

impl Mean {
    fn new() -> Mean {
        let (least, greatest) = (f64::INFINITY, f64::NEG_INFINITY);
        Mean { count: 0, sum: 0.0, squares: 0.0, least, greatest }
    }

    fn add(&mut self, number: f64) {
        self.count += 1;
        self.sum += number;
        self.squares += number * number;
        self.least = self.least.min(number);
        self.greatest = self.greatest.max(number);
    }

    /// Returns the number of games.
    pub(super) fn count(&self) -> u32 {
        self.count
    }

    /// Returns the mean; not a number if there were no games.
    pub(super) fn mean(&self) -> f64 {
        self.sum / f64::from(self.count)
    }

    /// Returns the standard error of the difference of this mean and one over `others` more games.
    pub(super) fn error(&self, others: u64) -> f64 {
        let count = f64::from(self.count);
        let variance = (self.squares / count - self.mean().powi(2)).max(0.0);
        (variance * (1.0 / count + 1.0 / others as f64)).sqrt()
    }
}

/// Results of games on the machine from one state.
#[derive(Clone, Debug)]
pub(super) struct Sample {
    /// Number of games that came to an end.
    pub(super) finished: u32,
    /// Number of games aborted because a role had no legal move.
    pub(super) stuck: u32,
    /// Number of games aborted because they were too long.
    pub(super) unfinished: u32,
    /// Number of joint moves of all games.
    pub(super) length: Mean,
    /// The goal of each role in games that came to an end.
    pub(super) goals: Vec<Mean>,
}

impl Sample {
    /// Plays games from a state.
    pub(super) fn new(
        machine: &mut dyn Machine,
        state: &State,
        policy: Policy,
        extent: &PlayoutSample,
        random: &mut Random,
    ) -> Result<Sample, StopReason> {
        let goals = vec![Mean::new(); machine.roles().len()];
        let mut sample =
            Sample { finished: 0, stuck: 0, unfinished: 0, length: Mean::new(), goals };
        let mut game = Game { machine, policy, legal: Vec::new(), joint: Vec::new() };
        for _ in 0..extent.games {
            let (end, length) = game.play(state.clone(), extent.max_length, random)?;
            sample.length.add(length as f64);
            match end {
                End::Goals(goals) => {
                    sample.finished += 1;
                    sample.goals.iter_mut().zip(goals).for_each(|(mean, goal)| mean.add(goal));
                }
                End::Stuck => sample.stuck += 1,
                End::TooLong => sample.unfinished += 1,
            }
        }
        Ok(sample)
    }

    /// Returns the number of games played: finished, stuck and too long.
    pub(super) fn games(&self) -> u32 {
        self.finished + self.stuck + self.unfinished
    }
}

/// The end of a game.
enum End {
    /// A terminal state with these goals.
    Goals(Vec<f64>),
    /// A state in which a role has no legal move.
    Stuck,
    /// The game reached the maximum length.
    TooLong,
}

/// Plays games on the machine.
struct Game<'a> {
    machine: &'a mut dyn Machine,
    policy: Policy<'a>,
    legal: Vec<Move>,
    joint: Vec<Move>,
}

impl Game<'_> {
    /// Plays one game. Returns its end and its length.
    fn play(
        &mut self,
        mut state: State,
        max_length: u64,
        random: &mut Random,
    ) -> Result<(End, u64), StopReason> {
        let mut next = State::default();
        for length in 0..=max_length {
            if self.machine.terminal(&state)? {
                return Ok((End::Goals(self.goals(&state)?), length));
            }
            if length == max_length {
                break;
            }
            if !self.choose(&state, random)? {
                return Ok((End::Stuck, length));
            }
            self.machine.next(&state, &self.joint, &mut next)?;
            std::mem::swap(&mut state, &mut next);
        }
        Ok((End::TooLong, max_length))
    }

    fn goals(&mut self, state: &State) -> Result<Vec<f64>, StopReason> {
        let roles = (0..self.machine.roles().len() as u32).map(Role);
        roles.map(|role| Ok(self.machine.goal(state, role)?.value().into())).collect()
    }

    /// Chooses a move for every role. Returns whether every role has one.
    fn choose(&mut self, state: &State, random: &mut Random) -> Result<bool, StopReason> {
        self.joint.clear();
        for role in (0..self.machine.roles().len() as u32).map(Role) {
            self.machine.legal(state, role, &mut self.legal)?;
            if self.legal.is_empty() {
                return Ok(false);
            }
            if let Policy::Preferring(preferences) = self.policy {
                keep_preferred(self.machine, state, role, preferences, &mut self.legal);
            }
            self.joint.push(match self.policy {
                Policy::Weighted(weight) => weighted(role, &self.legal, weight, random),
                _ => self.legal[random.random_range(0..self.legal.len())],
            });
        }
        Ok(true)
    }
}

/// Keeps the preferred moves of the lowest rank, if there are any.
fn keep_preferred(
    machine: &dyn Machine,
    state: &State,
    role: Role,
    preferences: &[Preference],
    legal: &mut Vec<Move>,
) {
    let facts = machine.facts(state);
    let holds = |preference: &&Preference| {
        preference.role == role
            && legal.contains(&preference.action)
            && preference.facts.iter().all(|fact| facts.binary_search(fact).is_ok())
    };
    let mut preferred: Vec<&Preference> = preferences.iter().filter(holds).collect();
    let Some(rank) = preferred.iter().map(|preference| preference.rank).min() else { return };
    preferred.retain(|preference| preference.rank == rank);
    legal.retain(|action| preferred.iter().any(|preference| preference.action == *action));
}

/// Chooses one of several moves as their weights say.
fn weighted(
    role: Role,
    legal: &[Move],
    weight: &dyn Fn(Role, Move) -> f64,
    random: &mut Random,
) -> Move {
    let total: f64 = legal.iter().map(|&action| weight(role, action)).sum();
    let mut number = random.random::<f64>() * total;
    let chosen = legal.iter().copied().find(|&action| {
        number -= weight(role, action);
        number < 0.0
    });
    // Rounding can leave a little after the last move.
    chosen.unwrap_or(legal[legal.len() - 1])
}
