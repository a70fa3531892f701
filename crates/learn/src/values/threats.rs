//! What a few moves ahead tell about a move (document 003): whether it wins, blocks, fails to block, or makes a fork. That means the same in
//! all games of two roles that take turns, and so can be brought over from any of them to any other.

use super::turns::Turn;
use super::{Prior, Values};
use game::playout::random_step;
use game::{Machine, Random, Role, State, StopReason};

/// What a move may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Threat {
    /// It wins.
    Win,
    /// The other side could win after another move, but not after this one.
    Block,
    /// The other side can win after it.
    Blunder,
    /// Whatever the other side does, it can be followed by a win.
    Fork,
}

/// All that a move may be.
pub const THREATS: [Threat; 4] = [Threat::Win, Threat::Block, Threat::Blunder, Threat::Fork];

/// What each of them is worth, as far as it is known.
#[derive(Clone, Debug)]
pub struct Threats {
    role: Role,
    values: [Option<f64>; THREATS.len()],
    /// The last state that was left, and whether the other side could win after some move from it: that is asked for every move.
    left: Option<(State, bool)>,
}

/// The goal of those who win.
const WON: u8 = 100;

impl Threats {
    /// The mean values of the moves of each kind, in states of random games.
    pub fn learnt(
        machine: &mut dyn Machine,
        role: Role,
        values: &Values,
        games: usize,
        random: &mut Random,
    ) -> Result<Threats, StopReason> {
        let mut sums = [(0.0, 0u32); THREATS.len()];
        let (mut turn, mut after) = (Turn::default(), State::default());
        for _ in 0..games {
            let mut state = machine.initial_state()?;
            loop {
                let is_ours = !machine.terminal(&state)?
                    && turn.look(machine, &state)?
                    && turn.role == Some(role);
                let actions = if is_ours { turn.legal.clone() } else { Vec::new() };
                for action in actions {
                    turn.make(machine, &state, Some(action), &mut after)?;
                    let Some(value) = values.get(&after) else { continue };
                    for (threat, sum) in THREATS.into_iter().zip(&mut sums) {
                        if threat.fits(machine, role, &state, &after)? {
                            *sum = (sum.0 + value, sum.1 + 1);
                        }
                    }
                }
                match random_step(machine, &state, random)? {
                    Some(next) => state = next,
                    None => break,
                }
            }
        }
        let values = sums.map(|(sum, count)| (count > 0).then(|| sum / f64::from(count)));
        Ok(Threats { role, values, left: None })
    }

    /// What a kind of move is worth, if that is known.
    pub fn value_of(&self, threat: Threat) -> Option<f64> {
        self.values[threat as usize]
    }
}

/// The greatest of the values of what a move is.
impl Prior for Threats {
    fn value(
        &mut self,
        machine: &mut dyn Machine,
        before: &State,
        after: &State,
    ) -> Result<Option<f64>, StopReason> {
        let mut greatest: Option<f64> = None;
        for threat in THREATS {
            let value = self.value_of(threat);
            let is_possible = value > greatest
                && (threat != Threat::Block || self.is_threatened(machine, before)?);
            if is_possible && threat.fits_threatened(machine, self.role, after)? {
                greatest = value;
            }
        }
        Ok(greatest)
    }
}

impl Threats {
    /// Whether the other side can win after some move from a state.
    fn is_threatened(
        &mut self,
        machine: &mut dyn Machine,
        before: &State,
    ) -> Result<bool, StopReason> {
        if let Some((_, is_threatened)) = self.left.as_ref().filter(|(left, _)| left == before) {
            return Ok(*is_threatened);
        }
        let is_threatened = is_threatened(machine, self.role, before)?;
        self.left = Some((before.clone(), is_threatened));
        Ok(is_threatened)
    }
}

/// Whether others than a role can win after some move from a state.
fn is_threatened(
    machine: &mut dyn Machine,
    role: Role,
    before: &State,
) -> Result<bool, StopReason> {
    let mut others = following(machine, before)?.into_iter();
    others.try_fold(false, |found, other| {
        Ok(found || wins_at_once(machine, &other, |chooser| chooser != role)?)
    })
}

impl Threat {
    /// Whether a role's move from one state to another is this.
    pub fn fits(
        self,
        machine: &mut dyn Machine,
        role: Role,
        before: &State,
        after: &State,
    ) -> Result<bool, StopReason> {
        let is_possible = self != Threat::Block || is_threatened(machine, role, before)?;
        Ok(is_possible && self.fits_threatened(machine, role, after)?)
    }

    /// The same if the other side can win after some move.
    fn fits_threatened(
        self,
        machine: &mut dyn Machine,
        role: Role,
        after: &State,
    ) -> Result<bool, StopReason> {
        if machine.terminal(after)? {
            return Ok(self == Threat::Win && machine.goal(after, role)?.value() == WON);
        }
        let is_blunder = match self {
            Threat::Win => return Ok(false),
            _ => wins_at_once(machine, after, |chooser| chooser != role)?,
        };
        match self {
            Threat::Win => Ok(false),
            Threat::Blunder => Ok(is_blunder),
            Threat::Block | Threat::Fork if is_blunder => Ok(false),
            Threat::Block => Ok(true),
            Threat::Fork => {
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

/// Whether somebody of these has the choice in a state and can win by it.
fn wins_at_once(
    machine: &mut dyn Machine,
    state: &State,
    is_meant: impl Fn(Role) -> bool,
) -> Result<bool, StopReason> {
    let (mut turn, mut next) = (Turn::default(), State::default());
    if machine.terminal(state)? || !turn.look(machine, state)? {
        return Ok(false);
    }
    let Some(role) = turn.role.filter(|&role| is_meant(role)) else { return Ok(false) };
    for action in turn.legal.clone() {
        turn.make(machine, state, Some(action), &mut next)?;
        if machine.terminal(&next)? && machine.goal(&next, role)?.value() == WON {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The states that can follow a state that is not terminal.
fn following(machine: &mut dyn Machine, state: &State) -> Result<Vec<State>, StopReason> {
    let mut turn = Turn::default();
    if !turn.look(machine, state)? {
        return Ok(Vec::new());
    }
    let actions = match turn.role {
        Some(_) => turn.legal.iter().copied().map(Some).collect(),
        None => vec![None],
    };
    let mut states = Vec::new();
    for action in actions {
        let mut next = State::default();
        turn.make(machine, state, action, &mut next)?;
        states.push(next);
    }
    Ok(states)
}
