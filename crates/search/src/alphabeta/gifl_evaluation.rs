//! An evaluation by the features of GIFL, which its document (`gifl`) names as a possible improvement.

use super::evaluation::Evaluation;
use crate::DisplayedFeature;
use crate::gifl::{Explanations, FeatureMatcher, GuidanceSettings};
use game::{Machine, Role, State, StopReason};
use learn::gifl::GiflFeatures;
use std::sync::Arc;

/// An evaluation that compares the features of both roles.
#[derive(Clone)]
pub struct GiflEvaluation {
    matcher: FeatureMatcher,
    explanations: Arc<Explanations>,
    role: Role,
}

/// The value of a feature of the first level. If the chances of the own role are better than those of the other by this
/// number, the estimate of a state, which is from 0 to 1, is 0.73 (the logistic function of 1).
const SCALE: f64 = 100.0;

impl GiflEvaluation {
    /// Creates the evaluation for one of two roles.
    pub fn new(features: &GiflFeatures, settings: &GuidanceSettings, role: Role) -> GiflEvaluation {
        let matcher = FeatureMatcher::new(features, settings, role);
        GiflEvaluation {
            matcher,
            explanations: Arc::new(Explanations::new(features, settings)),
            role,
        }
    }
}

impl Evaluation for GiflEvaluation {
    fn estimate(&mut self, machine: &mut dyn Machine, state: &State) -> Result<f64, StopReason> {
        self.matcher.advance(machine, state);
        let other = Role(1 - self.role.0);
        let better = self.matcher.chances(self.role) - self.matcher.chances(other);
        Ok(1.0 / (1.0 + (-better / SCALE).exp()))
    }

    fn fork(&self) -> Box<dyn Evaluation> {
        Box::new(self.clone())
    }

    fn active_features(
        &mut self,
        machine: &mut dyn Machine,
        state: &State,
    ) -> Result<Vec<DisplayedFeature>, StopReason> {
        self.explanations.active(machine, state)
    }
}
