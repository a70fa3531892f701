//! The transformations that make features from features.
//!
//! Follows `guenther`, section 3.3, whose names they have. variable-specialize is in `specialise`, remove-variable in
//! `generate` and add-variable in `select`, because they need sampled states.

use super::draft::FeatureDraft;
use super::formula::{Atom, Feature, Formula, Term};
use super::preimages::Preimage;
use super::rule_base::{Clause, RuleBase};
use super::substitution::Substitution;
use gdl::word;

/// The way in which a feature was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Transformation {
    /// The condition of a goal or of the end of the game.
    Start,
    /// A part of a conjunction that shares no variable with the rest.
    SplitConjunction,
    /// A conjunction without one part that depends on the state.
    RemoveConjunct,
    /// The bindings of one variable less are counted.
    RemoveVariable,
    /// A part of a disjunction.
    SplitDisjunction,
    /// A recursive relation replaced by one of its base cases.
    ExpandToBaseCase,
    /// A relation replaced by one of its rules.
    ExpandPredicate,
    /// The formula that was negated.
    RemoveNegation,
    /// A fact replaced by one of its preimages.
    RegressFormula,
    /// A number that is part of a calculation.
    SplitCalculation,
    /// A number that is part of a comparison.
    SplitComparison,
    /// A condition on one variable replaced by the terms that fulfil it.
    SpecialiseVariable,
    /// A recursive relation replaced by one of its recursive rules.
    Unroll,
    /// The bindings of a variable of a selected feature are counted.
    AddVariable,
}

impl Transformation {
    /// All transformations, in the order in which they are tried.
    pub const ALL: [Transformation; 14] = [
        Transformation::Start,
        Transformation::SplitConjunction,
        Transformation::RemoveConjunct,
        Transformation::RemoveVariable,
        Transformation::SplitDisjunction,
        Transformation::ExpandToBaseCase,
        Transformation::ExpandPredicate,
        Transformation::RemoveNegation,
        Transformation::RegressFormula,
        Transformation::SplitCalculation,
        Transformation::SplitComparison,
        Transformation::SpecialiseVariable,
        Transformation::Unroll,
        Transformation::AddVariable,
    ];

    /// Returns the document's name of the transformation.
    pub fn name(self) -> &'static str {
        match self {
            Transformation::Start => "start",
            Transformation::SplitConjunction => "split-indep-conjunctions",
            Transformation::RemoveConjunct => "remove-conjunct",
            Transformation::RemoveVariable => "remove-variable",
            Transformation::SplitDisjunction => "split-disjunction",
            Transformation::ExpandToBaseCase => "expand-to-base-case",
            Transformation::ExpandPredicate => "expand-predicate",
            Transformation::RemoveNegation => "remove-negation",
            Transformation::RegressFormula => "regress-formula",
            Transformation::SplitCalculation => "split-arith-calc",
            Transformation::SplitComparison => "split-arith-comp",
            Transformation::SpecialiseVariable => "variable-specialize",
            Transformation::Unroll => "unroll",
            Transformation::AddVariable => "add-variable",
        }
    }

    /// Whether the result holds wherever the original does and says less: it is above the original in the abstraction
    /// graph.
    pub fn is_abstraction(self) -> bool {
        use Transformation::{RemoveConjunct, RemoveVariable, SplitConjunction};
        [SplitConjunction, RemoveConjunct, RemoveVariable].contains(&self)
    }

    /// Whether the original holds wherever the result does: the result is below the original in the abstraction graph.
    pub fn is_specialisation(self) -> bool {
        use Transformation::{AddVariable, ExpandPredicate, ExpandToBaseCase};
        use Transformation::{SplitDisjunction, Unroll};
        [SplitDisjunction, ExpandPredicate, ExpandToBaseCase, Unroll, AddVariable].contains(&self)
    }
}

/// Returns the initial features: the condition of each rule for goals and for the end. A rule for the goals of any role
/// gives one feature for each role.
pub fn start(rule_base: &RuleBase) -> Vec<FeatureDraft> {
    let mut drafts = Vec::new();
    for clause in rule_base.clauses(word::GOAL) {
        let variable = matches!(clause.head.arguments[0], Term::Variable(_));
        for role in rule_base.roles.iter().take(if variable { usize::MAX } else { 1 }) {
            let same = || Formula::Same(clause.head.arguments[0].clone(), role.clone());
            let same = variable.then(same);
            let parts = same.into_iter().chain([clause.body.clone()]).collect();
            drafts.push(FeatureDraft::all(Formula::all(parts)));
        }
    }
    let ends = rule_base.clauses(word::TERMINAL).iter();
    drafts.extend(ends.map(|clause| FeatureDraft::all(clause.body.clone())));
    drafts
}

/// Splits a conjunction into parts without common variables. Fewer than two parts if it cannot be split.
pub fn independent(formula: &Formula) -> Vec<Formula> {
    let parts = formula.conjuncts();
    let mut groups: Vec<(Vec<u32>, Vec<usize>)> = Vec::new();
    for (place, part) in parts.iter().enumerate() {
        let (mut variables, mut places) = (part.variables(), vec![place]);
        groups.retain(|(others, before)| {
            let is_apart = !others.iter().any(|variable| variables.contains(variable));
            if !is_apart {
                variables.extend(others);
                places.extend(before);
            }
            is_apart
        });
        places.sort_unstable();
        groups.push((variables, places));
    }
    groups.sort_unstable_by_key(|(_, places)| places[0]);
    let group = |places: Vec<usize>| places.into_iter().map(|place| parts[place].clone()).collect();
    groups.into_iter().map(|(_, places)| Formula::all(group(places))).collect()
}

/// Returns each part of a conjunction that has no variable in common with the others.
pub fn split_conjunction(feature: &Feature) -> Vec<FeatureDraft> {
    let groups = independent(&feature.formula);
    if groups.len() < 2 {
        return Vec::new();
    }
    groups.into_iter().map(FeatureDraft::all).collect()
}

/// Returns the conjunction without each of its parts that depend on the state.
pub fn remove_conjunct(rule_base: &RuleBase, feature: &Feature) -> Vec<FeatureDraft> {
    let Formula::And(parts) = &feature.formula else { return Vec::new() };
    let removable = (0..parts.len()).filter(|&place| rule_base.on_state(&parts[place]) > 0);
    let without = |place: usize| {
        let rest = parts.iter().enumerate().filter(|(other, _)| *other != place);
        FeatureDraft::all(Formula::all(rest.map(|(_, part)| part.clone()).collect()))
    };
    removable.map(without).collect()
}

/// Returns the parts of a disjunction.
pub fn split_disjunction(feature: &Feature) -> Vec<FeatureDraft> {
    let Formula::Or(parts) = &feature.formula else { return Vec::new() };
    parts.iter().map(|part| FeatureDraft::inherited(part.clone(), feature)).collect()
}

/// Returns the formula that is negated.
pub fn remove_negation(feature: &Feature) -> Vec<FeatureDraft> {
    match &feature.formula {
        Formula::Not(inner) => vec![FeatureDraft::all((**inner).clone())],
        _ => Vec::new(),
    }
}

/// Replaces a recursive relation by each of its base cases.
pub fn expand_to_base_case(rule_base: &RuleBase, feature: &Feature) -> Vec<FeatureDraft> {
    expand(
        rule_base,
        feature,
        &|atom, _| rule_base.definition(atom.relation).is_some_and(|it| it.is_recursive),
        &|clause| clause.is_base,
    )
}

/// Replaces a recursive relation by each of its recursive rules, if at most `most` rules match.
pub fn unroll(rule_base: &RuleBase, feature: &Feature, most: usize) -> Vec<FeatureDraft> {
    expand(
        rule_base,
        feature,
        &|atom, rules| {
            rules <= most && rule_base.definition(atom.relation).is_some_and(|it| it.is_recursive)
        },
        &|clause| !clause.is_base,
    )
}

/// Replaces a relation that is not recursive by each of its rules, if at most `most` rules match.
pub fn expand_predicate(rule_base: &RuleBase, feature: &Feature, most: usize) -> Vec<FeatureDraft> {
    expand(
        rule_base,
        feature,
        &|atom, rules| {
            rules <= most && rule_base.definition(atom.relation).is_some_and(|it| !it.is_recursive)
        },
        &|_| true,
    )
}

/// Replaces each wanted atom of a conjunction that depends on the state by the body of each suitable rule.
fn expand(
    rule_base: &RuleBase,
    feature: &Feature,
    is_to_be: &dyn Fn(&Atom, usize) -> bool,
    will_do: &dyn Fn(&Clause) -> bool,
) -> Vec<FeatureDraft> {
    let parts = feature.formula.conjuncts();
    let first = feature.formula.width();
    let mut drafts = Vec::new();
    for (place, part) in parts.iter().enumerate() {
        let Formula::Atom(atom) = part else { continue };
        if atom.relation == word::TRUE || !rule_base.is_on_state(atom) {
            continue;
        }
        let matching = rule_base.matching(atom, first);
        if !is_to_be(atom, matching.len()) {
            continue;
        }
        for (same, clause) in matching.into_iter().filter(|(_, clause)| will_do(clause)) {
            let body = clause.body(first);
            let mut all = parts.to_vec();
            all.splice(place..=place, same.into_iter().chain([body]));
            drafts.push(FeatureDraft::inherited(Formula::all(all), feature));
        }
    }
    drafts
}

/// Replaces each fact of a conjunction by each of its preimages.
pub fn regress(preimages: &[Preimage], feature: &Feature) -> Vec<FeatureDraft> {
    let parts = feature.formula.conjuncts();
    let first = feature.formula.width();
    let mut drafts = Vec::new();
    for (place, part) in parts.iter().enumerate() {
        let Formula::Atom(atom) = part else { continue };
        if atom.relation != word::TRUE {
            continue;
        }
        for preimage in preimages {
            let moved = |variable: u32| Term::Variable(first + variable);
            let fact = preimage.fact.map(&moved);
            if !Substitution::default().unify(&atom.arguments[0], &fact) {
                continue;
            }
            let mut all = parts.to_vec();
            let same = Formula::Same(atom.arguments[0].clone(), fact);
            all.splice(place..=place, [same, preimage.body.map(&moved)]);
            drafts.push(FeatureDraft::all(Formula::all(all)));
        }
    }
    drafts
}

/// Returns each number that a part of a conjunction calculates with or compares, with the other conditions on it: the
/// feature counts how great it is.
pub fn split_arithmetic(
    rule_base: &RuleBase,
    feature: &Feature,
) -> Vec<(Transformation, FeatureDraft)> {
    let parts = feature.formula.conjuncts();
    let arithmetic = |part: &Formula| match part {
        Formula::Atom(atom) => rule_base.arithmetic.get(&atom.relation),
        _ => None,
    };
    let rest: Vec<Formula> =
        parts.iter().filter(|part| arithmetic(part).is_none()).cloned().collect();
    let groups = independent(&Formula::all(rest));
    let new = Term::Variable(feature.formula.width());
    let mut drafts = Vec::new();
    for part in parts {
        let (Formula::Atom(atom), Some(found)) = (part, arithmetic(part)) else { continue };
        let by = if found.is_calculation {
            Transformation::SplitCalculation
        } else {
            Transformation::SplitComparison
        };
        for (term, &relation) in atom.arguments.iter().zip(&found.up_to) {
            let Term::Variable(variable) = term else { continue };
            let is_told = |part: &Formula| {
                matches!(part, Formula::Atom(atom) if rule_base.is_on_state(atom))
                    && part.variables().contains(variable)
            };
            let own = groups.iter().find(|group| group.conjuncts().iter().any(is_told));
            let Some(own) = own else { continue };
            let arguments = Box::new([new.clone(), term.clone()]);
            let up_to = Formula::Atom(Atom { relation, arguments });
            let all = own.conjuncts().iter().cloned().chain([up_to]).collect();
            let uncounted = Feature { formula: feature.formula.clone(), variables: Vec::new() };
            drafts.push((by, FeatureDraft::inherited(Formula::all(all), &uncounted)));
        }
    }
    drafts
}
