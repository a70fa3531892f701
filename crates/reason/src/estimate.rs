//! How many rows to expect from a condition: what join plans are ordered by. Facts of the rules are
//! counted; what depends on the state is counted over a few states of random play; what is too large to
//! be counted is guessed.

use crate::limits::Stop;
use crate::pool::Pool;
use crate::rows::Rows;
use gdl::{Relation, Symbol};
use std::collections::{HashMap, HashSet};

/// What is assumed about the facts of the state before any state has been seen.
const UNKNOWN_ROWS: f64 = 30.0;
const UNKNOWN_DISTINCT: f64 = 6.0;

/// What is assumed about relations too large to be surveyed: values per argument that is asked for.
const UNKNOWN_VALUES: f64 = 8.0;

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

/// What is known about the rows of relations before the rules are compiled.
#[derive(Default)]
pub(crate) struct Survey {
    /// The facts of the state, by name and number of arguments.
    pub(crate) fluents: HashMap<(Symbol, usize), Profile>,
    /// Relations that follow from the state or the moves.
    pub(crate) derived: HashMap<Relation, Profile>,
    /// Relations that never change, with all their rows.
    pub(crate) fixed: HashMap<Relation, Rows>,
}

impl Survey {
    /// Gives the terms of the rows their ids in another pool.
    pub(crate) fn move_to(&mut self, from: &Pool, to: &mut Pool) -> Result<(), Stop> {
        let mut moved = HashMap::new();
        for rows in self.fixed.values_mut() {
            rows.replace(|term| from.copy(term, to, &mut moved))?;
        }
        Ok(())
    }

    /// The rows to expect from facts of the state when these columns are known.
    pub(crate) fn fluent(&self, name: Symbol, known: &[usize], width: usize) -> f64 {
        match self.fluents.get(&(name, width)) {
            Some(profile) => profile.expect(known, width),
            None => Profile::default().expect(known, width),
        }
    }

    /// The rows to expect from a derived relation when these columns are known.
    pub(crate) fn derived(&self, relation: Relation, known: &[usize], width: usize) -> f64 {
        match self.derived.get(&relation) {
            Some(profile) => profile.expect(known, width),
            None if known.len() == width => TEST,
            None => UNKNOWN_VALUES.powi((width - known.len()) as i32),
        }
    }
}
