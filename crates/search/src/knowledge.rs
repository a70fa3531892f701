//! Knowledge about a game from before a match, as players use it.

use crate::LearningCache;
use crate::alphabeta::Heuristic;
use analyze::{Analysis, WrittenSymmetries};
use game::Role;
use learn::gifl::SavedFeatures;
use learn::values::Prior;
use std::sync::Arc;

/// Knowledge about a game from before a match.
#[derive(Clone, Default)]
pub struct PriorKnowledge {
    /// The analysis of the rules, if there is one.
    pub analysis: Option<Arc<Analysis>>,
    /// Values of afterstates, from other matches or other games.
    pub priors: Option<Arc<Priors>>,
    /// The solution of a game with one role: its moves, in words of the rules.
    pub solution: Option<Arc<[String]>>,
    /// Symmetries of the game, in words of the rules; they have to be verified.
    pub symmetries: Option<Arc<WrittenSymmetries>>,
    /// Heuristics that did well, each with the role it did well for; the best first.
    pub heuristics: Arc<[(Role, Heuristic)]>,
    /// Features from the ends of games, in words of the rules.
    pub features: Option<Arc<SavedFeatures>>,
    /// Results of learning that the players of this process share.
    pub learning: Arc<LearningCache>,
}

/// Returns the known values of a role's afterstates, if there are any.
pub type Priors = dyn Fn(Role) -> Option<Box<dyn Prior>> + Send + Sync;
