//! Features, and the collection of those that were found.

use game::{Fact, Move, Role};
use hashbrown::HashMap;
use serde::{Deserialize, Serialize};
use std::fmt;

/// What a feature's moves are good for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// They win, or lead on to it.
    Offensive,
    /// They keep the other side from its offensive feature.
    Defensive,
    /// They lose: the side that makes them ends the game for the other one's good.
    Losing,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Kind::Offensive => "offensive",
            Kind::Defensive => "defensive",
            Kind::Losing => "losing",
        })
    }
}

/// Moves that matter for a role wherever some facts are true.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Feature {
    /// In which 2-ply tree it was found, from 1 at the end of the game.
    pub level: u32,
    /// What its moves are good for.
    pub kind: Kind,
    /// Whose moves they are.
    pub role: Role,
    /// What has to be true, in ascending order.
    pub facts: Vec<Fact>,
    /// The moves, in ascending order.
    pub moves: Vec<Move>,
}

/// Different features, each with how often it was found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Features {
    /// Whether those of the first level were found where games were won because of facts that are there, so that their moves
    /// win or keep from losing; else they only decided games.
    pub are_certain: bool,
    all: Vec<(Feature, u32)>,
    places: HashMap<Feature, usize>,
}

impl Features {
    /// None yet, of a game in which those of the first level are certain, or not.
    pub fn new(are_certain: bool) -> Features {
        Features { are_certain, ..Features::default() }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// All of them, in the order in which they were first found, each with how often.
    pub fn iter(&self) -> impl Iterator<Item = (&Feature, u32)> {
        self.all.iter().map(|(feature, count)| (feature, *count))
    }

    /// Adds one that was found so often; one that is there already counts more.
    pub fn add(&mut self, feature: Feature, count: u32) {
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
