//! Expansion of states: their moves, the states that follow, and the means of random games from there.

use super::bounds::Bounds;
use super::node::{Edge, Options};
use super::variance::PlayoutVariance;
use game::playouts::{PlayoutError, PlayoutOptions, Playouts};
use game::{Machine, MachineExt, Move, Random, Role, State, StopReason};
use rand::seq::SliceRandom;

/// The expansion of a state.
pub struct Expansion {
    /// Goals of the roles, if the game is over, or cannot go on because a role has no move.
    pub over: Option<Vec<u8>>,
    /// Moves of each role, with their values.
    pub options: Options,
    /// The role that alone has a choice, if there is one; the first role, if none has a choice.
    pub decider: Option<usize>,
    /// Joint moves that were tried, as indexes of the roles' moves.
    joints: Vec<usize>,
    /// Successor after each joint move.
    successors: Vec<Successor>,
    /// Value of each joint move for each role.
    values: Vec<f64>,
}

/// The state after a joint move that was tried.
enum Successor {
    /// A state of the batch, by its index.
    Open(usize),
    /// The end of the game, with these goals.
    Over(State, Vec<u8>),
}

/// Expansions that share their playouts.
#[derive(Default)]
pub struct Batch {
    /// Expansions of the leaves, in their order.
    pub expansions: Vec<Expansion>,
    /// The states to play out come first; the others are kept because their memory is used again.
    states: Vec<State>,
    open: usize,
    variance: PlayoutVariance,
}

/// Number of moves after which a playout is aborted.
const MAX_LENGTH: u64 = 10_000;

/// Smallest number of joint moves in which each move is tried, if several roles decide.
const COMPANIONS: usize = 2;

impl Batch {
    /// Removes all expansions and states.
    pub fn clear(&mut self) {
        self.expansions.clear();
        self.open = 0;
    }

    /// Expands a state. If one role decides, all its moves are tried; otherwise each move of each role, together with
    /// random moves of the others.
    pub fn expand(
        &mut self,
        state: &State,
        machine: &mut dyn Machine,
        random: &mut Random,
    ) -> Result<(), StopReason> {
        let expansion = match goals_if_over(state, machine)? {
            Some(goals) => Expansion::over(goals),
            None => match options(state, machine)? {
                Some(options) => self.try_all(state, options, machine, random)?,
                None => Expansion::over(vec![0; machine.roles().len()]),
            },
        };
        self.expansions.push(expansion);
        Ok(())
    }

    fn try_all(
        &mut self,
        state: &State,
        options: Options,
        machine: &mut dyn Machine,
        random: &mut Random,
    ) -> Result<Expansion, StopReason> {
        let roles = options.len();
        let decider = decider(&options);
        let joints = joints(&options, random);
        let mut expansion = Expansion {
            over: None,
            decider,
            successors: Vec::with_capacity(joints.len() / roles),
            values: vec![0.0; joints.len()],
            joints,
            options,
        };
        let mut moves = Vec::with_capacity(roles);
        for (joint, values) in
            expansion.joints.chunks(roles).zip(expansion.values.chunks_mut(roles))
        {
            moves.clear();
            moves.extend(joint.iter().zip(&expansion.options).map(|(&at, edges)| edges[at].action));
            if self.states.len() == self.open {
                self.states.push(State::default());
            }
            let next = &mut self.states[self.open];
            machine.next(state, &moves, next)?;
            expansion.successors.push(match goals_if_over(next, machine)? {
                Some(goals) => {
                    values.iter_mut().zip(&goals).for_each(|(value, &goal)| *value = goal.into());
                    Successor::Over(next.clone(), goals)
                }
                None => {
                    self.open += 1;
                    Successor::Open(self.open - 1)
                }
            });
        }
        Ok(expansion)
    }

    /// Plays out all states that follow, this many times each. Returns the number of playouts.
    pub fn play_out(
        &mut self,
        times: u32,
        playouts: &mut dyn Playouts,
        seed: u64,
    ) -> Result<u64, PlayoutError> {
        let Batch { expansions, states, open, variance } = self;
        let open = *open;
        let states = &states[..open];
        if states.is_empty() {
            expansions.iter_mut().for_each(Expansion::value_moves);
            return Ok(0);
        }
        // To measure the variance, all states are played out by two sets of lanes.
        let sets = if variance.is_due() { 2 } else { 1 };
        let options = PlayoutOptions { seed, max_length: MAX_LENGTH };
        let outcomes = match sets {
            1 => playouts.play_out(states, times, options)?,
            _ => playouts.play_out(&[states, states].concat(), times, options)?,
        };
        let roles = outcomes.roles;
        let mean = |state: usize, role: usize| outcomes.mean_goal(state, Role(role as u32));
        if sets == 2 {
            let pairs = expansions.iter().flat_map(|expansion| {
                let role = expansion.decider.unwrap_or(0);
                let mean = &mean;
                let pair = move |state| (mean(state, role), mean(state + open, role));
                expansion.open().map(pair)
            });
            variance.learn(pairs, f64::from(times));
        }
        for expansion in &mut *expansions {
            for (end, values) in expansion.successors.iter().zip(expansion.values.chunks_mut(roles))
            {
                let Successor::Open(state) = *end else { continue };
                for (role, value) in values.iter_mut().enumerate() {
                    let all = (0..sets).map(|set| mean(state + set * open, role));
                    *value = all.sum::<f64>() / sets as f64;
                }
            }
            expansion.shrink(variance.factor / (f64::from(times) * sets as f64));
            expansion.value_moves();
        }
        Ok(outcomes.len() as u64 * u64::from(times))
    }

    /// Returns the mean number of joint moves that an expansion has tried.
    pub fn breadth(&self) -> f64 {
        let tried: usize = self.expansions.iter().map(|expansion| expansion.successors.len()).sum();
        tried as f64 / self.expansions.len().max(1) as f64
    }
}

impl Expansion {
    fn over(goals: Vec<u8>) -> Expansion {
        let (options, joints, successors, values) = Default::default();
        Expansion { over: Some(goals), options, decider: None, joints, successors, values }
    }

    /// Returns the joint moves that were tried, with their value for each role.
    pub fn tried(&self) -> impl Iterator<Item = (&[usize], &[f64])> {
        let roles = self.options.len().max(1);
        self.joints.chunks(roles).zip(self.values.chunks(roles))
    }

    /// Returns the joint moves that end the game, with the states after them and the goals of the roles.
    pub fn ends(&self) -> impl Iterator<Item = (&[usize], &State, &[u8])> {
        let roles = self.options.len().max(1);
        self.joints.chunks(roles).zip(&self.successors).filter_map(|(joint, end)| match end {
            Successor::Over(state, goals) => Some((joint, state, &goals[..])),
            Successor::Open(_) => None,
        })
    }

    /// Returns the mean value of all joint moves that were tried, for a role.
    pub fn mean(&self, role: usize) -> f64 {
        let total: f64 = self.values.iter().skip(role).step_by(self.options.len()).sum();
        total / self.successors.len().max(1) as f64
    }

    /// Returns the values of the state for the roles: between the mean of all moves that were tried and the best move
    /// for the role that decides.
    pub fn value(&self, share_of_best: f64) -> Vec<f64> {
        let best = self.decider.and_then(|decider| {
            self.tried().map(|(_, values)| values).max_by(|a, b| a[decider].total_cmp(&b[decider]))
        });
        let value = |role: usize| {
            let mean = self.mean(role);
            best.map_or(mean, |best| mean + share_of_best * (best[role] - mean))
        };
        (0..self.options.len()).map(value).collect()
    }

    /// Returns the indexes of the batch's states that follow and are not over.
    fn open(&self) -> impl Iterator<Item = usize> {
        self.successors.iter().filter_map(|end| match end {
            Successor::Open(state) => Some(*state),
            Successor::Over(..) => None,
        })
    }

    /// Shrinks the differences between the values of moves as far as they are due to chance. The mean of `n` playouts
    /// of a game that is won or lost has the variance `mean · (100 − mean) / n`, where `variance` is `1 / n`; of
    /// equally good moves the luckiest would seem to be the best.
    fn shrink(&mut self, variance: f64) {
        let Some(decider) = self.decider else { return };
        let roles = self.options.len();
        let open: Vec<usize> = (0..self.successors.len())
            .filter(|&index| matches!(self.successors[index], Successor::Open(_)))
            .collect();
        if open.len() < 2 {
            return;
        }
        let count = open.len() as f64;
        let mean = |values: &[f64], role: usize| {
            open.iter().map(|&index| values[index * roles + role]).sum::<f64>() / count
        };
        let own = mean(&self.values, decider);
        let square = |&index: &usize| (self.values[index * roles + decider] - own).powi(2);
        let spread = open.iter().map(square).sum::<f64>() / (count - 1.0);
        let chance = own * (100.0 - own) * variance;
        let share = if spread > chance { 1.0 - chance / spread } else { 0.0 };
        for role in 0..roles {
            let mean = mean(&self.values, role);
            for &index in &open {
                let value = &mut self.values[index * roles + role];
                *value = mean + share * (*value - mean);
            }
        }
    }

    /// Gives every move the mean of the joint moves in which it was tried.
    fn value_moves(&mut self) {
        let roles = self.options.len().max(1);
        for (joint, values) in self.joints.chunks(roles).zip(self.values.chunks(roles)) {
            for ((edges, &index), value) in self.options.iter_mut().zip(joint).zip(values) {
                edges[index].visits += 1;
                edges[index].total += value;
            }
        }
        for edge in self.options.iter_mut().flatten() {
            edge.total /= f64::from(edge.visits.max(1));
            edge.visits = 1;
        }
        let Some(decider) = self.decider else { return };
        for (joint, end) in self.joints.chunks(roles).zip(&self.successors) {
            if let Successor::Over(_, goals) = end {
                self.options[decider][joint[decider]].bounds = Bounds::exactly(goals[decider]);
            }
        }
    }
}

/// Returns the role that alone has a choice; the first one, if none has.
fn decider(options: &[Box<[Edge]>]) -> Option<usize> {
    let mut deciders = (0..options.len()).filter(|&role| options[role].len() > 1);
    match (deciders.next(), deciders.next()) {
        (None, _) => Some(0),
        (decider, None) => decider,
        _ => None,
    }
}

fn goals_if_over(state: &State, machine: &mut dyn Machine) -> Result<Option<Vec<u8>>, StopReason> {
    if !machine.terminal(state)? {
        return Ok(None);
    }
    let goals = machine.role_ids().map(|role| Ok(machine.goal(state, role)?.value()));
    goals.collect::<Result<_, StopReason>>().map(Some)
}

/// Returns the moves of each role; `None` if a role has no move.
fn options(state: &State, machine: &mut dyn Machine) -> Result<Option<Options>, StopReason> {
    let fresh = |&action: &Move| Edge::new(action);
    let mut legal = Vec::new();
    let mut options = Vec::new();
    for role in machine.role_ids() {
        machine.legal(state, role, &mut legal)?;
        if legal.is_empty() {
            return Ok(None);
        }
        options.push(legal.iter().map(fresh).collect());
    }
    Ok(Some(options.into()))
}

/// Returns the joint moves to try, one after the other.
fn joints(options: &[Box<[Edge]>], random: &mut Random) -> Vec<usize> {
    let most = options.iter().map(|edges| edges.len()).max().unwrap_or(0);
    let mut joints = Vec::new();
    if decider(options).is_some() {
        for index in 0..most {
            joints.extend(options.iter().map(|edges| index % edges.len()));
        }
        return joints;
    }
    let count = COMPANIONS * most;
    joints.resize(count * options.len(), 0);
    for (role, edges) in options.iter().enumerate() {
        let mut order: Vec<usize> = (0..count).map(|number| number % edges.len()).collect();
        order.shuffle(random);
        let places = joints.iter_mut().skip(role).step_by(options.len());
        places.zip(order).for_each(|(place, index)| *place = index);
    }
    joints
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expansion(values: &[f64]) -> Expansion {
        let count = values.len();
        let edge = |number: usize| Edge::new(Move(number as u32));
        Expansion {
            over: None,
            options: [(0..count).map(edge).collect()].into(),
            decider: Some(0),
            joints: (0..count).collect(),
            successors: (0..count).map(Successor::Open).collect(),
            values: values.to_vec(),
        }
    }

    #[test]
    fn differences_shrink_as_far_as_chance_explains_them() {
        // The variance is 400 where chance alone would make 2500.
        let values = [20.0, 40.0, 60.0, 80.0, 50.0, 50.0];
        let mut alike = expansion(&values);
        alike.shrink(1.0);
        assert_eq!(alike.values, [50.0; 6]);
        // Chance makes half of it.
        let mut different = expansion(&values);
        different.shrink(0.08);
        assert_eq!(different.values, [35.0, 45.0, 55.0, 65.0, 50.0, 50.0]);
        different.value_moves();
        assert_eq!(different.options[0][3].total, different.values[3]);
        assert!(different.value(1.0)[0] > different.value(0.5)[0]);
        assert_eq!(different.value(0.0), [50.0]);
    }
}
