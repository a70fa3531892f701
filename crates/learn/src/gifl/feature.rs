//! Features of GIFL, and the collection of those that were found.
//!
//! Contains no names of facts and moves (`saved_features`).

use game::{Fact, Move, Role};
use hashbrown::HashMap;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The effect of a feature's moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FeatureKind {
    /// The moves win, or lead to a win.
    Offensive,
    /// The moves prevent an offensive feature of the other role.
    Defensive,
    /// The moves lose: they end the game in favour of the other role.
    Losing,
}

impl fmt::Display for FeatureKind {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            FeatureKind::Offensive => "offensive",
            FeatureKind::Defensive => "defensive",
            FeatureKind::Losing => "losing",
        })
    }
}

/// Moves that matter for a role wherever certain facts are true.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GiflFeature {
    /// Level of the 2-ply tree it was found in, counted from 1 at the end of the game.
    pub level: u32,
    /// The effect of its moves.
    pub kind: FeatureKind,
    /// The role whose moves they are.
    pub role: Role,
    /// The facts that have to be true, in ascending order.
    pub facts: Vec<Fact>,
    /// The moves, in ascending order.
    pub moves: Vec<Move>,
}

/// A collection of different features, each with the number of times it was found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GiflFeatures {
    /// Whether features of the first level were found in games that facts of the last state explain, so that their
    /// moves win or prevent a loss for certain. Otherwise their moves only decided a game.
    pub are_certain: bool,
    all: Vec<(GiflFeature, u32)>,
    places: HashMap<GiflFeature, usize>,
}

impl GiflFeatures {
    /// Creates an empty collection for a game in which features of the first level are certain, or not.
    pub fn new(are_certain: bool) -> GiflFeatures {
        GiflFeatures { are_certain, ..GiflFeatures::default() }
    }

    /// Returns the number of features.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether the collection is empty.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Iterates over the features in the order in which they were first found, each with its count.
    pub fn iter(&self) -> impl Iterator<Item = (&GiflFeature, u32)> {
        self.all.iter().map(|(feature, count)| (feature, *count))
    }

    /// Adds a feature that was found `count` times. A feature that is there already gets the sum of the counts.
    pub fn add(&mut self, feature: GiflFeature, count: u32) {
        match self.places.get(&feature) {
            Some(&place) => {
                let known = &mut self.all[place].1;
                *known = known.saturating_add(count);
            }
            None => {
                self.places.insert(feature.clone(), self.all.len());
                self.all.push((feature, count));
            }
        }
    }
}
