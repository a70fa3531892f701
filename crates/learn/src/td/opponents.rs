//! Policies of the opponents in training matches.
//!
//! Follows `guenther`, section 5.2. The learner's own policy is in `training_match`.

use super::value_function::ValueFunction;
use game::match_loop::Position;
use game::{Best, Move, Role, State, StopReason};

/// Chooses moves in training matches.
pub trait OpponentPolicy: Send {
    /// Chooses a legal move of a role.
    fn choose(&mut self, position: &mut Position, role: Role) -> Result<Move, StopReason>;
}

/// Makes a legal move at random.
pub struct RandomOpponent;

impl OpponentPolicy for RandomOpponent {
    fn choose(&mut self, position: &mut Position, role: Role) -> Result<Move, StopReason> {
        Ok(position.random_move(role))
    }
}

/// Looks one move ahead and makes the move with the best estimate. The other roles are assumed to move at random.
pub struct GreedyOpponent<J>(pub J);

impl<J: ValueFunction> OpponentPolicy for GreedyOpponent<J> {
    fn choose(&mut self, position: &mut Position, role: Role) -> Result<Move, StopReason> {
        best_move(position, role, &mut self.0)
    }
}

/// Returns the move of a role after which the estimate is greatest, for one random choice of the other roles' moves. Ties
/// are broken at random.
pub(super) fn best_move(
    position: &mut Position,
    own: Role,
    value_function: &mut dyn ValueFunction,
) -> Result<Move, StopReason> {
    let roles = (0..position.legal.len() as u32).map(Role);
    let mut joint: Vec<Move> = roles.map(|role| position.random_move(role)).collect();
    let Position { machine, state, random, .. } = position;
    let legal = &position.legal[own.0 as usize];
    if let [only] = legal[..] {
        return Ok(only);
    }
    let (mut best, mut next) = (Best::default(), State::default());
    for &action in legal {
        joint[own.0 as usize] = action;
        machine.next(state, &joint, &mut next)?;
        let value = if machine.terminal(&next)? {
            value_function.goal_value(machine.goal(&next, own)?.value())
        } else {
            value_function.value(&mut **machine, &next)?
        };
        best.offer(action, value, random);
    }
    Ok(best.chosen().unwrap_or(legal[0]))
}
