//! Learning what afterstates are worth: Sarsa and Q-learning.

use super::turns::Turn;
use super::{Opponent, Prior, Values};
use game::{Machine, Move, Random, Role, State, StopReason};
use rand::RngExt;

/// What the value of an afterstate is moved to while the game goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// The value of the next afterstate that was chosen.
    Sarsa,
    /// The value of the best next afterstate.
    Best,
}

/// How to learn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// What the value is moved to.
    pub rule: Rule,
    /// By which share of the way.
    pub rate: f64,
    /// How often any move is made, in the place of the best.
    pub exploration: f64,
    /// What states are worth of which nothing is known.
    pub default: f64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { rule: Rule::Sarsa, rate: 0.3, exploration: 0.1, default: 50.0 }
    }
}

/// Adds other states that are worth the same as a state.
pub type Images = Box<dyn FnMut(&dyn Machine, &State, &mut Vec<State>) + Send>;

/// Learns for one role of a game in which one role chooses at a time.
pub struct Learner {
    machine: Box<dyn Machine>,
    role: Role,
    settings: Settings,
    values: Values,
    prior: Box<dyn Prior>,
    images: Images,
    hits: Hits,
}

/// How often something was known about an afterstate that was met for the first time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hits {
    /// Something was.
    pub known: u64,
    /// Out of so many.
    pub met: u64,
}

/// How a match ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// What the learner got.
    pub goal: u8,
    /// How many joint moves were made.
    pub length: usize,
}

/// Matches that are longer end with what the learner would get then.
const MOST_MOVES: usize = 1_000;

impl Learner {
    /// Knows nothing yet.
    pub fn new(machine: Box<dyn Machine>, role: Role, settings: Settings) -> Learner {
        Learner {
            machine,
            role,
            settings,
            values: Values::default(),
            prior: Box::new(super::Nothing),
            images: Box::new(|_, _, _| ()),
            hits: Hits::default(),
        }
    }

    /// With what is thought of afterstates that are met for the first time.
    pub fn with_prior(self, prior: Box<dyn Prior>) -> Learner {
        Learner { prior, ..self }
    }

    /// With states that are worth the same: what is learnt of one is learnt of all.
    pub fn with_images(self, images: Images) -> Learner {
        Learner { images, ..self }
    }

    /// What was learnt.
    pub fn values(&self) -> &Values {
        &self.values
    }

    /// How often the prior knew something.
    pub fn hits(&self) -> Hits {
        self.hits
    }

    /// Plays a match from a state, and learns from it.
    pub fn play(
        &mut self,
        start: &State,
        others: &mut dyn Opponent,
        random: &mut Random,
    ) -> Result<Played, StopReason> {
        let (mut state, mut next) = (start.clone(), State::default());
        let mut turn = Turn::default();
        // The last afterstate, whose value is still to be moved.
        let mut last: Option<State> = None;
        for length in 0.. {
            let is_over = self.machine.terminal(&state)? || length == MOST_MOVES;
            if is_over || !turn.look(&mut *self.machine, &state)? {
                let goal = self.machine.goal(&state, self.role)?.value();
                if let Some(last) = &last {
                    self.learn(last, f64::from(goal));
                }
                return Ok(Played { goal, length });
            }
            match turn.role {
                Some(role) if role == self.role => {
                    let (action, target) = self.choose(&mut turn, &state, random)?;
                    if let Some(last) = &last {
                        self.learn(last, target);
                    }
                    turn.make(&mut *self.machine, &state, Some(action), &mut next)?;
                    last = Some(next.clone());
                }
                Some(role) => {
                    let action =
                        others.choose(&mut *self.machine, &state, role, &turn.legal, random)?;
                    turn.make(&mut *self.machine, &state, Some(action), &mut next)?;
                }
                None => turn.make(&mut *self.machine, &state, None, &mut next)?,
            }
            std::mem::swap(&mut state, &mut next);
        }
        unreachable!("no match goes on for ever")
    }

    /// A move, and what the last afterstate's value is moved to.
    fn choose(
        &mut self,
        turn: &mut Turn,
        state: &State,
        random: &mut Random,
    ) -> Result<(Move, f64), StopReason> {
        let legal = turn.legal.clone();
        let mut after = State::default();
        let mut values = Vec::with_capacity(legal.len());
        for &action in &legal {
            turn.make(&mut *self.machine, state, Some(action), &mut after)?;
            values.push(self.value(state, &after)?);
        }
        let greatest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let best: Vec<usize> = (0..legal.len()).filter(|&it| values[it] == greatest).collect();
        let chosen = match random.random_bool(self.settings.exploration.clamp(0.0, 1.0)) {
            true => random.random_range(0..legal.len()),
            false => best[random.random_range(0..best.len())],
        };
        let target = match self.settings.rule {
            Rule::Sarsa => values[chosen],
            Rule::Best => greatest,
        };
        Ok((legal[chosen], target))
    }

    /// What an afterstate is worth, as far as that is known or thought.
    fn value(&mut self, before: &State, after: &State) -> Result<f64, StopReason> {
        if let Some(value) = self.values.get(after) {
            return Ok(value);
        }
        let thought = self.prior.value(&mut *self.machine, before, after)?;
        self.hits.met += 1;
        self.hits.known += u64::from(thought.is_some());
        let value = thought.unwrap_or(self.settings.default);
        self.values.set(after, value);
        Ok(value)
    }

    fn learn(&mut self, after: &State, target: f64) {
        let mut all = vec![after.clone()];
        (self.images)(&*self.machine, after, &mut all);
        for (place, state) in all.iter().enumerate() {
            // A state may be its own image, and is learnt about once.
            if all[..place].contains(state) {
                continue;
            }
            let value = self.values.get(state).unwrap_or(self.settings.default);
            self.values.set(state, value + self.settings.rate * (target - value));
        }
    }
}
