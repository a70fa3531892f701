//! The heuristic trim-variables.
//!
//! Follows `guenther`, section 3.5. Does not change formulas.

use super::bindings::Bindings;
use super::formula::Feature;

/// Removes the counted variables that do not change the number of bindings in any sampled state.
pub fn trim(feature: &Feature, bindings: &Bindings) -> Feature {
    let mut variables = feature.variables.clone();
    let counts = bindings.counts(&variables);
    let mut place = 0;
    while place < variables.len() {
        let mut fewer = variables.clone();
        fewer.remove(place);
        if bindings.counts(&fewer) == counts {
            variables = fewer;
        } else {
            place += 1;
        }
    }
    Feature { formula: feature.formula.clone(), variables }
}
