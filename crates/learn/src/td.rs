//! Weights of features, learnt by TD(λ) with a linear function and a sigmoid.
//!
//! A [`TdLearner`] evaluates states by a [`LinearModel`] of features and moves its weights by the difference between
//! its estimates of one state and the next. It looks one move ahead, and so do its opponents ([`OpponentPolicy`]). A
//! [`TdFile`] keeps weights, a [`StateEvaluator`] uses them.
//!
//! Follows `guenther`, chapter 5. Does not construct features (`features`) and does not search.

mod linear_model;
mod opponents;
mod state_evaluator;
mod td_file;
mod td_learner;
mod training_match;
mod training_plan;
mod value_function;

pub use linear_model::{LinearModel, reward};
pub use opponents::{GreedyOpponent, OpponentPolicy, RandomOpponent};
pub use state_evaluator::{ActiveFeature, StateEvaluator};
pub use td_file::{RoleWeights, TdError, TdFile};
pub use td_learner::{TdLearner, TdSettings};
pub use training_match::{play_match, play_training_match};
pub use training_plan::TrainingPlan;
pub use value_function::{FuzzyGoalValue, NegatedValue, ValueFunction};
