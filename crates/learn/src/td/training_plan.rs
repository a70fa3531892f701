//! Constructing features and learning their weights in one go, for players that have no file.
//!
//! Contains no clock: callers say how much of the time is over.

use super::linear_model::LinearModel;
use super::opponents::OpponentPolicy;
use super::state_evaluator::{StateEvaluator, feature_texts};
use super::td_file::TdError;
use super::td_learner::{TdLearner, TdSettings};
use super::training_match::play_training_match;
use crate::features::{
    Construction, ConstructionSettings, ConstructionStage, Extensions, Restrictions,
};
use circuit::FactIds;
use game::{Machine, Role};
use gdl::Rules;
use std::sync::Arc;

/// Subject and limits of a training before a match.
pub struct TrainingPlan<'a> {
    /// The rules of the game.
    pub rules: &'a Rules,
    /// The game compiled from the rules.
    pub game: &'a Arc<circuit::Model>,
    /// Translation of the facts of the machine whose states the result evaluates.
    pub ids: FactIds,
    /// The role to learn for.
    pub role: Role,
    /// Largest number of features to which transformations are applied.
    pub max_expanded: usize,
    /// Largest number of training matches.
    pub max_matches: u64,
    /// The seed of all random choices.
    pub seed: u64,
}

/// Number of selected features with which construction is content.
const MIN_FEATURES: usize = 50;
/// Share of the time after which no more features are generated.
const GENERATION_END: f64 = 0.35;
/// Share of the time after which no more features are selected; the rest is for learning weights.
const SELECTION_END: f64 = 0.5;

impl TrainingPlan<'_> {
    /// Constructs features and learns weights against opponents, one for each role. `elapsed` returns the share of the
    /// time that is over: training ends when it reaches 1, and uses the weights learnt by then.
    pub fn train(
        &self,
        opponents: &mut [Box<dyn OpponentPolicy>],
        elapsed: &dyn Fn() -> f64,
    ) -> Result<StateEvaluator, TdError> {
        let restrictions = Restrictions { expanded: self.max_expanded, ..Restrictions::default() };
        let (seed, extensions, min_features) = (self.seed, Extensions::ALL, Some(MIN_FEATURES));
        let features = ConstructionSettings {
            restrictions,
            seed,
            extensions,
            min_features,
            ..ConstructionSettings::default()
        };
        let construction = Construction::new(self.rules, self.game, &features, &mut |stage| {
            let until = match stage {
                ConstructionStage::Generating(_) => GENERATION_END,
                ConstructionStage::Selecting(_) => SELECTION_END,
            };
            elapsed() < until
        })?;
        let evaluator = construction.evaluator()?;
        let maxima = construction.selection.all.iter().map(|it| it.max_count).collect();
        let mut random = game::random(self.seed);
        let model = LinearModel::new(maxima, &mut random);
        let mut learner = TdLearner::new(TdSettings::default(), model, evaluator, self.role);
        let mut machine = construction.machine.fork();
        let mut matches = 0;
        while matches < self.max_matches && elapsed() < 1.0 {
            play_training_match(&mut *machine, &mut learner, opponents, &mut random)?;
            matches += 1;
        }
        let texts = feature_texts(&construction.selected(), &construction.rule_base.symbols);
        Ok(StateEvaluator::new(learner, self.ids.clone(), texts, matches))
    }
}
