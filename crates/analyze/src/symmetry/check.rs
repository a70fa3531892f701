//! Checks suggested symmetries on states of random games. A check can refute a symmetry, never prove it.

use super::GameSymmetry;
use game::playout::random_step;
use game::{Machine, MachineExt, Move, State, StopReason};
use hashbrown::HashSet;

/// Number of random games, which are played to their ends: the end shows who has won.
const GAMES: usize = 20;
/// Number of states after which no further state is checked.
const MAX_STATES: usize = 3_000;
/// Successors are compared for one of this number of states.
const SUCCESSOR_INTERVAL: usize = 17;
/// Largest number of joint moves of a state whose successors are compared.
const MAX_JOINT_MOVES: usize = 2_000;

/// Returns those symmetries that no state of some random games refutes, and whether the games ended in different ways.
pub(super) fn unrefuted(
    mut candidates: Vec<GameSymmetry>,
    machine: &mut dyn Machine,
    seed: u64,
) -> Result<(Vec<GameSymmetry>, bool), StopReason> {
    let mut random = game::random(seed);
    let mut state = machine.initial_state()?;
    let (mut games, mut states, mut results) = (0, 0, HashSet::new());
    while games < GAMES && states < MAX_STATES && !candidates.is_empty() {
        let with_successors = states % SUCCESSOR_INTERVAL == 0;
        let mut kept = Vec::new();
        for mut candidate in candidates {
            if candidate.agrees_at(machine, &state, with_successors)? {
                kept.push(candidate);
            }
        }
        candidates = kept;
        states += 1;
        state = match random_step(machine, &state, &mut random)? {
            Some(next) => next,
            None => {
                games += 1;
                let goals = machine.role_ids().map(|role| machine.goal(&state, role));
                results.insert(goals.collect::<Result<Vec<_>, _>>()?);
                machine.initial_state()?
            }
        };
    }
    Ok((candidates, results.len() > 1))
}

impl GameSymmetry {
    /// Whether a state and its image agree in all that is checked.
    fn agrees_at(
        &mut self,
        machine: &mut dyn Machine,
        state: &State,
        with_successors: bool,
    ) -> Result<bool, StopReason> {
        let mut image = State::default();
        if !self.apply(machine, state, &mut image) {
            return Ok(false);
        }
        let is_over = machine.terminal(state)?;
        if machine.terminal(&image)? != is_over || !self.has_same_goals(machine, state, &image)? {
            return Ok(false);
        }
        if is_over || !with_successors {
            return Ok(true);
        }
        self.has_same_successors(machine, state, &image)
    }

    /// Whether each role has the goals in a state that its image has in the image of the state.
    fn has_same_goals(
        &self,
        machine: &mut dyn Machine,
        state: &State,
        image: &State,
    ) -> Result<bool, StopReason> {
        for role in machine.role_ids() {
            if machine.goal(state, role)? != machine.goal(image, self.roles[role.0 as usize])? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether the successors of the image are the images of the state's successors; `true` if there are too many to
    /// compare.
    fn has_same_successors(
        &mut self,
        machine: &mut dyn Machine,
        state: &State,
        image: &State,
    ) -> Result<bool, StopReason> {
        let (Some(successors), Some(expected)) =
            (successors(machine, state)?, successors(machine, image)?)
        else {
            return Ok(true);
        };
        let mut images: HashSet<State> = HashSet::new();
        for successor in &successors {
            let mut image = State::default();
            if !self.apply(machine, successor, &mut image) {
                return Ok(false);
            }
            images.insert(image);
        }
        Ok(images == expected)
    }
}

/// Returns the successors of a state; `None` if there are too many joint moves, or if a role has no move.
fn successors(
    machine: &mut dyn Machine,
    state: &State,
) -> Result<Option<HashSet<State>>, StopReason> {
    let Some(joint_moves) = joint_moves(machine, state)? else { return Ok(None) };
    let mut states = HashSet::new();
    for joint in joint_moves {
        let mut next = State::default();
        machine.next(state, &joint, &mut next)?;
        states.insert(next);
    }
    Ok(Some(states))
}

/// Returns all joint moves of a state; `None` if there are too many, or if a role has no move.
fn joint_moves(
    machine: &mut dyn Machine,
    state: &State,
) -> Result<Option<Vec<Vec<Move>>>, StopReason> {
    let mut joint_moves: Vec<Vec<Move>> = vec![Vec::new()];
    let mut legal = Vec::new();
    for role in machine.role_ids() {
        machine.legal(state, role, &mut legal)?;
        if joint_moves.len().saturating_mul(legal.len()) > MAX_JOINT_MOVES || legal.is_empty() {
            return Ok(None);
        }
        let extended = |joint: &Vec<Move>| {
            let with = |&action| joint.iter().copied().chain([action]).collect();
            legal.iter().map(with).collect::<Vec<Vec<Move>>>()
        };
        joint_moves = joint_moves.iter().flat_map(extended).collect();
    }
    Ok(Some(joint_moves))
}
