//! Evaluations: estimates of states that are not searched further.

use crate::{Detail, DisplayedFeature, MAX_ACTIVE_FEATURES};
use analyze::FuzzyGoals;
use game::{Machine, State, StopReason};
use learn::td::{ActiveFeature, StateEvaluator};

/// Estimates the values of states for the side that searches.
pub trait Evaluation: Send {
    /// Returns the value of a state, from 0 for the worst to 1 for the best.
    fn estimate(&mut self, machine: &mut dyn Machine, state: &State) -> Result<f64, StopReason>;

    /// Returns the same evaluation for another thread.
    fn fork(&self) -> Box<dyn Evaluation>;

    /// Returns whether a state and its images under symmetries of the game always have equal estimates.
    fn is_symmetric(&self) -> bool {
        false
    }

    /// Returns what the evaluation is based on, for reports.
    fn detail(&self) -> Option<Detail> {
        None
    }

    /// Returns the features on which the estimate of a state is based, the most important first.
    fn active_features(
        &mut self,
        _: &mut dyn Machine,
        _: &State,
    ) -> Result<Vec<DisplayedFeature>, StopReason> {
        Ok(Vec::new())
    }
}

/// An evaluation by which all states are equal, so that only results of games count.
pub struct NoEvaluation;

impl Evaluation for NoEvaluation {
    fn estimate(&mut self, _: &mut dyn Machine, _: &State) -> Result<f64, StopReason> {
        Ok(0.5)
    }

    fn fork(&self) -> Box<dyn Evaluation> {
        Box::new(NoEvaluation)
    }

    fn is_symmetric(&self) -> bool {
        true
    }
}

/// Evaluates states by features of the rules with learnt weights.
impl Evaluation for StateEvaluator {
    fn estimate(&mut self, machine: &mut dyn Machine, state: &State) -> Result<f64, StopReason> {
        Ok(self.value(machine, state))
    }

    fn fork(&self) -> Box<dyn Evaluation> {
        Box::new(self.clone())
    }

    fn detail(&self) -> Option<Detail> {
        Some(Detail::Weights { features: self.features(), matches: self.matches() })
    }

    fn active_features(
        &mut self,
        machine: &mut dyn Machine,
        state: &State,
    ) -> Result<Vec<DisplayedFeature>, StopReason> {
        let active = self.active(machine, state).into_iter().take(MAX_ACTIVE_FEATURES);
        let displayed = |it: ActiveFeature| {
            let ActiveFeature { feature, count, contribution: value } = it;
            DisplayedFeature { text: self.text(feature).to_owned(), count, value, action: None }
        };
        Ok(active.map(displayed).collect())
    }
}

/// An evaluation for the opponent of the side that another evaluation is for.
pub struct OppositeEvaluation(pub Box<dyn Evaluation>);

impl Evaluation for OppositeEvaluation {
    fn estimate(&mut self, machine: &mut dyn Machine, state: &State) -> Result<f64, StopReason> {
        Ok(1.0 - self.0.estimate(machine, state)?)
    }

    fn fork(&self) -> Box<dyn Evaluation> {
        Box::new(OppositeEvaluation(self.0.fork()))
    }
}

/// The truth of the goals in fuzzy logic.
impl Evaluation for FuzzyGoals {
    fn estimate(&mut self, machine: &mut dyn Machine, state: &State) -> Result<f64, StopReason> {
        Ok(self.read(machine, state))
    }

    fn fork(&self) -> Box<dyn Evaluation> {
        Box::new(self.clone())
    }
}
