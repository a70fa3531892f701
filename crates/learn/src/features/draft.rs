//! Drafts of features, as transformations make them.
//!
//! Does not simplify formulas (`simplify`).

use super::formula::{Feature, Formula, Term};

/// A formula that a transformation made, with the variables whose bindings the original feature counted.
#[derive(Clone, Debug)]
pub struct FeatureDraft {
    /// The formula of the draft.
    pub formula: Formula,
    /// Variables whose bindings are counted, or the terms that took their place.
    pub(super) counted: Vec<Term>,
    /// Variables whose bindings are not counted, or the terms that took their place. All variables that are in neither
    /// list are counted.
    pub(super) uncounted: Vec<Term>,
}

impl FeatureDraft {
    /// Creates a draft that counts the bindings of all variables.
    pub fn all(formula: Formula) -> FeatureDraft {
        FeatureDraft { formula, counted: Vec::new(), uncounted: Vec::new() }
    }

    /// Creates a draft that counts the variables that a feature counts and all new ones.
    pub fn inherited(formula: Formula, feature: &Feature) -> FeatureDraft {
        let variables = 0..feature.formula.width();
        let (counted, uncounted): (Vec<u32>, Vec<u32>) =
            variables.partition(|variable| feature.variables.contains(variable));
        let terms = |variables: Vec<u32>| variables.into_iter().map(Term::Variable).collect();
        FeatureDraft { formula, counted: terms(counted), uncounted: terms(uncounted) }
    }

    /// Returns the feature of the draft.
    pub fn feature(&self) -> Feature {
        let is_counted = |&variable: &u32| {
            let variable = Term::Variable(variable);
            self.counted.contains(&variable) || !self.uncounted.contains(&variable)
        };
        let counted: Vec<u32> = self.formula.variables().into_iter().filter(is_counted).collect();
        Feature::new(&self.formula, &counted)
    }
}
