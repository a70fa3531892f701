//! Estimates of the number of rows of a condition, by which join plans are ordered. Facts of the rules are
//! counted; relations that depend on the state are counted over a few states of random play; relations that are
//! too large to be counted are guessed.
//!
//! Estimates change the speed of answers, never the answers.

use crate::limits::Stop;
use crate::pool::{GroundTerm, Pool};
use crate::program::{FluentKey, StoreId};
use crate::rows::Rows;
use gdl::Relation;
use std::collections::{HashMap, HashSet};
use term::ById;

/// Assumed number of facts of a fluent, before any state has been seen.
const UNKNOWN_ROWS: f64 = 30.0;
/// Assumed number of distinct values of each argument of a fluent, before any state has been seen.
const UNKNOWN_DISTINCT: f64 = 6.0;

/// Assumed number of values per unknown argument of a relation too large to be surveyed.
const UNKNOWN_VALUES: f64 = 8.0;

/// Assumed share of tests that succeed.
const TEST_SUCCESS: f64 = 0.5;

/// Mean numbers of rows and of distinct values per column over several samples.
#[derive(Clone, Debug, Default)]
pub(crate) struct Profile {
    samples: f64,
    rows: f64,
    distinct: Vec<f64>,
}

impl Profile {
    /// Adds a sample with this number of columns.
    pub(crate) fn add(&mut self, rows: &Rows, width: usize) {
        self.samples += 1.0;
        self.rows += rows.count() as f64;
        self.distinct.resize(width, 0.0);
        for (column, sum) in self.distinct.iter_mut().enumerate() {
            *sum += rows.column(column).collect::<HashSet<GroundTerm>>().len() as f64;
        }
    }

    /// Returns the expected number of rows when these columns, of `width`, are known.
    pub(crate) fn expected_rows(&self, known: &[usize], width: usize) -> f64 {
        let (rows, distinct) = if self.samples == 0.0 {
            (UNKNOWN_ROWS, vec![UNKNOWN_DISTINCT; width])
        } else {
            let mean = |sum: &f64| (sum / self.samples).max(1.0);
            (mean(&self.rows), self.distinct.iter().map(mean).collect())
        };
        let share: f64 = known.iter().map(|&column| distinct[column]).product();
        if known.len() == width { TEST_SUCCESS.min(rows / share) } else { rows / share }
    }
}

/// Numbers of rows of facts and relations in a few states of random games. They decide the order of conditions when the
/// rules are compiled for play.
#[derive(Default)]
pub(crate) struct Survey {
    /// The facts of the state.
    pub(crate) fluents: HashMap<FluentKey, Profile>,
    /// Relations that depend on the state or the moves.
    pub(crate) derived: HashMap<Relation, Profile>,
    /// Relations that never change, with all their rows.
    pub(crate) fixed: HashMap<Relation, Rows>,
}

impl Survey {
    /// Replaces the terms of all rows by their copies in another pool.
    pub(crate) fn move_to(&mut self, from: &Pool, to: &mut Pool) -> Result<(), Stop> {
        let mut copies = HashMap::new();
        for rows in self.fixed.values_mut() {
            rows.replace(|term| from.copy(term, to, &mut copies))?;
        }
        Ok(())
    }

    /// Counts the facts of the state in the stores of their fluents.
    pub(crate) fn count_fluents(
        &mut self,
        fluents: &[(FluentKey, StoreId)],
        stores: &ById<StoreId, Rows>,
    ) {
        for &(fluent, store) in fluents {
            self.fluents.entry(fluent).or_default().add(&stores[store], fluent.arity);
        }
    }

    /// Returns the expected number of facts of a fluent when these columns are known.
    pub(crate) fn fluent_rows(&self, fluent: FluentKey, known: &[usize]) -> f64 {
        match self.fluents.get(&fluent) {
            Some(profile) => profile.expected_rows(known, fluent.arity),
            None => Profile::default().expected_rows(known, fluent.arity),
        }
    }

    /// Returns the expected number of rows of a derived relation when these columns, of `width`, are known.
    pub(crate) fn derived_rows(&self, relation: Relation, known: &[usize], width: usize) -> f64 {
        match self.derived.get(&relation) {
            Some(profile) => profile.expected_rows(known, width),
            None if known.len() == width => TEST_SUCCESS,
            None => UNKNOWN_VALUES.powi((width - known.len()) as i32),
        }
    }
}
