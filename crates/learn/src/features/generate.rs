//! Generating features from the rules: transformations are applied to all that there are until nothing new comes of it (document 001,
//! chapter 3).

use super::extensions::Extensions;
use super::formula::{Feature, Formula, Term};
use super::graph::Graph;
use super::preimages::Preimage;
use super::simplify::{Draft, simplify};
use super::solve::{Bindings, Patience, holds};
use super::theory::Theory;
use super::transform::{self, Transformation, independent};
use super::world::{TermId, Views, World};
use hashbrown::HashMap;
use std::collections::BTreeMap;

/// What keeps the number of features down (document 001, section 3.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Restrictions {
    /// No formula has more parts that depend on the state.
    pub atoms: usize,
    /// With more variables than these, all are removed at once.
    pub variables: usize,
    /// Only formulas with fewer parts that depend on the state are regressed …
    pub regressed_atoms: usize,
    /// … and that so often in a row.
    pub regressions: u8,
    /// Relations with more rules that apply are not expanded.
    pub clauses: usize,
    /// No more features are expanded.
    pub expanded: usize,
    /// How much is looked at for one formula. What takes more counts only whether it holds.
    pub patience: Patience,
    /// So many rows are looked at for all of them; then it ends.
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
            patience: Patience { rows: 10_000, bindings: 5_000 },
            rows: 20_000_000,
        }
    }
}

impl Restrictions {
    /// From tight to loose: the third are those of the document (its own proposal, section 7.1.2). What else is restricted stays as it is here.
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

/// A feature that was generated.
#[derive(Clone, Debug)]
pub struct Generated {
    /// The feature.
    pub feature: Feature,
    /// What made it first.
    pub by: Transformation,
    /// How often facts were regressed on the way to it.
    pub regressions: u8,
    /// How often relations were unrolled.
    pub unrolled: u8,
    /// Whether its formula holds in all states that were looked at.
    pub is_always: bool,
    /// Whether it consists of parts that have no variable in common.
    pub is_splittable: bool,
    /// Whether it tells how great a number is.
    pub is_number: bool,
}

/// All features that were generated.
#[derive(Clone, Debug, Default)]
pub struct Features {
    /// The different ones.
    pub all: Vec<Generated>,
    /// Which are above which.
    pub graph: Graph,
    /// How many each transformation made, those included that were there before.
    pub made: BTreeMap<Transformation, u64>,
    /// Whether all that can be generated were.
    pub is_complete: bool,
}

impl Features {
    /// How many were made, those included that were there before.
    pub fn made(&self) -> u64 {
        self.made.values().sum()
    }
}

/// What features are generated from.
pub struct Sources<'a> {
    /// The rules.
    pub theory: &'a Theory,
    /// What can hold.
    pub world: &'a World,
    /// Some states.
    pub views: &'a Views,
    /// How facts come about.
    pub preimages: &'a [Preimage],
    /// What goes beyond the document.
    pub extensions: Extensions,
}

/// Generates features for as long as that is wanted.
pub fn generate(
    sources: &Sources,
    restrictions: &Restrictions,
    go_on: &mut dyn FnMut(&Features) -> bool,
) -> Features {
    let mut generation = Generation {
        sources,
        restrictions,
        features: Features::default(),
        known: HashMap::new(),
        drafts: HashMap::new(),
    };
    for draft in transform::start(sources.theory) {
        generation.add(None, Transformation::Start, draft);
    }
    let (mut next, begun) = (0, sources.world.looked());
    while next < generation.features.all.len() {
        let is_long = sources.world.looked() - begun > restrictions.rows;
        if is_long || next >= restrictions.expanded || !go_on(&generation.features) {
            return generation.features;
        }
        generation.expand(next as u32);
        next += 1;
    }
    generation.features.is_complete = true;
    generation.features
}

struct Generation<'a> {
    sources: &'a Sources<'a>,
    restrictions: &'a Restrictions,
    features: Features,
    /// The number of each feature.
    known: HashMap<Feature, u32>,
    /// What became of features as they came from the simplifier.
    drafts: HashMap<Feature, u32>,
}

impl Generation<'_> {
    /// Applies all transformations to a feature.
    fn expand(&mut self, number: u32) {
        let Generated { feature, regressions, unrolled, is_always, is_splittable, .. } =
            self.features.all[number as usize].clone();
        let (sources, restrictions) = (self.sources, self.restrictions);
        let theory = sources.theory;
        // Everything else would have to be done with every part, and with all of them together.
        if is_splittable {
            for draft in transform::split_conjunction(&feature) {
                self.add(Some(number), Transformation::SplitConjunction, draft);
            }
            return;
        }
        let mut drafts: Vec<(Transformation, Vec<Draft>)> = vec![
            (Transformation::SplitDisjunction, transform::split_disjunction(&feature)),
            (Transformation::RemoveNegation, transform::remove_negation(&feature)),
            (Transformation::ExpandToBaseCase, transform::expand_to_base_case(theory, &feature)),
            (
                Transformation::ExpandPredicate,
                transform::expand_predicate(theory, &feature, restrictions.clauses),
            ),
        ];
        let extensions = sources.extensions;
        if extensions.arithmetic {
            let split = transform::split_arithmetic(theory, &feature);
            drafts.extend(split.into_iter().map(|(by, draft)| (by, vec![draft])));
        }
        if unrolled < extensions.unrolled {
            let unrolled = transform::unroll(theory, &feature, restrictions.clauses);
            drafts.push((Transformation::Unroll, unrolled));
        }
        if extensions.specialised {
            drafts.push((Transformation::SpecialiseVariable, self.specialise(&feature)));
        }
        if !is_always {
            let removed = transform::remove_conjunct(theory, &feature);
            drafts.push((Transformation::RemoveConjunct, removed));
            let atoms = theory.on_state(&feature.formula);
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

    /// If a formula has one variable: without each of its atoms that depend on the state, and with all that always met it in its place.
    fn specialise(&self, feature: &Feature) -> Vec<Draft> {
        let Formula::And(parts) = &feature.formula else { return Vec::new() };
        if feature.formula.width() != 1 {
            return Vec::new();
        }
        let Some(all) = self.bindings(&feature.formula) else { return Vec::new() };
        let mut drafts = Vec::new();
        for (place, part) in parts.iter().enumerate() {
            let is_fit =
                matches!(part, Formula::Atom(atom) if self.sources.theory.is_on_state(atom));
            let mut rest = parts.clone();
            rest.remove(place);
            let without = Formula::all(rest);
            if !is_fit || part.variables().is_empty() || without.variables().is_empty() {
                continue;
            }
            let Some(before) = self.bindings(&without) else { continue };
            let meets = |(bound, states): &&(Box<[TermId]>, Vec<u64>)| {
                all.all.iter().any(|(other, here)| other == bound && here == states)
            };
            let things: Vec<&Box<[TermId]>> =
                before.all.iter().filter(meets).map(|(bound, _)| bound).collect();
            if things.is_empty() || things.len() == before.all.len() || things.len() > MOST_THINGS {
                continue;
            }
            let pool = &self.sources.world.pool;
            let same = |id: TermId| Formula::Same(Term::Variable(0), pool.term(id));
            let one = Formula::Or(things.iter().map(|bound| same(bound[0])).collect());
            let parts = without.conjuncts().iter().cloned().chain([one]).collect();
            drafts.push(Draft::inherited(Formula::all(parts), feature));
        }
        drafts
    }

    /// Counts the bindings of one variable less, in all ways that make a difference; of none if there are many.
    fn remove_variables(&mut self, number: u32, feature: &Feature) {
        if feature.variables.is_empty() {
            return;
        }
        let without = |place: usize| {
            let mut variables = feature.variables.clone();
            variables.remove(place);
            variables
        };
        let lists: Vec<Vec<u32>> = match feature.variables.len() > self.restrictions.variables {
            true => vec![Vec::new()],
            false => (0..feature.variables.len()).map(without).collect(),
        };
        let Some(bindings) = self.bindings(&feature.formula) else { return };
        let mut seen: Vec<Vec<u32>> = Vec::new();
        for variables in lists {
            let counts = bindings.counts(&variables);
            *self.features.made.entry(Transformation::RemoveVariable).or_default() += 1;
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

    /// Simplifies what a transformation made, leaves out variables that make no difference, and adds it if it is new.
    fn add(&mut self, from: Option<u32>, by: Transformation, draft: Draft) {
        let theory = self.sources.theory;
        let Some(draft) = simplify(theory, draft) else { return };
        let is_fit = theory.on_state(&draft.formula) <= self.restrictions.atoms
            && theory.is_fit(&draft.formula);
        if !is_fit {
            return;
        }
        *self.features.made.entry(by).or_default() += 1;
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

    /// Leaves out variables that make no difference, and notes the feature.
    fn weigh(&mut self, feature: Feature, from: Option<u32>, by: Transformation) -> u32 {
        let added = self.sources.extensions.added_variables;
        let feature = if added { self.uncounted(feature) } else { feature };
        // The bindings of parts that have nothing to do with each other would multiply; they are looked at one by one later.
        if independent(&feature.formula).len() > 1 {
            return self.note(feature, from, by, false);
        }
        if added {
            let is_always = self.is_always(&feature.formula);
            return self.note(feature, from, by, is_always);
        }
        match self.bindings(&feature.formula) {
            Some(bindings) => {
                let is_always = bindings.anywhere() == self.sources.views.everywhere();
                self.note(trim(&feature, &bindings), from, by, is_always)
            }
            None => {
                let is_always = self.is_always(&feature.formula);
                self.note(self.uncounted(feature), from, by, is_always)
            }
        }
    }

    /// A feature that only tells whether its formula holds, or how great numbers are.
    fn uncounted(&self, mut feature: Feature) -> Feature {
        feature.variables.retain(|variable| self.numbers(&feature.formula).contains(variable));
        feature
    }

    /// The variables whose bindings tell how great numbers are.
    fn numbers(&self, formula: &Formula) -> Vec<u32> {
        let theory = self.sources.theory;
        let number = |part: &Formula| match part {
            Formula::Atom(atom) if theory.counts(atom.relation) => match atom.arguments[0] {
                Term::Variable(variable) => Some(variable),
                Term::Function(..) => None,
            },
            _ => None,
        };
        formula.conjuncts().iter().filter_map(number).collect()
    }

    /// Whether a formula holds in all states that are looked at.
    fn is_always(&self, formula: &Formula) -> bool {
        let Sources { world, views, .. } = self.sources;
        let states = holds(world, views, formula, self.restrictions.patience.rows);
        states.is_ok_and(|states| states == views.everywhere())
    }

    fn bindings(&self, formula: &Formula) -> Option<Bindings> {
        let Sources { world, views, .. } = self.sources;
        Bindings::find(world, views, formula, self.restrictions.patience).ok()
    }

    /// The number of a feature, which is a new one if it was not there.
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
        let made =
            Generated { feature, by, regressions, unrolled, is_always, is_splittable, is_number };
        self.features.all.push(made);
        let number = self.features.graph.add();
        self.known.insert(key, number);
        number
    }

    /// Notes which of two features is above the other (AddToAbstractionGraph).
    fn link(&mut self, from: Option<u32>, by: Transformation, made: u32) {
        let Some(from) = from else { return };
        if by.is_abstraction() {
            self.features.graph.put_above(made, from);
        } else if by.is_specialisation() {
            self.features.graph.put_above(from, made);
        }
    }
}

/// No more things take the place of a condition that they meet.
const MOST_THINGS: usize = 20;

/// A feature without the variables that do not change how many bindings there are in any state.
pub fn trim(feature: &Feature, bindings: &Bindings) -> Feature {
    let mut variables = feature.variables.clone();
    let counts = bindings.counts(&variables);
    let mut place = 0;
    while place < variables.len() {
        let mut fewer = variables.clone();
        fewer.remove(place);
        match bindings.counts(&fewer) == counts {
            true => variables = fewer,
            false => place += 1,
        }
    }
    Feature { formula: feature.formula.clone(), variables }
}
