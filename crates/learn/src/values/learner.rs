//! Learning what afterstates are worth: Sarsa and Q-learning.

use super::turns::Turn;
use super::{Actor, Prior, Values};
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

/// Learns by taking part in matches, always in the same role of a game in which one role chooses at a time.
pub struct Learner {
    settings: Settings,
    values: Values,
    prior: Box<dyn Prior>,
    images: Images,
    hits: Hits,
    /// The afterstate of its last move in the match, whose value is still to be moved, and those that are worth the same.
    last: Vec<State>,
}

/// How often something was thought of an afterstate that was reached for the first time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hits {
    /// Something was.
    pub known: u64,
    /// Out of so many.
    pub met: u64,
}

impl Learner {
    /// Knows nothing yet.
    pub fn new(settings: Settings) -> Learner {
        Learner {
            settings,
            values: Values::default(),
            prior: Box::new(super::Nothing),
            images: Box::new(|_, _, _| ()),
            hits: Hits::default(),
            last: Vec::new(),
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

    /// What it thinks of moves of a role in a state, one by one.
    pub fn judge(
        &mut self,
        machine: &mut dyn Machine,
        state: &State,
        role: Role,
        legal: &[Move],
    ) -> Result<Vec<f64>, StopReason> {
        let mut turn = Turn::default();
        turn.look(machine, state)?;
        // Where another role has a choice too, or nobody has one, moves cannot be told apart.
        if turn.role != Some(role) {
            return Ok(vec![self.settings.default; legal.len()]);
        }
        let opinions = self.opinions(machine, state, &mut turn)?;
        Ok(opinions.iter().map(|opinion| opinion.value(&self.settings)).collect())
    }

    /// What is thought of the afterstates of all moves of the role whose turn it is.
    fn opinions(
        &mut self,
        machine: &mut dyn Machine,
        state: &State,
        turn: &mut Turn,
    ) -> Result<Vec<Opinion>, StopReason> {
        let mut after = State::default();
        let mut opinions = Vec::with_capacity(turn.legal.len());
        for place in 0..turn.legal.len() {
            turn.make(machine, state, Some(turn.legal[place]), &mut after)?;
            opinions.push(self.opinion(machine, state, &after)?);
        }
        Ok(opinions)
    }

    /// What is thought of an afterstate.
    fn opinion(
        &mut self,
        machine: &mut dyn Machine,
        before: &State,
        after: &State,
    ) -> Result<Opinion, StopReason> {
        if let Some(value) = self.values.get(after) {
            return Ok(Opinion::Learnt(value));
        }
        let thought = self.prior.value(machine, before, after)?;
        Ok(thought.map_or(Opinion::None, Opinion::Thought))
    }

    /// Notes the afterstate of a move.
    fn remember(&mut self, machine: &dyn Machine, after: State, opinion: Opinion) {
        let mut images = vec![after];
        (self.images)(machine, &images[0].clone(), &mut images);
        let is_new = !matches!(opinion, Opinion::Learnt(_));
        self.hits.met += u64::from(is_new);
        self.hits.known += u64::from(matches!(opinion, Opinion::Thought(_)));
        for image in images {
            // A state may be its own image, and is learnt about once.
            if self.last.contains(&image) {
                continue;
            }
            if self.values.get(&image).is_none() {
                self.values.set(&image, opinion.value(&self.settings));
            }
            self.last.push(image);
        }
    }

    /// Moves the value of the last afterstate, and of those that are worth the same.
    fn learn(&mut self, target: f64) {
        for state in self.last.drain(..) {
            let value = self.values.get(&state).unwrap_or(self.settings.default);
            self.values.set(&state, value + self.settings.rate * (target - value));
        }
    }
}

/// What is thought of an afterstate.
#[derive(Clone, Copy)]
enum Opinion {
    /// It was met before.
    Learnt(f64),
    /// It was not, and the prior says this.
    Thought(f64),
    /// Nothing.
    None,
}

impl Opinion {
    fn value(self, settings: &Settings) -> f64 {
        match self {
            Opinion::Learnt(value) | Opinion::Thought(value) => value,
            Opinion::None => settings.default,
        }
    }
}

impl Actor for Learner {
    fn choose(
        &mut self,
        machine: &mut dyn Machine,
        state: &State,
        turn: &mut Turn,
        random: &mut Random,
    ) -> Result<Move, StopReason> {
        let opinions = self.opinions(machine, state, turn)?;
        let values = opinions.iter().map(|opinion| opinion.value(&self.settings));
        let values: Vec<f64> = values.collect();
        let greatest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let best: Vec<usize> = (0..values.len()).filter(|&it| values[it] == greatest).collect();
        let chosen = match random.random_bool(self.settings.exploration.clamp(0.0, 1.0)) {
            true => random.random_range(0..values.len()),
            false => best[random.random_range(0..best.len())],
        };
        self.learn(match self.settings.rule {
            Rule::Sarsa => values[chosen],
            Rule::Best => greatest,
        });
        let (action, mut after) = (turn.legal[chosen], State::default());
        turn.make(machine, state, Some(action), &mut after)?;
        self.remember(machine, after, opinions[chosen]);
        Ok(action)
    }

    fn end(&mut self, goal: u8) {
        self.learn(f64::from(goal));
    }
}
