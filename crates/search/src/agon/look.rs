//! Looking at a state for the first time: what can be done in it, where that leads, and what random games come to from there.

use game::{Machine, Move, Random, Role, State, StopReason};
use rand::seq::SliceRandom;

use crate::Playouts;

/// What was seen of a state.
pub struct Look {
    /// What the roles get, if the game is over, or cannot go on because a role has no move.
    pub over: Option<Vec<u8>>,
    /// What each role may do.
    pub options: Vec<Vec<Move>>,
    /// What was tried.
    pub probes: Vec<Probe>,
}

/// A joint move that was tried.
pub struct Probe {
    /// The indexes of the roles' moves.
    pub joint: Vec<usize>,
    /// Where it leads to.
    pub state: State,
    /// What the roles get there, if the game is over.
    pub over: Option<Vec<u8>>,
    /// What they get in the mean.
    pub value: Vec<f64>,
}

/// In how many joint moves each move is tried at least, where several roles decide.
const COMPANIONS: usize = 2;

impl Look {
    /// Looks at a state. If one role decides, all its moves are tried; otherwise each move of each role, together with random
    /// moves of the others.
    pub fn at(
        state: &State,
        machine: &mut dyn Machine,
        random: &mut Random,
    ) -> Result<Look, StopReason> {
        let over = |goals| Look { over: Some(goals), options: Vec::new(), probes: Vec::new() };
        if let Some(goals) = goals_if_over(state, machine)? {
            return Ok(over(goals));
        }
        let mut options = Vec::new();
        for role in machine.role_ids() {
            let mut legal = Vec::new();
            machine.legal(state, role, &mut legal)?;
            if legal.is_empty() {
                return Ok(over(vec![0; machine.roles().len()]));
            }
            options.push(legal);
        }
        let mut probes = Vec::new();
        let mut moves = Vec::new();
        for joint in joints(&options, random) {
            moves.clear();
            moves.extend(joint.iter().zip(&options).map(|(&index, legal)| legal[index]));
            let mut next = State::default();
            machine.next(state, &moves, &mut next)?;
            let over = goals_if_over(&next, machine)?;
            let value = over.iter().flatten().map(|&goal| f64::from(goal)).collect();
            probes.push(Probe { joint, state: next, over, value });
        }
        Ok(Look { over: None, options, probes })
    }
}

impl Look {
    /// Draws the values of what was played out together as far as their differences are due to chance: so many playouts of a
    /// game that is won or lost deviate from their mean by about `√(mean · (100 − mean) / playouts)`, and of moves that are equally good
    /// the luckiest would seem to be the best.
    fn shrink(&mut self, playouts: f64) {
        let mut deciders = (0..self.options.len()).filter(|&role| self.options[role].len() > 1);
        let (Some(decider), None) = (deciders.next(), deciders.next()) else { return };
        let open = self.probes.iter().filter(|probe| probe.over.is_none());
        let values: Vec<f64> = open.map(|probe| probe.value[decider]).collect();
        let count = values.len() as f64;
        if count < 2.0 {
            return;
        }
        let mean = values.iter().sum::<f64>() / count;
        let spread = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (count - 1.0);
        let chance = mean * (100.0 - mean) / playouts;
        let share = if spread > 0.0 { (1.0 - chance / spread).max(0.0) } else { 1.0 };
        for role in 0..self.options.len() {
            let open = || self.probes.iter().filter(|probe| probe.over.is_none());
            let mean = open().map(|probe| probe.value[role]).sum::<f64>() / count;
            for probe in self.probes.iter_mut().filter(|probe| probe.over.is_none()) {
                probe.value[role] = mean + share * (probe.value[role] - mean);
            }
        }
    }
}

fn goals_if_over(state: &State, machine: &mut dyn Machine) -> Result<Option<Vec<u8>>, StopReason> {
    if !machine.terminal(state)? {
        return Ok(None);
    }
    let goals = machine.role_ids().map(|role: Role| Ok(machine.goal(state, role)?.value()));
    goals.collect::<Result<_, StopReason>>().map(Some)
}

/// The joint moves to try.
fn joints(options: &[Vec<Move>], random: &mut Random) -> Vec<Vec<usize>> {
    let choices = options.iter().filter(|legal| legal.len() > 1).count();
    let most = options.iter().map(Vec::len).max().unwrap_or(0);
    if choices <= 1 {
        let joint = |index: usize| options.iter().map(|legal| index % legal.len()).collect();
        return (0..most).map(joint).collect();
    }
    let count = COMPANIONS * most;
    let mut joints = vec![Vec::new(); count];
    for legal in options {
        let mut order: Vec<usize> = (0..count).map(|number| number % legal.len()).collect();
        order.shuffle(random);
        joints.iter_mut().zip(order).for_each(|(joint, index)| joint.push(index));
    }
    joints
}

/// Plays out everything that is not over, as often as fits into so many playouts, and at least once; how many there were.
pub fn play_out(
    looks: &mut [Look],
    most: usize,
    playouts: &mut dyn Playouts,
    seed: u64,
) -> Result<u64, StopReason> {
    let open = || looks.iter().flat_map(|look| &look.probes).filter(|probe| probe.over.is_none());
    let states: Vec<State> = open().map(|probe| probe.state.clone()).collect();
    if states.is_empty() {
        return Ok(0);
    }
    let times = (most / states.len()).max(1) as u32;
    let sums = playouts.play_out(&states, times, seed)?;
    let roles = sums.goals.len() / states.len();
    let probes = looks.iter_mut().flat_map(|look| &mut look.probes);
    let open = probes.filter(|probe| probe.over.is_none());
    for ((probe, &finished), goals) in open.zip(&sums.finished).zip(sums.goals.chunks(roles)) {
        let mean = |&goal: &u64| goal as f64 / f64::from(finished.max(1));
        probe.value = goals.iter().map(mean).collect();
    }
    looks.iter_mut().for_each(|look| look.shrink(f64::from(times)));
    Ok(states.len() as u64 * u64::from(times))
}
