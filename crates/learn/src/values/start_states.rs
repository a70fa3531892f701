//! The states in which training matches begin.
//!
//! Does not play the matches (`play_match`).

use super::play_match::MAX_MOVES;
use analyze::Analysis;
use game::playout::random_step;
use game::{Machine, MachineExt, Random, State, StopReason};
use rand::RngExt;
use std::sync::Arc;

/// Kinds of states in which matches begin.
#[derive(Clone, Debug)]
pub enum StartStates {
    /// The initial state of the rules.
    Initial,
    /// A state of a random game, all states before its end being equally likely.
    Random,
    /// The initial state with the contents of its boards in other cells. The analysis is that of the game.
    Shuffled(Arc<Analysis>),
}

impl StartStates {
    /// Draws a state to begin a match with.
    pub fn state(
        &self,
        machine: &mut dyn Machine,
        random: &mut Random,
    ) -> Result<State, StopReason> {
        let mut start = machine.initial_state()?;
        match self {
            StartStates::Initial => return Ok(start),
            StartStates::Shuffled(analysis) => {
                return Ok(analyze::shuffled(analysis, machine, random)?.unwrap_or(start));
            }
            StartStates::Random => {}
        }
        let (mut state, mut seen) = (start.clone(), 1);
        while seen < MAX_MOVES
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
