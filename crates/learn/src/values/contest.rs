//! Matches in which learners and others take part.

use super::Actor;
use super::turns::Turn;
use analyze::Analysis;
use game::playout::random_step;
use game::{Machine, Random, State, StopReason};
use rand::RngExt;
use std::sync::Arc;

/// How a match ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// What each role got.
    pub goals: Vec<u8>,
    /// How many joint moves were made.
    pub length: usize,
}

/// Matches that are longer end with what the roles would get then.
const MOST_MOVES: usize = 1_000;

/// Plays a match from a state: an actor for each role.
///
/// # Panics
/// If there are fewer actors than roles.
pub fn play(
    machine: &mut dyn Machine,
    start: &State,
    actors: &mut [&mut dyn Actor],
    random: &mut Random,
) -> Result<Played, StopReason> {
    let (mut state, mut next) = (start.clone(), State::default());
    let (mut turn, mut length) = (Turn::default(), 0);
    while !machine.terminal(&state)? && length < MOST_MOVES && turn.look(machine, &state)? {
        let action = match turn.role {
            Some(role) => {
                let actor = &mut actors[role.0 as usize];
                Some(actor.choose(machine, &state, &mut turn, random)?)
            }
            None => None,
        };
        turn.make(machine, &state, action, &mut next)?;
        std::mem::swap(&mut state, &mut next);
        length += 1;
    }
    let goals = machine.role_ids().map(|role| Ok(machine.goal(&state, role)?.value()));
    let goals: Vec<u8> = goals.collect::<Result<_, StopReason>>()?;
    actors.iter_mut().zip(&goals).for_each(|(actor, &goal)| actor.end(goal));
    Ok(Played { goals, length })
}

/// Where matches begin.
#[derive(Clone, Debug)]
pub enum Starts {
    /// Where the rules say.
    Initial,
    /// In any state of a random game in which it is not over.
    Random,
    /// Where the rules say, but with what is on the boards in other places. The analysis is that of the game.
    Shuffled(Arc<Analysis>),
}

impl Starts {
    /// A state to begin with.
    pub fn state(
        &self,
        machine: &mut dyn Machine,
        random: &mut Random,
    ) -> Result<State, StopReason> {
        let mut start = machine.initial_state()?;
        match self {
            Starts::Initial => return Ok(start),
            Starts::Shuffled(analysis) => {
                return Ok(analyze::shuffled(analysis, machine, random)?.unwrap_or(start));
            }
            Starts::Random => {}
        }
        let (mut state, mut seen) = (start.clone(), 1);
        while seen < MOST_MOVES
            && let Some(next) = random_step(machine, &state, random)?
        {
            state = next;
            if machine.terminal(&state)? {
                break;
            }
            seen += 1;
            if random.random_range(0..seen) == 0 {
                start = state.clone();
            }
        }
        Ok(start)
    }
}
