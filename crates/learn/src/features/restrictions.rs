//! Restrictions that keep the number of generated features small.
//!
//! Follows `guenther`, sections 3.7 and 7.1.2. Contains no criteria of selection (`select`).

use super::bindings::SearchLimits;

/// Restrictions on generated features.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Restrictions {
    /// Largest number of atoms of a formula that depend on the state.
    pub atoms: usize,
    /// Number of variables above which remove-variable removes all of them at once.
    pub variables: usize,
    /// Formulas are regressed only if they have fewer atoms that depend on the state.
    pub regressed_atoms: usize,
    /// Largest number of regressions on the way to a feature.
    pub regressions: u8,
    /// Largest number of matching rules with which a relation is expanded.
    pub clauses: usize,
    /// Largest number of features to which transformations are applied.
    pub expanded: usize,
    /// Limits of the search for the bindings of one formula. A formula beyond them only counts whether it holds.
    pub limits: SearchLimits,
    /// Number of rows read for all formulas after which generation stops.
    pub rows: u64,
}

impl Default for Restrictions {
    fn default() -> Restrictions {
        Restrictions {
            atoms: 8,
            variables: 5,
            regressed_atoms: 4,
            regressions: 3,
            clauses: 4,
            expanded: 100_000,
            limits: SearchLimits { rows: 10_000, bindings: 5_000 },
            rows: 20_000_000,
        }
    }
}

impl Restrictions {
    /// Returns restrictions from tight to loose; the third ones are those of the document. Limits of searches stay as
    /// they are here.
    pub fn loosening(self) -> [Restrictions; 5] {
        let step = |atoms, variables, regressed_atoms, regressions, clauses| Restrictions {
            atoms,
            variables,
            regressed_atoms,
            regressions,
            clauses,
            ..self
        };
        [
            step(4, 3, 3, 1, 2),
            step(6, 4, 3, 2, 3),
            step(8, 5, 4, 3, 4),
            step(12, 5, 5, 3, 8),
            step(16, 6, 6, 4, 16),
        ]
    }
}
