//! The features that were generated, with how each was made.
//!
//! Does not make features (`generate`).

use super::abstraction_graph::AbstractionGraph;
use super::formula::Feature;
use super::transform::Transformation;
use std::collections::BTreeMap;

/// A feature that was generated.
#[derive(Clone, Debug)]
pub struct GeneratedFeature {
    /// The feature that was generated.
    pub feature: Feature,
    /// The transformation that made it first.
    pub by: Transformation,
    /// Number of regressions on the way to it.
    pub regressions: u8,
    /// Number of unrolled relations on the way to it.
    pub unrolled: u8,
    /// Whether its formula holds in all sampled states.
    pub is_always: bool,
    /// Whether it has parts without common variables.
    pub is_splittable: bool,
    /// Whether it counts how great a number is.
    pub is_number: bool,
}

/// All features that were generated.
#[derive(Clone, Debug, Default)]
pub struct GeneratedFeatures {
    /// The features without repetitions, in the order in which they were made.
    pub all: Vec<GeneratedFeature>,
    /// The features by their indexes in `all`, with edges from more abstract ones to less abstract ones.
    pub graph: AbstractionGraph,
    /// Number of features that each transformation made, including those that existed already.
    pub produced: BTreeMap<Transformation, u64>,
    /// Whether all features that can be generated were generated.
    pub is_complete: bool,
}

impl GeneratedFeatures {
    /// Returns the number of features made, including those that existed already.
    pub fn produced(&self) -> u64 {
        self.produced.values().sum()
    }
}
