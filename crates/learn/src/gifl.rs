//! GIFL (game-independent feature learning): which moves matter where, learnt from the ends of random games.
//!
//! A random game of two roles that take turns is analysed from its end, two plies at a time. The winner's last move is
//! good wherever the facts are true that it needs to win: an *offensive* feature. In the state before, those moves of
//! the loser are good after which the winner's move would not have won: a *defensive* feature. The facts that this
//! feature needs are the goal of the winner's earlier moves, and so on, level by level ([`GiflTrainer`]). More random
//! games tell which features are useful.
//!
//! The facts that something needs are found by removing one fact after the other and asking the machine again. The
//! states in which it is asked need not be reachable.
//!
//! Follows `gifl`. Contains no players: how features guide playouts is in `search`.

mod feature;
mod game_analysis;
mod probe;
mod random_game;
mod saved_features;
mod state_condition;
mod train_error;
mod trainer;
mod usefulness;
mod win_reasons;

pub use feature::{FeatureKind, GiflFeature, GiflFeatures};
pub use probe::KeepGoing;
pub use saved_features::{SavedFeature, SavedFeatures, SavedFeaturesError};
pub use train_error::TrainError;
pub use trainer::{GiflTrainer, GiflTraining};
