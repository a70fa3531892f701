//! The learner of a table of values: Sarsa and Q-learning on afterstates.
//!
//! Follows `kuhl`, section 6.3.1 (Sarsa, learning rate 0.3), and `transfer`, section 1 (Q-learning). The document gives
//! no exploration rate. Contains no other agents (`agents`).

use super::turn::Turn;
use super::{Agent, Prior, Values};
use game::match_loop::Position;
use game::{Machine, Move, Role, State, StopReason};
use rand::RngExt;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The target towards which the value of an afterstate moves while the match goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum UpdateRule {
    /// The value of the next afterstate of the learner's own moves.
    Sarsa,
    /// The value of the best next afterstate.
    QLearning,
}

impl fmt::Display for UpdateRule {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            UpdateRule::Sarsa => "Sarsa",
            UpdateRule::QLearning => "Q-learning",
        })
    }
}

/// Settings of a learner of values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ValueSettings {
    /// The target of updates.
    pub update: UpdateRule,
    /// Share of the difference to the target by which a value moves, from 0 to 1.
    pub learning_rate: f64,
    /// Probability of a random move in place of the best one, from 0 to 1.
    pub exploration: f64,
    /// Value of states about which nothing is known.
    pub default_value: f64,
}

impl Default for ValueSettings {
    fn default() -> ValueSettings {
        ValueSettings {
            update: UpdateRule::Sarsa,
            learning_rate: 0.3,
            exploration: 0.1,
            default_value: 50.0,
        }
    }
}

/// Appends the states that are worth the same as a state, by a symmetry of the game.
pub type SymmetricStates = Box<dyn FnMut(&dyn Machine, &State, &mut Vec<State>) + Send>;

/// Learns a table of values by taking part in matches, always in the same role of a game in which one role chooses at a
/// time.
pub struct ValueLearner {
    settings: ValueSettings,
    values: Values,
    prior: Box<dyn Prior>,
    symmetric_states: SymmetricStates,
    prior_hits: PriorHits,
    /// The afterstate of its last move and the states symmetric to it, whose values are updated next.
    last: Vec<State>,
}

/// Use of the prior for new afterstates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PriorHits {
    /// Number of new afterstates with a value of the prior.
    pub known: u64,
    /// Number of all new afterstates.
    pub new_states: u64,
}

impl ValueLearner {
    /// Creates a learner with an empty table and without a prior.
    pub fn new(settings: ValueSettings) -> ValueLearner {
        ValueLearner {
            settings,
            values: Values::default(),
            prior: Box::new(super::NoPrior),
            symmetric_states: Box::new(|_, _, _| ()),
            prior_hits: PriorHits::default(),
            last: Vec::new(),
        }
    }

    /// Sets the prior that gives first values.
    pub fn with_prior(self, prior: Box<dyn Prior>) -> ValueLearner {
        ValueLearner { prior, ..self }
    }

    /// Sets the function that lists symmetric states: all of them are updated together.
    pub fn with_symmetric_states(self, symmetric_states: SymmetricStates) -> ValueLearner {
        ValueLearner { symmetric_states, ..self }
    }

    /// Returns the learnt table.
    pub fn values(&self) -> &Values {
        &self.values
    }

    /// Returns how often the prior had a value for a new afterstate.
    pub fn prior_hits(&self) -> PriorHits {
        self.prior_hits
    }

    /// Returns the values of a role's legal moves in a state, in the order of `legal`.
    pub fn move_values(
        &mut self,
        machine: &mut dyn Machine,
        state: &State,
        role: Role,
        legal: &[Move],
    ) -> Result<Vec<f64>, StopReason> {
        let mut turn = Turn::default();
        turn.read(machine, state)?;
        // If another role has a choice too, or no role has one, all moves get the same value.
        if turn.role != Some(role) {
            return Ok(vec![self.settings.default_value; legal.len()]);
        }
        let estimates = self.estimates(machine, state, &mut turn)?;
        Ok(estimates.iter().map(|estimate| estimate.value(&self.settings)).collect())
    }

    /// Estimates the afterstates of all moves of the role whose turn it is.
    fn estimates(
        &mut self,
        machine: &mut dyn Machine,
        state: &State,
        turn: &mut Turn,
    ) -> Result<Vec<Estimate>, StopReason> {
        let mut after = State::default();
        let mut estimates = Vec::with_capacity(turn.legal.len());
        for place in 0..turn.legal.len() {
            turn.apply(machine, state, Some(turn.legal[place]), &mut after)?;
            estimates.push(self.estimate(machine, state, &after)?);
        }
        Ok(estimates)
    }

    /// Estimates the value of an afterstate.
    fn estimate(
        &mut self,
        machine: &mut dyn Machine,
        before: &State,
        after: &State,
    ) -> Result<Estimate, StopReason> {
        if let Some(value) = self.values.get(after) {
            return Ok(Estimate::Learnt(value));
        }
        let value = self.prior.value(machine, before, after)?;
        Ok(value.map_or(Estimate::Unknown, Estimate::Prior))
    }

    /// Stores the afterstate of the move that was made: its value is updated after the next move.
    fn remember(&mut self, machine: &dyn Machine, after: State, estimate: Estimate) {
        let mut images = vec![after];
        (self.symmetric_states)(machine, &images[0].clone(), &mut images);
        let is_new = !matches!(estimate, Estimate::Learnt(_));
        self.prior_hits.new_states += u64::from(is_new);
        self.prior_hits.known += u64::from(matches!(estimate, Estimate::Prior(_)));
        for image in images {
            // A state may be symmetric to itself; it is updated only once.
            if self.last.contains(&image) {
                continue;
            }
            if self.values.get(&image).is_none() {
                self.values.set(&image, estimate.value(&self.settings));
            }
            self.last.push(image);
        }
    }

    /// Moves the value of the last afterstate, and of those symmetric to it, towards a target.
    fn learn(&mut self, target: f64) {
        for state in self.last.drain(..) {
            let value = self.values.get(&state).unwrap_or(self.settings.default_value);
            self.values.set(&state, value + self.settings.learning_rate * (target - value));
        }
    }
}

/// Value of an afterstate, with its origin.
#[derive(Clone, Copy)]
enum Estimate {
    /// The value in the table.
    Learnt(f64),
    /// The value of the prior.
    Prior(f64),
    /// Neither the table nor the prior has a value.
    Unknown,
}

impl Estimate {
    fn value(self, settings: &ValueSettings) -> f64 {
        match self {
            Estimate::Learnt(value) | Estimate::Prior(value) => value,
            Estimate::Unknown => settings.default_value,
        }
    }
}

impl Agent for ValueLearner {
    fn choose(&mut self, position: &mut Position, turn: &mut Turn) -> Result<Move, StopReason> {
        let Position { machine, state, random, .. } = position;
        let machine = &mut **machine;
        let estimates = self.estimates(machine, state, turn)?;
        let values = estimates.iter().map(|estimate| estimate.value(&self.settings));
        let values: Vec<f64> = values.collect();
        let greatest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let best: Vec<usize> = (0..values.len()).filter(|&it| values[it] == greatest).collect();
        let explores = random.random_bool(self.settings.exploration.clamp(0.0, 1.0));
        let chosen = if explores {
            random.random_range(0..values.len())
        } else {
            best[random.random_range(0..best.len())]
        };
        self.learn(match self.settings.update {
            UpdateRule::Sarsa => values[chosen],
            UpdateRule::QLearning => greatest,
        });
        let (action, mut after) = (turn.legal[chosen], State::default());
        turn.apply(machine, state, Some(action), &mut after)?;
        self.remember(machine, after, estimates[chosen]);
        Ok(action)
    }

    fn end(&mut self, goal: u8) {
        self.learn(f64::from(goal));
    }
}
