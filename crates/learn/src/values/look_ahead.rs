//! An agent that sees the ends of the game that are a few choices away, by minimax search with alpha-beta pruning.
//!
//! It knows nothing about states in which the game goes on. `transfer`, section 4, and `kuhl`, section 6.4, use such
//! opponents.

use super::agents::{Agent, UNKNOWN, best_move};
use super::turn::Turn;
use game::match_loop::Position;
use game::{Machine, Move, Role, State, StopReason};

/// Sees the ends of the game that are at most this number of choices away, including its own move, and moves at random
/// among equally good moves.
#[derive(Clone, Copy)]
pub struct LookAheadAgent(pub u32);

impl Agent for LookAheadAgent {
    fn choose(&mut self, position: &mut Position, turn: &mut Turn) -> Result<Move, StopReason> {
        let (LookAheadAgent(depth), role) = (*self, turn.role.unwrap_or(Role(0)));
        best_move(position, turn, |machine, next| {
            minimax(machine, next, role, depth.saturating_sub(1), FULL_WINDOW)
        })
    }
}

/// Interval of values within which the exact value of a state matters.
type Window = (f64, f64);

/// Interval that contains every value.
const FULL_WINDOW: Window = (f64::NEG_INFINITY, f64::INFINITY);

/// Returns the goal that a role can secure against all others within `depth` choices, and 50 where no end is seen. A
/// value outside the window may be replaced by any value on the same side of it, so that most lines are not searched
/// (alpha-beta).
fn minimax(
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
    if depth == 0 || !turn.read(machine, state)? {
        return Ok(UNKNOWN);
    }
    let Some(chooser) = turn.role else {
        turn.apply(machine, state, None, &mut next)?;
        return minimax(machine, &next, role, depth - 1, (least, most));
    };
    let mut value: Option<f64> = None;
    for action in turn.legal.clone() {
        turn.apply(machine, state, Some(action), &mut next)?;
        let other = minimax(machine, &next, role, depth - 1, (least, most))?;
        let is_own = chooser == role;
        let best =
            value.map_or(other, |value| if is_own { value.max(other) } else { value.min(other) });
        value = Some(best);
        if is_own {
            least = least.max(best);
        } else {
            most = most.min(best);
        }
        if least >= most {
            break;
        }
    }
    Ok(value.unwrap_or(UNKNOWN))
}
