//! Generating features: transformations are applied to all features until nothing new appears.
//!
//! Follows `guenther`, sections 3.2 and 3.7. The transformations themselves are in `transform`.

use super::bindings::{Bindings, holds};
use super::draft::FeatureDraft;
use super::extensions::Extensions;
use super::formula::{Feature, Formula, Term};
use super::generated::{GeneratedFeature, GeneratedFeatures};
use super::preimages::Preimage;
use super::relation_tables::RelationTables;
use super::restrictions::Restrictions;
use super::rule_base::RuleBase;
use super::signal_bits::SignalBits;
use super::simplify::simplify;
use super::transform::{self, Transformation, independent};
use super::trim::trim;
use hashbrown::HashMap;

/// Everything that features are generated from.
pub struct GenerationInput<'a> {
    /// The rules as formulas.
    pub rule_base: &'a RuleBase,
    /// The ground atoms of all relations.
    pub tables: &'a RelationTables,
    /// Signals in some sampled states.
    pub bits: &'a SignalBits,
    /// The ways in which facts come about.
    pub preimages: &'a [Preimage],
    /// Extensions of the document's algorithm that are used.
    pub extensions: Extensions,
}

/// Generates features. Stops early if `go_on` returns `false`.
pub fn generate(
    sources: &GenerationInput,
    restrictions: &Restrictions,
    go_on: &mut dyn FnMut(&GeneratedFeatures) -> bool,
) -> GeneratedFeatures {
    let mut generation = Generation {
        sources,
        restrictions,
        features: GeneratedFeatures::default(),
        known: HashMap::new(),
        drafts: HashMap::new(),
    };
    for draft in transform::start(sources.rule_base) {
        generation.add(None, Transformation::Start, draft);
    }
    let (mut next, begun) = (0, sources.tables.rows_read());
    while next < generation.features.all.len() {
        let is_long = sources.tables.rows_read() - begun > restrictions.rows;
        if is_long || next >= restrictions.expanded || !go_on(&generation.features) {
            return generation.features;
        }
        generation.expand(next as u32);
        next += 1;
    }
    generation.features.is_complete = true;
    generation.features
}

/// The state of a generation.
pub(super) struct Generation<'a> {
    pub(super) sources: &'a GenerationInput<'a>,
    restrictions: &'a Restrictions,
    features: GeneratedFeatures,
    /// Index of each feature among those that were generated.
    known: HashMap<Feature, u32>,
    /// The number of the feature that each draft became after trimming.
    drafts: HashMap<Feature, u32>,
}

impl Generation<'_> {
    /// Applies all transformations to a feature.
    fn expand(&mut self, number: u32) {
        let GeneratedFeature { feature, regressions, unrolled, is_always, is_splittable, .. } =
            self.features.all[number as usize].clone();
        let (sources, restrictions) = (self.sources, self.restrictions);
        let rule_base = sources.rule_base;
        // Other transformations would apply to each part, and to all combinations of the results (section 3.7).
        if is_splittable {
            for draft in transform::split_conjunction(&feature) {
                self.add(Some(number), Transformation::SplitConjunction, draft);
            }
            return;
        }
        let mut drafts: Vec<(Transformation, Vec<FeatureDraft>)> = vec![
            (Transformation::SplitDisjunction, transform::split_disjunction(&feature)),
            (Transformation::RemoveNegation, transform::remove_negation(&feature)),
            (Transformation::ExpandToBaseCase, transform::expand_to_base_case(rule_base, &feature)),
            (
                Transformation::ExpandPredicate,
                transform::expand_predicate(rule_base, &feature, restrictions.clauses),
            ),
        ];
        let extensions = sources.extensions;
        if extensions.arithmetic {
            let split = transform::split_arithmetic(rule_base, &feature);
            drafts.extend(split.into_iter().map(|(by, draft)| (by, vec![draft])));
        }
        if unrolled < extensions.unrolled {
            let unrolled = transform::unroll(rule_base, &feature, restrictions.clauses);
            drafts.push((Transformation::Unroll, unrolled));
        }
        if extensions.specialised {
            drafts.push((Transformation::SpecialiseVariable, self.specialise(&feature)));
        }
        if !is_always {
            let removed = transform::remove_conjunct(rule_base, &feature);
            drafts.push((Transformation::RemoveConjunct, removed));
            let atoms = rule_base.on_state(&feature.formula);
            if atoms < restrictions.regressed_atoms && regressions < restrictions.regressions {
                let regressed = transform::regress(sources.preimages, &feature);
                drafts.push((Transformation::RegressFormula, regressed));
            }
        }
        for (by, drafts) in drafts {
            drafts.into_iter().for_each(|draft| self.add(Some(number), by, draft));
        }
        if !is_always && !extensions.added_variables {
            self.remove_variables(number, &feature);
        }
    }

    /// Removes one counted variable, in all ways that change the counts, or all variables if there are many.
    fn remove_variables(&mut self, number: u32, feature: &Feature) {
        if feature.variables.is_empty() {
            return;
        }
        let without = |place: usize| {
            let mut variables = feature.variables.clone();
            variables.remove(place);
            variables
        };
        let lists: Vec<Vec<u32>> = if feature.variables.len() > self.restrictions.variables {
            vec![Vec::new()]
        } else {
            (0..feature.variables.len()).map(without).collect()
        };
        let Some(bindings) = self.bindings(&feature.formula) else { return };
        let mut seen: Vec<Vec<u32>> = Vec::new();
        for variables in lists {
            let counts = bindings.counts(&variables);
            *self.features.produced.entry(Transformation::RemoveVariable).or_default() += 1;
            if seen.contains(&counts) {
                continue;
            }
            seen.push(counts);
            let fewer = Feature { formula: feature.formula.clone(), variables };
            let trimmed = trim(&fewer, &bindings);
            let made = self.note(trimmed, Some(number), Transformation::RemoveVariable, false);
            self.link(Some(number), Transformation::RemoveVariable, made);
        }
    }

    /// Simplifies a draft that a transformation made, trims its variables, and adds it if it is new.
    fn add(&mut self, from: Option<u32>, by: Transformation, draft: FeatureDraft) {
        let rule_base = self.sources.rule_base;
        let Some(draft) = simplify(rule_base, draft) else { return };
        let is_fit = rule_base.on_state(&draft.formula) <= self.restrictions.atoms
            && rule_base.is_fit(&draft.formula);
        if !is_fit {
            return;
        }
        *self.features.produced.entry(by).or_default() += 1;
        let feature = draft.feature();
        let key = feature.key();
        let made = match self.drafts.get(&key) {
            Some(&made) => made,
            None => {
                let made = self.weigh(feature, from, by);
                self.drafts.insert(key, made);
                made
            }
        };
        self.link(from, by, made);
    }

    /// Removes variables that do not change the counts from a feature, and adds it to the features. Returns its number.
    fn weigh(&mut self, feature: Feature, from: Option<u32>, by: Transformation) -> u32 {
        let added = self.sources.extensions.added_variables;
        let feature = if added { self.uncounted(feature) } else { feature };
        // The numbers of bindings of independent parts would multiply; the parts become features of their own later.
        if independent(&feature.formula).len() > 1 {
            return self.note(feature, from, by, false);
        }
        if added {
            let is_always = self.is_always(&feature.formula);
            return self.note(feature, from, by, is_always);
        }
        match self.bindings(&feature.formula) {
            Some(bindings) => {
                let is_always = bindings.anywhere() == self.sources.bits.everywhere();
                self.note(trim(&feature, &bindings), from, by, is_always)
            }
            None => {
                let is_always = self.is_always(&feature.formula);
                self.note(self.uncounted(feature), from, by, is_always)
            }
        }
    }

    /// Returns a feature with the same formula that counts no bindings, except of variables for numbers: its value is
    /// 1 or 0, or tells how great the numbers are.
    fn uncounted(&self, mut feature: Feature) -> Feature {
        feature.variables.retain(|variable| self.numbers(&feature.formula).contains(variable));
        feature
    }

    /// Returns the variables whose bindings tell how great numbers are.
    fn numbers(&self, formula: &Formula) -> Vec<u32> {
        let rule_base = self.sources.rule_base;
        let number = |part: &Formula| match part {
            Formula::Atom(atom) if rule_base.counts(atom.relation) => match atom.arguments[0] {
                Term::Variable(variable) => Some(variable),
                Term::Function(..) => None,
            },
            _ => None,
        };
        formula.conjuncts().iter().filter_map(number).collect()
    }

    /// Whether a formula holds in all sampled states.
    fn is_always(&self, formula: &Formula) -> bool {
        let GenerationInput { tables, bits, .. } = self.sources;
        let states = holds(tables, bits, formula, self.restrictions.limits.rows);
        states.is_ok_and(|states| states == bits.everywhere())
    }

    /// Returns the bindings of a formula in the sampled states. `None` if there are too many.
    pub(super) fn bindings(&self, formula: &Formula) -> Option<Bindings> {
        let GenerationInput { tables, bits, .. } = self.sources;
        Bindings::find(tables, bits, formula, self.restrictions.limits).ok()
    }

    /// Adds a feature, unless it was generated before. Returns its number in any case.
    fn note(
        &mut self,
        feature: Feature,
        from: Option<u32>,
        by: Transformation,
        is_always: bool,
    ) -> u32 {
        let key = feature.key();
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let from = from.map(|from| &self.features.all[from as usize]);
        let regressions = from.map_or(0, |from| from.regressions)
            + u8::from(by == Transformation::RegressFormula);
        let unrolled =
            from.map_or(0, |from| from.unrolled) + u8::from(by == Transformation::Unroll);
        let is_splittable = independent(&feature.formula).len() > 1;
        let numbers = self.numbers(&feature.formula);
        let is_number = feature.variables.iter().any(|variable| numbers.contains(variable));
        let made = GeneratedFeature {
            feature,
            by,
            regressions,
            unrolled,
            is_always,
            is_splittable,
            is_number,
        };
        self.features.all.push(made);
        let number = self.features.graph.add();
        self.known.insert(key, number);
        number
    }

    /// Adds an edge to the abstraction graph from the more abstract of two features to the other one (`guenther`,
    /// algorithm 4.1), if the transformation that made the second of the first tells which that is.
    fn link(&mut self, from: Option<u32>, by: Transformation, made: u32) {
        let Some(from) = from else { return };
        if by.is_abstraction() {
            self.features.graph.put_above(made, from);
        } else if by.is_specialisation() {
            self.features.graph.put_above(from, made);
        }
    }
}
