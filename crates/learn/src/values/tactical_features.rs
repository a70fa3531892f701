//! Tactical features of moves: winning, blocking, failing to block, and making a fork.
//!
//! They are found by looking a few moves ahead and mean the same in all games of two roles that take turns. Follows
//! `transfer`, section 2 (features F1 to F4). Their values are in `tactical_values`.

use super::turn::Turn;
use game::{Machine, Role, State, StopReason};

/// Tactical property of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TacticalFeature {
    /// The move wins at once.
    Win,
    /// The other role could win at once after some other move, but not after this one.
    Block,
    /// The other role can win at once after the move.
    FailToBlock,
    /// Whatever the other role answers, the role can win with its next move.
    Fork,
}

/// All tactical features, F1 to F4 of the document.
pub const TACTICAL_FEATURES: [TacticalFeature; 4] = [
    TacticalFeature::Win,
    TacticalFeature::Block,
    TacticalFeature::FailToBlock,
    TacticalFeature::Fork,
];

/// Goal that counts as a win.
const WON: u8 = 100;

/// Whether there is a move in a state after which another role can win at once.
pub(super) fn is_threatened(
    machine: &mut dyn Machine,
    role: Role,
    before: &State,
) -> Result<bool, StopReason> {
    let mut others = following(machine, before)?.into_iter();
    others.try_fold(false, |found, other| {
        Ok(found || wins_at_once(machine, &other, |chooser| chooser != role)?)
    })
}

impl TacticalFeature {
    /// Whether the move of a role from the state `before` to the afterstate `after` has this feature.
    pub fn matches(
        self,
        machine: &mut dyn Machine,
        role: Role,
        before: &State,
        after: &State,
    ) -> Result<bool, StopReason> {
        let is_possible = self != TacticalFeature::Block || is_threatened(machine, role, before)?;
        Ok(is_possible && self.matches_threatened(machine, role, after)?)
    }

    /// Like `matches`, for moves from states in which some move would let the other role win.
    pub(super) fn matches_threatened(
        self,
        machine: &mut dyn Machine,
        role: Role,
        after: &State,
    ) -> Result<bool, StopReason> {
        if machine.terminal(after)? {
            return Ok(self == TacticalFeature::Win && machine.goal(after, role)?.value() == WON);
        }
        let fails_to_block = match self {
            TacticalFeature::Win => return Ok(false),
            _ => wins_at_once(machine, after, |chooser| chooser != role)?,
        };
        match self {
            TacticalFeature::Win => Ok(false),
            TacticalFeature::FailToBlock => Ok(fails_to_block),
            TacticalFeature::Block | TacticalFeature::Fork if fails_to_block => Ok(false),
            TacticalFeature::Block => Ok(true),
            TacticalFeature::Fork => {
                let answers = following(machine, after)?;
                let is_any = !answers.is_empty();
                let mut answers = answers.into_iter();
                answers.try_fold(is_any, |all, answer| {
                    Ok(all && wins_at_once(machine, &answer, |chooser| chooser == role)?)
                })
            }
        }
    }
}

/// Whether the role that has the choice in a state is one of the wanted roles and has a winning move.
fn wins_at_once(
    machine: &mut dyn Machine,
    state: &State,
    is_meant: impl Fn(Role) -> bool,
) -> Result<bool, StopReason> {
    let (mut turn, mut next) = (Turn::default(), State::default());
    if machine.terminal(state)? || !turn.read(machine, state)? {
        return Ok(false);
    }
    let Some(role) = turn.role.filter(|&role| is_meant(role)) else { return Ok(false) };
    for action in turn.legal.clone() {
        turn.apply(machine, state, Some(action), &mut next)?;
        if machine.terminal(&next)? && machine.goal(&next, role)?.value() == WON {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Returns the states that can follow a state in which the game is not over.
fn following(machine: &mut dyn Machine, state: &State) -> Result<Vec<State>, StopReason> {
    let mut turn = Turn::default();
    if !turn.read(machine, state)? {
        return Ok(Vec::new());
    }
    let actions = match turn.role {
        Some(_) => turn.legal.iter().copied().map(Some).collect(),
        None => vec![None],
    };
    let mut states = Vec::new();
    for action in actions {
        let mut next = State::default();
        turn.apply(machine, state, action, &mut next)?;
        states.push(next);
    }
    Ok(states)
}
