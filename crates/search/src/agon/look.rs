//! Looking at states for the first time: what can be done in them, where that leads, and what random games come to from there.

use super::bounds::Bounds;
use super::tree::{Edge, Options};
use crate::Playouts;
use game::{Machine, Move, Random, State, StopReason};
use rand::seq::SliceRandom;

/// What was seen of a state.
pub struct Look {
    /// What the roles get, if the game is over, or cannot go on because a role has no move.
    pub over: Option<Vec<u8>>,
    /// What each role may do, with what came of it.
    pub options: Options,
    /// The role that alone has a choice, if one does; the first role, if none has.
    pub decider: Option<usize>,
    /// The joint moves that were tried, as indexes of the roles' moves.
    joints: Vec<usize>,
    /// Where each leads to.
    ends: Vec<End>,
    /// What each comes to for each role.
    values: Vec<f64>,
}

/// Where a joint move that was tried leads to.
enum End {
    /// To one of the batch's states.
    Open(usize),
    /// To the end of the game, with these goals.
    Over(State, Vec<u8>),
}

/// Some looks that share their playouts.
#[derive(Default)]
pub struct Batch {
    /// The looks.
    pub looks: Vec<Look>,
    /// The states to play out come first; the others are kept for the next batch, for their memory.
    states: Vec<State>,
    open: usize,
    luck: Luck,
}

/// How much playouts from the same state differ.
struct Luck {
    /// The variance of what a role gets in a playout, in comparison with what it would be if all games were won or lost.
    factor: f64,
    /// How many batches there were since it was measured last, and how many there are to be.
    waited: u32,
    patience: u32,
}

impl Default for Luck {
    fn default() -> Luck {
        Luck { factor: 1.0, waited: 0, patience: 0 }
    }
}

/// Luck is measured in the first batch, then ever less often, but at least after so many.
const MOST_PATIENCE: u32 = 32;

impl Luck {
    /// Whether to measure it now.
    fn is_due(&mut self) -> bool {
        self.waited += 1;
        let is_due = self.waited > self.patience;
        if is_due {
            self.waited = 0;
            self.patience = (2 * self.patience + 1).min(MOST_PATIENCE);
        }
        is_due
    }

    /// Learns from what a role got in two sets of so many playouts of the same states.
    fn learn(&mut self, pairs: impl Iterator<Item = (f64, f64)>, playouts: f64) {
        let (mut difference, mut expected) = (0.0, 0.0);
        for (one, other) in pairs {
            let mean = f64::midpoint(one, other);
            difference += (one - other).powi(2) / 2.0 * playouts;
            expected += mean * (100.0 - mean);
        }
        if expected > 0.0 {
            // Of `mean · (100 − mean)` the variance of the mean itself is missing.
            let measured = difference / (expected + difference / (2.0 * playouts));
            self.factor += (measured.min(1.0) - self.factor) / 4.0;
        }
    }
}

/// In how many joint moves each move is tried at least, where several roles decide.
const COMPANIONS: usize = 2;

impl Batch {
    /// Forgets the looks.
    pub fn clear(&mut self) {
        self.looks.clear();
        self.open = 0;
    }

    /// Looks at a state. If one role decides, all its moves are tried; otherwise each move of each role, together with random
    /// moves of the others.
    pub fn look_at(
        &mut self,
        state: &State,
        machine: &mut dyn Machine,
        random: &mut Random,
    ) -> Result<(), StopReason> {
        let look = match goals_if_over(state, machine)? {
            Some(goals) => Look::over(goals),
            None => match options(state, machine)? {
                Some(options) => self.try_all(state, options, machine, random)?,
                None => Look::over(vec![0; machine.roles().len()]),
            },
        };
        self.looks.push(look);
        Ok(())
    }

    fn try_all(
        &mut self,
        state: &State,
        options: Options,
        machine: &mut dyn Machine,
        random: &mut Random,
    ) -> Result<Look, StopReason> {
        let roles = options.len();
        let decider = decider(&options);
        let joints = joints(&options, random);
        let mut look = Look {
            over: None,
            decider,
            ends: Vec::with_capacity(joints.len() / roles),
            values: vec![0.0; joints.len()],
            joints,
            options,
        };
        let mut moves = Vec::with_capacity(roles);
        for (joint, values) in look.joints.chunks(roles).zip(look.values.chunks_mut(roles)) {
            moves.clear();
            moves.extend(joint.iter().zip(&look.options).map(|(&at, edges)| edges[at].action));
            if self.states.len() == self.open {
                self.states.push(State::default());
            }
            let next = &mut self.states[self.open];
            machine.next(state, &moves, next)?;
            look.ends.push(match goals_if_over(next, machine)? {
                Some(goals) => {
                    values.iter_mut().zip(&goals).for_each(|(value, &goal)| *value = goal.into());
                    End::Over(next.clone(), goals)
                }
                None => {
                    self.open += 1;
                    End::Open(self.open - 1)
                }
            });
        }
        Ok(look)
    }

    /// Plays out all states that the looks have come to, so many times each; how many playouts there were.
    pub fn play_out(
        &mut self,
        times: u32,
        playouts: &mut dyn Playouts,
        seed: u64,
    ) -> Result<u64, StopReason> {
        let Batch { looks, states, open, luck } = self;
        let open = *open;
        let states = &states[..open];
        if states.is_empty() {
            looks.iter_mut().for_each(Look::value_moves);
            return Ok(0);
        }
        // To measure luck, all states are played out by two sets of lanes.
        let sets = if luck.is_due() { 2 } else { 1 };
        let sums = match sets {
            1 => playouts.play_out(states, times, seed)?,
            _ => playouts.play_out(&[states, states].concat(), times, seed)?,
        };
        let roles = sums.goals.len() / sums.finished.len();
        let mean = |state: usize, role: usize| {
            sums.goals[state * roles + role] as f64 / f64::from(sums.finished[state].max(1))
        };
        if sets == 2 {
            let pairs = looks.iter().flat_map(|look| {
                let role = look.decider.unwrap_or(0);
                let mean = &mean;
                let pair = move |state| (mean(state, role), mean(state + open, role));
                look.open().map(pair)
            });
            luck.learn(pairs, f64::from(times));
        }
        for look in &mut *looks {
            for (end, values) in look.ends.iter().zip(look.values.chunks_mut(roles)) {
                let End::Open(state) = *end else { continue };
                for (role, value) in values.iter_mut().enumerate() {
                    let all = (0..sets).map(|set| mean(state + set * open, role));
                    *value = all.sum::<f64>() / sets as f64;
                }
            }
            look.draw_together(luck.factor / (f64::from(times) * sets as f64));
            look.value_moves();
        }
        Ok(sums.finished.len() as u64 * u64::from(times))
    }

    /// How many joint moves the looks have tried in the mean.
    pub fn breadth(&self) -> f64 {
        let tried: usize = self.looks.iter().map(|look| look.ends.len()).sum();
        tried as f64 / self.looks.len().max(1) as f64
    }
}

impl Look {
    fn over(goals: Vec<u8>) -> Look {
        let (options, joints, ends, values) = Default::default();
        Look { over: Some(goals), options, decider: None, joints, ends, values }
    }

    /// The joint moves that were tried, and what they have come to for each role.
    pub fn tried(&self) -> impl Iterator<Item = (&[usize], &[f64])> {
        let roles = self.options.len().max(1);
        self.joints.chunks(roles).zip(self.values.chunks(roles))
    }

    /// The joint moves that end the game: where they lead to, and what the roles get.
    pub fn ends(&self) -> impl Iterator<Item = (&[usize], &State, &[u8])> {
        let roles = self.options.len().max(1);
        self.joints.chunks(roles).zip(&self.ends).filter_map(|(joint, end)| match end {
            End::Over(state, goals) => Some((joint, state, &goals[..])),
            End::Open(_) => None,
        })
    }

    /// What a role gets in the mean of all joint moves that were tried.
    pub fn mean(&self, role: usize) -> f64 {
        let total: f64 = self.values.iter().skip(role).step_by(self.options.len()).sum();
        total / self.ends.len().max(1) as f64
    }

    /// What the roles get: between the mean of all moves that were tried, and the best for the role that decides.
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

    /// The places of the states that are not over among the batch's.
    fn open(&self) -> impl Iterator<Item = usize> {
        self.ends.iter().filter_map(|end| match end {
            End::Open(state) => Some(*state),
            End::Over(..) => None,
        })
    }

    /// Draws the values of what was played out together as far as their differences are due to chance. The mean of `n` playouts
    /// of a game that is won or lost has the variance `mean · (100 − mean) / n`, where `luck` is `1 / n`; of moves that are equally
    /// good the luckiest would seem to be the best.
    fn draw_together(&mut self, luck: f64) {
        let Some(decider) = self.decider else { return };
        let roles = self.options.len();
        let open: Vec<usize> = (0..self.ends.len())
            .filter(|&index| matches!(self.ends[index], End::Open(_)))
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
        let chance = own * (100.0 - own) * luck;
        let share = if spread > chance { 1.0 - chance / spread } else { 0.0 };
        for role in 0..roles {
            let mean = mean(&self.values, role);
            for &index in &open {
                let value = &mut self.values[index * roles + role];
                *value = mean + share * (*value - mean);
            }
        }
    }

    /// Gives every move the mean of what it was tried in.
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
        for (joint, end) in self.joints.chunks(roles).zip(&self.ends) {
            if let End::Over(_, goals) = end {
                self.options[decider][joint[decider]].bounds = Bounds::exactly(goals[decider]);
            }
        }
    }
}

/// The role that alone has a choice; the first one, if none has.
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

/// What each role may do; nothing if one has no move.
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

/// The joint moves to try, one after the other.
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
    use rand::RngExt;

    /// What is found where a playout comes to what is given, and means are of so many.
    fn factor(playouts: u32, playout: impl Fn(&mut Random) -> f64) -> f64 {
        let mut random = game::random(1);
        let mut mean =
            || (0..playouts).map(|_| playout(&mut random)).sum::<f64>() / f64::from(playouts);
        let mut luck = Luck::default();
        for _ in 0..50 {
            let pairs: Vec<(f64, f64)> = (0..500).map(|_| (mean(), mean())).collect();
            luck.learn(pairs.into_iter(), f64::from(playouts));
        }
        luck.factor
    }

    #[test]
    fn luck_is_measured() {
        for playouts in [1, 2, 10] {
            let won_or_lost = factor(playouts, |random| f64::from(random.random_range(0..2) * 100));
            assert!((0.9..=1.0).contains(&won_or_lost), "{playouts}: {won_or_lost}");
            // 40, 50 or 60: a variance of 200 / 3 instead of 2500.
            let graded =
                factor(playouts, |random| f64::from(40 + 10 * random.random_range(0..3u32)));
            assert!((0.024..0.029).contains(&graded), "{playouts}: {graded}");
            assert!(factor(playouts, |_| 70.0) < 1e-5);
        }
    }

    #[test]
    fn luck_is_measured_ever_less_often() {
        let mut luck = Luck::default();
        let due: Vec<usize> = (0..100).filter(|_| luck.is_due()).collect();
        assert_eq!(due, [0, 2, 6, 14, 30, 62, 95]);
    }

    fn look(values: &[f64]) -> Look {
        let count = values.len();
        let edge = |number: usize| Edge::new(Move(number as u32));
        Look {
            over: None,
            options: [(0..count).map(edge).collect()].into(),
            decider: Some(0),
            joints: (0..count).collect(),
            ends: (0..count).map(End::Open).collect(),
            values: values.to_vec(),
        }
    }

    #[test]
    fn values_are_drawn_together_as_far_as_chance_explains_them() {
        // The variance is 400 where chance alone would make 2500.
        let values = [20.0, 40.0, 60.0, 80.0, 50.0, 50.0];
        let mut alike = look(&values);
        alike.draw_together(1.0);
        assert_eq!(alike.values, [50.0; 6]);
        // Chance makes half of it.
        let mut different = look(&values);
        different.draw_together(0.08);
        assert_eq!(different.values, [35.0, 45.0, 55.0, 65.0, 50.0, 50.0]);
        different.value_moves();
        assert_eq!(different.options[0][3].total, different.values[3]);
        assert!(different.value(1.0)[0] > different.value(0.5)[0]);
        assert_eq!(different.value(0.0), [50.0]);
    }
}
