//! Playing to the end of the game: uniformly at random, or guided by what was learnt (document 002, section 3.1).

use super::fast::{Fast, FastSettings};
use super::mast::Mast;
use super::simulation::Simulation;
use game::{Machine, Move, Random, Role, State, StopReason};
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
}

/// Plays simulations to their end.
pub struct Playout {
    temperature: f64,
    mast: Option<Mast>,
    fast: Option<Fast>,
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
            values: Vec::new(),
            legal: Vec::new(),
            weights: Vec::new(),
            state: State::default(),
            following: State::default(),
        })
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
            let first = simulation.moves.len();
            for role in machine.role_ids() {
                machine.legal(&self.state, role, &mut self.legal)?;
                let Some(action) = self.choose(machine, role, random) else { return Ok(false) };
                simulation.moves.push(action);
            }
            machine.next(&self.state, &simulation.moves[first..], &mut self.following)?;
            std::mem::swap(&mut self.state, &mut self.following);
        }
        Ok(false)
    }

    /// A move among the legal ones; none if there is none.
    fn choose(&mut self, machine: &dyn Machine, role: Role, random: &mut Random) -> Option<Move> {
        let Playout { temperature, mast, fast, values, legal, weights, .. } = self;
        if legal.len() < 2 {
            return legal.first().copied();
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
            let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            for (weight, value) in weights.iter_mut().zip(values) {
                *weight *= (share * (*value - most)).exp();
            }
        }
        Some(legal[draw(weights, random)])
    }

    /// What was learnt, for people.
    pub fn notes(&self) -> Vec<String> {
        self.fast.as_ref().map_or(Vec::new(), Fast::notes)
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
