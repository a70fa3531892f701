//! The transformation variable-specialize: conditions on one variable are replaced by the terms that always fulfil
//! them.
//!
//! Follows `guenther`, section 3.3.4. It is not in `transform`, because it needs sampled states.

use super::draft::FeatureDraft;
use super::formula::{Feature, Formula, Term};
use super::generate::Generation;
use ground::Value;

/// Largest number of terms that take the place of a condition.
const MAX_TERMS: usize = 20;

impl Generation<'_> {
    /// Returns, for a formula with a single variable, drafts without each of its atoms that depend on the state, but
    /// with the terms that fulfilled the atom in all sampled states.
    pub(super) fn specialise(&self, feature: &Feature) -> Vec<FeatureDraft> {
        let Formula::And(parts) = &feature.formula else { return Vec::new() };
        if feature.formula.width() != 1 {
            return Vec::new();
        }
        let Some(all) = self.bindings(&feature.formula) else { return Vec::new() };
        let mut drafts = Vec::new();
        for (place, part) in parts.iter().enumerate() {
            let is_fit =
                matches!(part, Formula::Atom(atom) if self.sources.rule_base.is_on_state(atom));
            let mut rest = parts.clone();
            rest.remove(place);
            let without = Formula::all(rest);
            if !is_fit || part.variables().is_empty() || without.variables().is_empty() {
                continue;
            }
            let Some(before) = self.bindings(&without) else { continue };
            let meets = |(bound, states): &&(Box<[Value]>, Vec<u64>)| {
                all.all.iter().any(|(other, here)| other == bound && here == states)
            };
            let terms_meeting: Vec<&Box<[Value]>> =
                before.all.iter().filter(meets).map(|(bound, _)| bound).collect();
            if terms_meeting.is_empty()
                || terms_meeting.len() == before.all.len()
                || terms_meeting.len() > MAX_TERMS
            {
                continue;
            }
            let values = self.sources.tables.values();
            let same = |id: Value| Formula::Same(Term::Variable(0), Term::of_value(values, id));
            let one = Formula::Or(terms_meeting.iter().map(|bound| same(bound[0])).collect());
            let parts = without.conjuncts().iter().cloned().chain([one]).collect();
            drafts.push(FeatureDraft::inherited(Formula::all(parts), feature));
        }
        drafts
    }
}
