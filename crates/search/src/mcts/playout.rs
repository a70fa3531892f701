//! Playouts: uniformly at random, guided by learnt values and features (`cadia`, section 3.1, and `gifl`), or by
//! heuristics that the rules suggest (`kuhl`, section 6.4.3).

use super::fast::{Fast, FastSettings};
use super::mast::Mast;
use super::simulation::Simulation;
use crate::alphabeta::Evaluation;
use crate::gifl::{Advice, FeatureMatcher, GiflSettings};
use crate::{Detail, DisplayedFeature};
use game::{Best, Machine, MachineExt, Move, Random, Role, State, StopReason};
use rand::RngExt;

/// Policy by which playouts choose moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Policy {
    /// Temperature of the Gibbs distribution by which moves are chosen.
    pub temperature: f64,
    /// For MAST, the mean that is assumed of a move that was never made.
    pub mast: Option<f64>,
    /// Settings of FAST, if it is used.
    pub fast: Option<FastSettings>,
    /// Settings of GIFL, if it is used.
    pub gifl: Option<GiflSettings>,
}

/// Plays simulations to the end of the game.
pub struct Playout {
    temperature: f64,
    mast: Option<Mast>,
    fast: Option<Fast>,
    matcher: Option<FeatureMatcher>,
    /// The heuristic that each role maximises; empty if they follow none.
    role_heuristics: Vec<Box<dyn Evaluation>>,
    /// The evaluation of each role; if there are any, states are evaluated instead of played out.
    evaluations: Vec<Box<dyn Evaluation>>,
    values: Vec<f64>,
    legal: Vec<Move>,
    weights: Vec<f64>,
    state: State,
    following: State,
}

impl Playout {
    /// Creates playouts by a policy that has learnt nothing.
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
            matcher: None,
            role_heuristics: Vec::new(),
            evaluations: Vec::new(),
            values: Vec::new(),
            legal: Vec::new(),
            weights: Vec::new(),
            state: State::default(),
            following: State::default(),
        })
    }

    /// Follows features from now on.
    pub fn follow(&mut self, matcher: FeatureMatcher) {
        self.matcher = Some(matcher);
    }

    /// Lets every role maximise a heuristic from now on.
    pub fn follow_heuristics(&mut self, role_heuristics: Vec<Box<dyn Evaluation>>) {
        self.role_heuristics = role_heuristics;
    }

    /// Evaluates states for every role from now on, instead of playing them out.
    pub fn evaluate_with(&mut self, evaluations: Vec<Box<dyn Evaluation>>) {
        self.evaluations = evaluations;
    }

    /// Prepares for playouts from states that are near this one.
    pub fn set_snapshot(&mut self, machine: &dyn Machine, state: &State) {
        if let Some(matcher) = &mut self.matcher {
            matcher.set_snapshot(machine, state);
        }
    }

    /// Writes the indexes of the role's legal moves that features want made now; none without features.
    pub fn priority_moves(
        &mut self,
        machine: &dyn Machine,
        state: &State,
        role: Role,
        legal: &[Move],
        out: &mut Vec<u32>,
    ) {
        out.clear();
        let Some(matcher) = &mut self.matcher else { return };
        matcher.start(machine, state);
        if matcher.weigh(role, legal, &mut self.weights) == Advice::Now {
            let most = greatest(&self.weights);
            out.extend(
                (0..)
                    .zip(&self.weights)
                    .filter(|(_, weight)| **weight == most)
                    .map(|(index, _)| index),
            );
        }
    }

    /// Returns whether the states of simulations are needed for learning.
    pub fn wants_states(&self) -> bool {
        self.fast.is_some()
    }

    /// Plays on from a state for at most this many moves. Returns whether the game came to an end.
    pub fn play(
        &mut self,
        machine: &mut dyn Machine,
        state: State,
        most: usize,
        random: &mut Random,
        simulation: &mut Simulation,
    ) -> Result<bool, StopReason> {
        self.state = state;
        if !self.evaluations.is_empty() && !machine.terminal(&self.state)? {
            for evaluation in &mut self.evaluations {
                simulation.goals.push(100.0 * evaluation.estimate(machine, &self.state)?);
            }
            return Ok(true);
        }
        if let Some(matcher) = &mut self.matcher {
            matcher.start(machine, &self.state);
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
            if let Some(matcher) = &mut self.matcher {
                matcher.advance(machine, &self.state);
            }
            let first = simulation.moves.len();
            for role in machine.role_ids() {
                machine.legal(&self.state, role, &mut self.legal)?;
                let Some(action) = self.choose(machine, role, random) else { return Ok(false) };
                simulation.moves.push(action);
            }
            if !self.role_heuristics.is_empty() {
                self.improve(machine, &mut simulation.moves[first..], random)?;
            }
            machine.next(&self.state, &simulation.moves[first..], &mut self.following)?;
            std::mem::swap(&mut self.state, &mut self.following);
        }
        Ok(false)
    }

    /// Chooses one of the legal moves; `None` if there is none.
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
            fast.value(machine, role, legal, values).then(|| fast.weight() / *temperature)
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
            // The greatest value is subtracted, so that no weight overflows.
            let most = greatest(values);
            for (weight, value) in weights.iter_mut().zip(values) {
                *weight *= (share * (*value - most)).exp();
            }
        }
        Some(legal[draw(weights, random)])
    }

    /// Replaces the move of each role in turn by the one that is best by the role's heuristic, if the others make the
    /// moves that were chosen for them.
    fn improve(
        &mut self,
        machine: &mut dyn Machine,
        joint: &mut [Move],
        random: &mut Random,
    ) -> Result<(), StopReason> {
        for (role, heuristic_evaluation) in self.role_heuristics.iter_mut().enumerate() {
            machine.legal(&self.state, Role(role as u32), &mut self.legal)?;
            if self.legal.len() < 2 {
                continue;
            }
            let mut best = Best::default();
            for &action in &self.legal {
                joint[role] = action;
                machine.next(&self.state, joint, &mut self.following)?;
                best.offer(
                    action,
                    heuristic_evaluation.estimate(machine, &self.following)?,
                    random,
                );
            }
            joint[role] = best.chosen().unwrap_or(joint[role]);
        }
        Ok(())
    }

    /// Returns the advice of features on the legal moves, if the role follows features this time.
    fn advice(&mut self, role: Role, random: &mut Random) -> Advice {
        let Some(matcher) = &mut self.matcher else { return Advice::None };
        let share = matcher.share(role);
        if share >= 1.0 || random.random::<f64>() < share {
            matcher.weigh(role, &self.legal, &mut self.weights)
        } else {
            Advice::None
        }
    }

    /// Returns what was learnt, for reports.
    pub fn details(&self) -> Vec<Detail> {
        let found = self.fast.as_ref().map_or(Vec::new(), Fast::details);
        self.evaluations.iter().filter_map(|it| it.detail()).chain(found).collect()
    }

    /// Returns the features by which a role evaluates a state, for people.
    pub fn active_features(
        &mut self,
        machine: &mut dyn Machine,
        state: &State,
        role: Role,
    ) -> Result<Vec<DisplayedFeature>, StopReason> {
        let evaluation = self.evaluations.get_mut(role.0 as usize);
        evaluation.map_or(Ok(Vec::new()), |it| it.active_features(machine, state))
    }

    /// Learns from a completed simulation.
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

/// Draws an index with a probability proportional to its weight.
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
