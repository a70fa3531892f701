//! Playing to the end of the game: uniformly at random, guided by what was learnt (document 002, section 3.1, and document 004), or by heuristics
//! that the rules suggest (document 000, section 6.4.3).

use super::fast::{Fast, FastSettings};
use super::mast::Mast;
use super::simulation::Simulation;
use crate::Hint;
use crate::alphabeta::Evaluation;
use crate::gifl::{Advice, GiflSettings, Guide};
use game::{Best, Machine, Move, Random, Role, State, StopReason};
use rand::RngExt;

/// What guides playouts.
#[derive(Clone, Debug, PartialEq)]
pub struct Policy {
    /// How sharp the choice is: the temperature of the Gibbs distribution.
    pub temperature: f64,
    /// Whether moves that did well elsewhere are preferred, and what a move that was never made counts as.
    pub mast: Option<f64>,
    /// Whether features of the board are looked for and used.
    pub fast: Option<FastSettings>,
    /// Whether features of the ends of games are learnt and used.
    pub gifl: Option<GiflSettings>,
}

/// Plays simulations to their end.
pub struct Playout {
    temperature: f64,
    mast: Option<Mast>,
    fast: Option<Fast>,
    guide: Option<Guide>,
    /// What each role makes as much of as it can; nobody does without this.
    leanings: Vec<Box<dyn Evaluation>>,
    /// What each role thinks of states; with it nothing is played out.
    judges: Vec<Box<dyn Evaluation>>,
    values: Vec<f64>,
    legal: Vec<Move>,
    weights: Vec<f64>,
    state: State,
    following: State,
}

impl Playout {
    /// Nothing is learnt yet.
    pub fn new(
        policy: &Policy,
        machine: &mut dyn Machine,
        seed: u64,
    ) -> Result<Playout, StopReason> {
        let roles = machine.roles().len();
        let fast = match &policy.fast {
            Some(settings) => Fast::find(machine, settings, seed)?,
            None => None,
        };
        Ok(Playout {
            temperature: policy.temperature,
            mast: policy.mast.map(|unseen| Mast::new(roles, policy.temperature, unseen)),
            fast,
            guide: None,
            leanings: Vec::new(),
            judges: Vec::new(),
            values: Vec::new(),
            legal: Vec::new(),
            weights: Vec::new(),
            state: State::default(),
            following: State::default(),
        })
    }

    /// Follows a guide from now on.
    pub fn follow(&mut self, guide: Guide) {
        self.guide = Some(guide);
    }

    /// Lets every role make as much as it can of something from now on.
    pub fn lean(&mut self, leanings: Vec<Box<dyn Evaluation>>) {
        self.leanings = leanings;
    }

    /// Lets every role judge states from now on, in the place of playing them out.
    pub fn judge_by(&mut self, judges: Vec<Box<dyn Evaluation>>) {
        self.judges = judges;
    }

    /// From now on, states are played out that are near this one.
    pub fn move_home(&mut self, machine: &dyn Machine, state: &State) {
        if let Some(guide) = &mut self.guide {
            guide.move_home(machine, state);
        }
    }

    /// The indexes of a role's legal moves that features say are to be made now; none without features.
    pub fn urgent(
        &mut self,
        machine: &dyn Machine,
        state: &State,
        role: Role,
        legal: &[Move],
        out: &mut Vec<u32>,
    ) {
        out.clear();
        let Some(guide) = &mut self.guide else { return };
        guide.start(machine, state);
        if guide.weigh(role, legal, &mut self.weights) == Advice::Now {
            let most = greatest(&self.weights);
            out.extend(
                (0..)
                    .zip(&self.weights)
                    .filter(|(_, weight)| **weight == most)
                    .map(|(index, _)| index),
            );
        }
    }

    /// Whether the states of simulations are needed to learn from them.
    pub fn wants_states(&self) -> bool {
        self.fast.is_some()
    }

    /// Plays on from a state for at most so many moves; whether the game came to an end.
    pub fn play(
        &mut self,
        machine: &mut dyn Machine,
        state: State,
        most: usize,
        random: &mut Random,
        simulation: &mut Simulation,
    ) -> Result<bool, StopReason> {
        self.state = state;
        if !self.judges.is_empty() && !machine.terminal(&self.state)? {
            for judge in &mut self.judges {
                simulation.goals.push(100.0 * judge.estimate(machine, &self.state)?);
            }
            return Ok(true);
        }
        if let Some(guide) = &mut self.guide {
            guide.start(machine, &self.state);
        }
        for _ in 0..=most {
            if self.wants_states() {
                simulation.states.push(self.state.clone());
            }
            if machine.terminal(&self.state)? {
                for role in machine.role_ids() {
                    simulation.goals.push(f64::from(machine.goal(&self.state, role)?.value()));
                }
                return Ok(true);
            }
            if let Some(fast) = &mut self.fast {
                fast.look(machine, &self.state);
            }
            if let Some(guide) = &mut self.guide {
                guide.look(machine, &self.state);
            }
            let first = simulation.moves.len();
            for role in machine.role_ids() {
                machine.legal(&self.state, role, &mut self.legal)?;
                let Some(action) = self.choose(machine, role, random) else { return Ok(false) };
                simulation.moves.push(action);
            }
            if !self.leanings.is_empty() {
                self.improve(machine, &mut simulation.moves[first..], random)?;
            }
            machine.next(&self.state, &simulation.moves[first..], &mut self.following)?;
            std::mem::swap(&mut self.state, &mut self.following);
        }
        Ok(false)
    }

    /// A move among the legal ones; none if there is none.
    fn choose(&mut self, machine: &dyn Machine, role: Role, random: &mut Random) -> Option<Move> {
        if self.legal.len() < 2 {
            return self.legal.first().copied();
        }
        let advice = self.advice(role, random);
        let Playout { temperature, mast, fast, values, legal, weights, .. } = self;
        if advice == Advice::Now {
            let most = greatest(weights);
            let now = || (0..legal.len()).filter(|&index| weights[index] == most);
            let chosen = random.random_range(0..now().count());
            return now().nth(chosen).map(|index| legal[index]);
        }
        if advice == Advice::Some {
            if let Some(mast) = mast {
                for (weight, &action) in weights.iter_mut().zip(&*legal) {
                    *weight *= mast.weight(role.0 as usize, action);
                }
            }
            return Some(legal[draw(weights, random)]);
        }
        let fast = fast.as_mut();
        let share = fast.and_then(|fast| {
            fast.value(machine, role, legal, values).then(|| fast.share() / *temperature)
        });
        if mast.is_none() && share.is_none() {
            return Some(legal[random.random_range(0..legal.len())]);
        }
        weights.clear();
        weights.extend(
            legal.iter().map(|&action| {
                mast.as_ref().map_or(1.0, |mast| mast.weight(role.0 as usize, action))
            }),
        );
        if let Some(share) = share {
            // The greatest is taken out, so that nothing grows too big.
            let most = greatest(values);
            for (weight, value) in weights.iter_mut().zip(values) {
                *weight *= (share * (*value - most)).exp();
            }
        }
        Some(legal[draw(weights, random)])
    }

    /// Lets each role in turn make of its own heuristic as much as it can, if the others do what they were about to do.
    fn improve(
        &mut self,
        machine: &mut dyn Machine,
        joint: &mut [Move],
        random: &mut Random,
    ) -> Result<(), StopReason> {
        for (role, leaning) in self.leanings.iter_mut().enumerate() {
            machine.legal(&self.state, Role(role as u32), &mut self.legal)?;
            if self.legal.len() < 2 {
                continue;
            }
            let mut best = Best::default();
            for &action in &self.legal {
                joint[role] = action;
                machine.next(&self.state, joint, &mut self.following)?;
                best.offer(action, leaning.estimate(machine, &self.following)?, random);
            }
            joint[role] = best.chosen().unwrap_or(joint[role]);
        }
        Ok(())
    }

    /// What features say about the legal moves, if the role looks at them.
    fn advice(&mut self, role: Role, random: &mut Random) -> Advice {
        let Some(guide) = &mut self.guide else { return Advice::None };
        let share = guide.share(role);
        match share >= 1.0 || random.random::<f64>() < share {
            true => guide.weigh(role, &self.legal, &mut self.weights),
            false => Advice::None,
        }
    }

    /// What was learnt, for people.
    pub fn notes(&self) -> Vec<String> {
        let found = self.fast.as_ref().map_or(Vec::new(), Fast::notes);
        self.judges.iter().filter_map(|judge| judge.note()).chain(found).collect()
    }

    /// What a role judges a state by, for people.
    pub fn hints(
        &mut self,
        machine: &mut dyn Machine,
        state: &State,
        role: Role,
    ) -> Result<Vec<Hint>, StopReason> {
        let judge = self.judges.get_mut(role.0 as usize);
        judge.map_or(Ok(Vec::new()), |judge| judge.hints(machine, state))
    }

    /// Learns from a simulation.
    pub fn learn(&mut self, machine: &dyn Machine, simulation: &Simulation) {
        if let Some(mast) = &mut self.mast {
            mast.learn(simulation);
        }
        if let Some(fast) = &mut self.fast {
            fast.learn(machine, simulation);
        }
    }
}

fn greatest(values: &[f64]) -> f64 {
    values.iter().copied().fold(f64::NEG_INFINITY, f64::max)
}

/// An index, as likely as its weight.
fn draw(weights: &[f64], random: &mut Random) -> usize {
    let total: f64 = weights.iter().sum();
    let mut rest = random.random::<f64>() * total;
    for (index, weight) in weights.iter().enumerate() {
        rest -= weight;
        if rest < 0.0 {
            return index;
        }
    }
    weights.len() - 1
}
