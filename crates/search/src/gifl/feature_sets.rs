//! Features with the same role and facts, combined: the weights of their moves and their part in the chances of the
//! role.

use super::GuidanceSettings;
use game::{Fact, Move, Role};
use hashbrown::HashMap;
use learn::gifl::{FeatureKind, GiflFeatures};

/// Weight of moves that win, where moves without features have weight 1: they are always made.
pub(super) const WINS: f64 = f64::INFINITY;
/// Weight of moves that keep the other role from winning, if moves that win are preferred.
pub(super) const PREVENTS: f64 = f64::MAX;
/// Largest weight of all other moves.
const MAX_WEIGHT: f64 = 1e30;

/// A move that features are about, with its weight.
#[derive(Clone, Copy)]
pub(super) struct MoveWeight {
    /// The move of the role.
    pub action: Move,
    /// Probability of the move in relation to moves without features.
    pub weight: f64,
}

/// The features of a set, combined.
#[derive(Default)]
pub(super) struct SetContent {
    /// Weights of the moves.
    pub weights: Vec<MoveWeight>,
    /// Part in the chances of the role: above 0 if it can win something, below 0 if it has to prevent something.
    pub chances: f64,
}

/// A role and the facts of a feature.
pub(super) type Set<'a> = (Role, &'a [Fact]);

/// A set, with those of its facts that are looked up.
pub(super) type Member<'s, 'a> = (&'s Set<'a>, Vec<Fact>);

/// All sets of the features that the settings keep.
#[derive(Default)]
pub(super) struct Sets<'a> {
    pub content: HashMap<Set<'a>, SetContent>,
    /// The sets in the order in which they were found.
    pub order: Vec<Set<'a>>,
}

impl<'a> Sets<'a> {
    /// Combines the features into sets.
    pub fn of(features: &'a GiflFeatures, settings: &GuidanceSettings) -> Sets<'a> {
        let mut sets = Sets::default();
        let kept = features.iter().filter(|(_, count)| *count >= settings.least);
        let most = features.iter().map(|(_, count)| count).max().unwrap_or(1);
        for (feature, count) in kept {
            let set = (feature.role, feature.facts.as_slice());
            let content = sets.content.entry(set).or_insert_with(|| {
                sets.order.push(set);
                Default::default()
            });
            let (value, share) = (settings.value(feature.level), settings.share(count, most));
            let gibbs = |value: f64| (value / settings.temperature).exp().min(MAX_WEIGHT);
            let weight = match (feature.level, feature.kind) {
                (..=1, FeatureKind::Defensive) if settings.wins_first => PREVENTS,
                (..=1, FeatureKind::Offensive | FeatureKind::Defensive) => WINS,
                (_, FeatureKind::Offensive | FeatureKind::Defensive) => gibbs(value * share),
                (_, FeatureKind::Losing) => gibbs(-value),
            };
            content
                .weights
                .extend(feature.moves.iter().map(|&action| MoveWeight { action, weight }));
            content.chances += match feature.kind {
                FeatureKind::Offensive => value * share,
                FeatureKind::Defensive | FeatureKind::Losing => -value * share,
            };
        }
        sets
    }

    /// Returns the number of sets of each fact.
    pub fn uses(&self) -> Vec<usize> {
        let facts = || self.order.iter().flat_map(|(_, facts)| facts.iter());
        let count = facts().map(|fact| fact.0 as usize + 1).max().unwrap_or(0);
        let mut uses = vec![0; count];
        facts().for_each(|fact| uses[fact.0 as usize] += 1);
        uses
    }
}
