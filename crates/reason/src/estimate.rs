//! How many rows to expect from a condition: what join plans are ordered by. Facts of the rules are
//! counted; facts of the state are counted over a few states of random play; the rest is guessed.

use crate::rows::Rows;
use gdl::Symbol;
use std::collections::{HashMap, HashSet};

/// What is assumed about the facts of the state before any state has been seen.
const UNKNOWN_ROWS: f64 = 30.0;
const UNKNOWN_DISTINCT: f64 = 6.0;

/// What is assumed about derived relations: values per argument that is asked for.
const DERIVED_VALUES: f64 = 5.0;

/// The share of tests that succeed.
const TEST: f64 = 0.5;

/// Rows and distinct values per column, averaged over what was seen.
#[derive(Clone, Debug, Default)]
pub(crate) struct Profile {
    samples: f64,
    rows: f64,
    distinct: Vec<f64>,
}

impl Profile {
    pub(crate) fn add(&mut self, rows: &Rows, width: usize) {
        self.samples += 1.0;
        self.rows += rows.count() as f64;
        self.distinct.resize(width, 0.0);
        for (column, sum) in self.distinct.iter_mut().enumerate() {
            let values: HashSet<u32> =
                (0..rows.count()).map(|row| rows.value(row, column)).collect();
            *sum += values.len() as f64;
        }
    }

    /// The rows to expect when these columns are known.
    pub(crate) fn expect(&self, known: &[usize], width: usize) -> f64 {
        let (rows, distinct) = if self.samples == 0.0 {
            (UNKNOWN_ROWS, vec![UNKNOWN_DISTINCT; width])
        } else {
            let mean = |sum: &f64| (sum / self.samples).max(1.0);
            (mean(&self.rows), self.distinct.iter().map(mean).collect())
        };
        let share: f64 = known.iter().map(|&column| distinct[column]).product();
        if known.len() == width { TEST.min(rows / share) } else { rows / share }
    }
}

/// Profiles of the fluents.
pub(crate) type Profiles = HashMap<(Symbol, usize), Profile>;

/// The rows to expect from a derived relation with so many arguments asked for.
pub(crate) fn derived(free: usize) -> f64 {
    if free == 0 { TEST } else { DERIVED_VALUES.powi(free as i32) }
}
