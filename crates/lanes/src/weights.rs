//! Weights of moves in playouts that are not uniform.

use crate::programs::Programs;
use crate::step::StepProgram;
use circuit::{Action, Model};
use game::{Move, Role};

/// Number of bits of a weight: a move is at most 63 times as likely as another.
pub const WEIGHT_BITS: u32 = 6;

/// The weight of each move of each role.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weights {
    /// For each action, from 1 to 63.
    weights: Vec<u8>,
}

impl Weights {
    /// Returns weights in proportion to positive numbers: the largest becomes 63, and none becomes less than 1.
    pub fn new(model: &Model, mut weight: impl FnMut(Role, Move) -> f64) -> Weights {
        let names = model.names();
        let moves = names
            .roles()
            .flat_map(|role| names.moves_of(role).iter().map(move |&action| (role, action)));
        let numbers: Vec<f64> = moves.map(|(role, action)| weight(role, action)).collect();
        let greatest = numbers.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
        let most = f64::from((1u32 << WEIGHT_BITS) - 1);
        let weights =
            numbers.iter().map(|number| (number / greatest * most).round().clamp(1.0, most) as u8);
        Weights { weights: weights.collect() }
    }

    /// Returns the weight of an action, from 1 to 63.
    pub fn of(&self, action: Action) -> u32 {
        u32::from(self.weights[action.0 as usize])
    }

    pub(crate) fn masks_of(&self, step: &StepProgram) -> Vec<u64> {
        let on = |&(action, bit): &(Action, u32)| self.weights[action.0 as usize] >> bit & 1 == 1;
        step.masks.iter().map(|mask| if on(mask) { u64::MAX } else { 0 }).collect()
    }
}

/// The weights as the programs of each phase read them.
#[derive(Clone, Debug, Default)]
pub struct WeightMasks {
    phases: Vec<Vec<u64>>,
}

impl WeightMasks {
    /// Returns the masks for some programs; empty without weights.
    pub fn new(weights: Option<&Weights>, programs: &Programs) -> WeightMasks {
        let steps = programs.steps.iter();
        let phases =
            weights.map(|weights| steps.map(|step| weights.masks_of(&step.step)).collect());
        WeightMasks { phases: phases.unwrap_or_default() }
    }

    /// Returns the masks of the program of a phase.
    #[inline(always)]
    pub fn of(&self, phase: usize) -> &[u64] {
        self.phases.get(phase).map_or(&[], |masks| masks)
    }
}
