//! Values of tactical features: learnt in one game, used as a prior in another.
//!
//! Follows `transfer`, section 2. DIVERGENCE: the document looks for features in all states of the learnt value
//! function; here in the states of random games. Does not recognise the features (`tactical_features`).

use super::tactical_features::{TACTICAL_FEATURES, TacticalFeature, is_threatened};
use super::turn::Turn;
use super::{Prior, Values};
use game::playout::random_step;
use game::{Machine, MachineExt, Random, Role, State, StopReason};

/// Mean values of the moves with each tactical feature, for one role.
#[derive(Clone, Debug)]
pub struct TacticalValues {
    role: Role,
    values: [Option<f64>; TACTICAL_FEATURES.len()],
    /// The last state that was asked about, and whether the other role could win after some move from it: the same
    /// state is asked about for each of its moves.
    left: Option<(State, bool)>,
}

impl TacticalValues {
    /// Computes the means from the values of afterstates that a role's moves lead to in a number of random games.
    pub fn learnt(
        machine: &mut dyn Machine,
        role: Role,
        values: &Values,
        games: usize,
        random: &mut Random,
    ) -> Result<TacticalValues, StopReason> {
        let mut sums = [(0.0, 0u32); TACTICAL_FEATURES.len()];
        let (mut turn, mut after) = (Turn::default(), State::default());
        for _ in 0..games {
            let mut state = machine.initial_state()?;
            loop {
                let is_ours = !machine.terminal(&state)?
                    && turn.read(machine, &state)?
                    && turn.role == Some(role);
                let actions = if is_ours { turn.legal.clone() } else { Vec::new() };
                for action in actions {
                    turn.apply(machine, &state, Some(action), &mut after)?;
                    let Some(value) = values.get(&after) else { continue };
                    for (feature, sum) in TACTICAL_FEATURES.into_iter().zip(&mut sums) {
                        if feature.matches(machine, role, &state, &after)? {
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
        Ok(TacticalValues { role, values, left: None })
    }

    /// Returns the mean value of moves with a feature. `None` if no such move was seen.
    pub fn value_of(&self, feature: TacticalFeature) -> Option<f64> {
        self.values[feature as usize]
    }
}

/// The first value of an afterstate is the greatest mean among the features of the move that leads to it.
impl Prior for TacticalValues {
    fn value(
        &mut self,
        machine: &mut dyn Machine,
        before: &State,
        after: &State,
    ) -> Result<Option<f64>, StopReason> {
        let mut greatest: Option<f64> = None;
        for feature in TACTICAL_FEATURES {
            let value = self.value_of(feature);
            let is_possible = value > greatest
                && (feature != TacticalFeature::Block || self.is_threatened(machine, before)?);
            if is_possible && feature.matches_threatened(machine, self.role, after)? {
                greatest = value;
            }
        }
        Ok(greatest)
    }
}

impl TacticalValues {
    /// Whether there is a move in a state after which the other role can win at once; remembers the last answer.
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
