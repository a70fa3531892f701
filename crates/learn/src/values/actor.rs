//! Who takes part in matches: by chance, by looking ahead, or by what was learnt. Who learns is in `learner`.

use super::Values;
use super::turns::Turn;
use game::{Best, Machine, Move, Random, Role, State, StopReason};
use rand::seq::IndexedRandom;

/// Somebody who takes part in matches.
pub trait Actor {
    /// A move of the role whose turn it is in a state.
    fn choose(
        &mut self,
        machine: &mut dyn Machine,
        state: &State,
        turn: &mut Turn,
        random: &mut Random,
    ) -> Result<Move, StopReason>;

    /// The match is over, and its role got this.
    fn end(&mut self, _goal: u8) {}
}

/// Makes any move.
pub struct Chance;

impl Actor for Chance {
    fn choose(
        &mut self,
        _: &mut dyn Machine,
        _: &State,
        turn: &mut Turn,
        random: &mut Random,
    ) -> Result<Move, StopReason> {
        Ok(*turn.legal.choose(random).unwrap_or(&turn.legal[0]))
    }
}

/// Sees ends that are no more than so many choices away, its own move counted, and otherwise makes any move.
#[derive(Clone, Copy)]
pub struct LookAhead(pub u32);

impl Actor for LookAhead {
    fn choose(
        &mut self,
        machine: &mut dyn Machine,
        state: &State,
        turn: &mut Turn,
        random: &mut Random,
    ) -> Result<Move, StopReason> {
        let (LookAhead(depth), role) = (*self, turn.role.unwrap_or(Role(0)));
        best(machine, state, turn, random, |machine, next| {
            prospect(machine, next, role, depth.saturating_sub(1), ANYTHING)
        })
    }
}

/// Values between which it matters what a state is worth.
type Window = (f64, f64);

const ANYTHING: Window = (f64::NEG_INFINITY, f64::INFINITY);

/// What a role gets if it sees so far and all others are against it; 50 where no end is seen. What is not between the two values may be told
/// as any other that is on the same side of them: most lines need not be looked at then (alpha-beta).
fn prospect(
    machine: &mut dyn Machine,
    state: &State,
    role: Role,
    depth: u32,
    (mut least, mut most): Window,
) -> Result<f64, StopReason> {
    if machine.terminal(state)? {
        return Ok(f64::from(machine.goal(state, role)?.value()));
    }
    let (mut turn, mut next) = (Turn::default(), State::default());
    if depth == 0 || !turn.look(machine, state)? {
        return Ok(UNKNOWN);
    }
    let Some(chooser) = turn.role else {
        turn.make(machine, state, None, &mut next)?;
        return prospect(machine, &next, role, depth - 1, (least, most));
    };
    let mut value: Option<f64> = None;
    for action in turn.legal.clone() {
        turn.make(machine, state, Some(action), &mut next)?;
        let other = prospect(machine, &next, role, depth - 1, (least, most))?;
        let best = value.map_or(other, |value| match chooser == role {
            true => value.max(other),
            false => value.min(other),
        });
        value = Some(best);
        match chooser == role {
            true => least = least.max(best),
            false => most = most.min(best),
        }
        if least >= most {
            break;
        }
    }
    Ok(value.unwrap_or(UNKNOWN))
}

const UNKNOWN: f64 = 50.0;

/// Does what somebody has learnt.
pub struct Trained<'a>(pub &'a Values);

impl Actor for Trained<'_> {
    fn choose(
        &mut self,
        machine: &mut dyn Machine,
        state: &State,
        turn: &mut Turn,
        random: &mut Random,
    ) -> Result<Move, StopReason> {
        let Trained(values) = *self;
        best(machine, state, turn, random, |_, next| Ok(values.get(next).unwrap_or(UNKNOWN)))
    }
}

/// The move that leads to the state of the greatest value; between equals chance decides.
fn best(
    machine: &mut dyn Machine,
    state: &State,
    turn: &mut Turn,
    random: &mut Random,
    value: impl Fn(&mut dyn Machine, &State) -> Result<f64, StopReason>,
) -> Result<Move, StopReason> {
    let (mut best, mut next) = (Best::default(), State::default());
    for place in 0..turn.legal.len() {
        let action = turn.legal[place];
        turn.make(machine, state, Some(action), &mut next)?;
        best.offer(action, value(machine, &next)?, random);
    }
    Ok(best.chosen().unwrap_or(turn.legal[0]))
}
