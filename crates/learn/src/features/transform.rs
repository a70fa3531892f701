//! The transformations that make features from features (document 001, section 3.3).

use super::formula::{Atom, Feature, Formula, Substitution, Term};
use super::preimages::Preimage;
use super::simplify::Draft;
use super::theory::{Clause, Theory};
use gdl::word;

/// How a feature was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Transformation {
    /// It is the condition of a goal or of the end.
    Start,
    /// A part of a conjunction that shares no variable with the rest.
    SplitConjunction,
    /// A conjunction without one of its parts that depend on the state.
    RemoveConjunct,
    /// Bindings of one variable less are counted.
    RemoveVariable,
    /// A part of a disjunction.
    SplitDisjunction,
    /// A recursive relation is replaced by a rule of it that does not use it.
    ExpandToBaseCase,
    /// A relation is replaced by one of its rules.
    ExpandPredicate,
    /// What was negated.
    RemoveNegation,
    /// A fact is replaced by what it can come about by.
    RegressFormula,
    /// A number that is calculated with.
    SplitCalculation,
    /// A number that is compared.
    SplitComparison,
    /// A condition on one thing is replaced by the things that meet it.
    SpecialiseVariable,
    /// A recursive relation is replaced by a rule of it that uses it.
    Unroll,
    /// Bindings are counted of what was selected.
    AddVariable,
}

impl Transformation {
    /// All of them, in the order in which they are tried.
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

    /// The document's name for it.
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

    /// Whether what it makes holds wherever the original does, and says less: the original is above it in the abstraction graph.
    pub fn is_abstraction(self) -> bool {
        use Transformation::{RemoveConjunct, RemoveVariable, SplitConjunction};
        [SplitConjunction, RemoveConjunct, RemoveVariable].contains(&self)
    }

    /// Whether the original holds wherever what it makes does.
    pub fn is_specialisation(self) -> bool {
        use Transformation::{AddVariable, ExpandPredicate, ExpandToBaseCase};
        use Transformation::{SplitDisjunction, Unroll};
        [SplitDisjunction, ExpandPredicate, ExpandToBaseCase, Unroll, AddVariable].contains(&self)
    }
}

/// What features begin with: the condition of each rule for goals and for the end. A rule for the goals of any role stands for one for each.
pub fn start(theory: &Theory) -> Vec<Draft> {
    let mut drafts = Vec::new();
    for clause in theory.clauses(word::GOAL) {
        let variable = matches!(clause.head.arguments[0], Term::Variable(_));
        for role in theory.roles.iter().take(if variable { usize::MAX } else { 1 }) {
            let same = || Formula::Same(clause.head.arguments[0].clone(), role.clone());
            let same = variable.then(same);
            let parts = same.into_iter().chain([clause.body.clone()]).collect();
            drafts.push(Draft::all(Formula::all(parts)));
        }
    }
    let ends = theory.clauses(word::TERMINAL).iter();
    drafts.extend(ends.map(|clause| Draft::all(clause.body.clone())));
    drafts
}

/// The parts of a conjunction that have no variable in common, each a conjunction; fewer than two if it cannot be split.
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

/// Each part of a conjunction that has no variable in common with the others.
pub fn split_conjunction(feature: &Feature) -> Vec<Draft> {
    let groups = independent(&feature.formula);
    if groups.len() < 2 {
        return Vec::new();
    }
    groups.into_iter().map(Draft::all).collect()
}

/// The conjunction without each of its parts that depend on the state.
pub fn remove_conjunct(theory: &Theory, feature: &Feature) -> Vec<Draft> {
    let Formula::And(parts) = &feature.formula else { return Vec::new() };
    let removable = (0..parts.len()).filter(|&place| theory.on_state(&parts[place]) > 0);
    let without = |place: usize| {
        let rest = parts.iter().enumerate().filter(|(other, _)| *other != place);
        Draft::all(Formula::all(rest.map(|(_, part)| part.clone()).collect()))
    };
    removable.map(without).collect()
}

/// The parts of a disjunction.
pub fn split_disjunction(feature: &Feature) -> Vec<Draft> {
    let Formula::Or(parts) = &feature.formula else { return Vec::new() };
    parts.iter().map(|part| Draft::inherited(part.clone(), feature)).collect()
}

/// What is negated.
pub fn remove_negation(feature: &Feature) -> Vec<Draft> {
    match &feature.formula {
        Formula::Not(inner) => vec![Draft::all((**inner).clone())],
        _ => Vec::new(),
    }
}

/// With a recursive relation replaced by each of its rules that do not use it.
pub fn expand_to_base_case(theory: &Theory, feature: &Feature) -> Vec<Draft> {
    expand(
        theory,
        feature,
        &|atom, _| theory.definition(atom.relation).is_some_and(|it| it.is_recursive),
        &|clause| clause.is_base,
    )
}

/// With a recursive relation replaced by each of its rules that use it, if there are not too many.
pub fn unroll(theory: &Theory, feature: &Feature, most: usize) -> Vec<Draft> {
    expand(
        theory,
        feature,
        &|atom, rules| {
            rules <= most && theory.definition(atom.relation).is_some_and(|it| it.is_recursive)
        },
        &|clause| !clause.is_base,
    )
}

/// With a relation that is not recursive replaced by each of its rules, if there are not too many.
pub fn expand_predicate(theory: &Theory, feature: &Feature, most: usize) -> Vec<Draft> {
    expand(
        theory,
        feature,
        &|atom, rules| {
            rules <= most && theory.definition(atom.relation).is_some_and(|it| !it.is_recursive)
        },
        &|_| true,
    )
}

/// With each part of a conjunction that is an atom which depends on the state and is to be replaced, by each rule that will do.
fn expand(
    theory: &Theory,
    feature: &Feature,
    is_to_be: &dyn Fn(&Atom, usize) -> bool,
    will_do: &dyn Fn(&Clause) -> bool,
) -> Vec<Draft> {
    let parts = feature.formula.conjuncts();
    let first = feature.formula.width();
    let mut drafts = Vec::new();
    for (place, part) in parts.iter().enumerate() {
        let Formula::Atom(atom) = part else { continue };
        if atom.relation == word::TRUE || !theory.is_on_state(atom) {
            continue;
        }
        let matching = theory.matching(atom, first);
        if !is_to_be(atom, matching.len()) {
            continue;
        }
        for (same, clause) in matching.into_iter().filter(|(_, clause)| will_do(clause)) {
            let body = clause.body(first);
            let mut all = parts.to_vec();
            all.splice(place..=place, same.into_iter().chain([body]));
            drafts.push(Draft::inherited(Formula::all(all), feature));
        }
    }
    drafts
}

/// With each fact of a conjunction replaced by each way in which it can come about.
pub fn regress(preimages: &[Preimage], feature: &Feature) -> Vec<Draft> {
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
            drafts.push(Draft::all(Formula::all(all)));
        }
    }
    drafts
}

/// Each number that is calculated with or compared by a part of a conjunction, with what else is said of it: how great it is.
pub fn split_arithmetic(theory: &Theory, feature: &Feature) -> Vec<(Transformation, Draft)> {
    let parts = feature.formula.conjuncts();
    let arithmetic = |part: &Formula| match part {
        Formula::Atom(atom) => theory.arithmetic.get(&atom.relation),
        _ => None,
    };
    let rest: Vec<Formula> =
        parts.iter().filter(|part| arithmetic(part).is_none()).cloned().collect();
    let groups = independent(&Formula::all(rest));
    let new = Term::Variable(feature.formula.width());
    let mut drafts = Vec::new();
    for part in parts {
        let (Formula::Atom(atom), Some(found)) = (part, arithmetic(part)) else { continue };
        let by = match found.is_calculation {
            true => Transformation::SplitCalculation,
            false => Transformation::SplitComparison,
        };
        for (term, &relation) in atom.arguments.iter().zip(&found.up_to) {
            let Term::Variable(variable) = term else { continue };
            let is_told = |part: &Formula| {
                matches!(part, Formula::Atom(atom) if theory.is_on_state(atom))
                    && part.variables().contains(variable)
            };
            let own = groups.iter().find(|group| group.conjuncts().iter().any(is_told));
            let Some(own) = own else { continue };
            let arguments = Box::new([new.clone(), term.clone()]);
            let up_to = Formula::Atom(Atom { relation, arguments });
            let all = own.conjuncts().iter().cloned().chain([up_to]).collect();
            let uncounted = Feature { formula: feature.formula.clone(), variables: Vec::new() };
            drafts.push((by, Draft::inherited(Formula::all(all), &uncounted)));
        }
    }
    drafts
}
