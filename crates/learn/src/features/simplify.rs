//! Simplification of formulas without changing when they hold.
//!
//! Follows `guenther`, section 3.4. DIVERGENCE: equalities within negations and disjunctions are evaluated too. Uses no
//! sampled states, except for keys that were found in them.

use super::draft::FeatureDraft;
use super::formula::{Formula, Term};
use super::rule_base::RuleBase;
use super::substitution::Substitution;
use gdl::word;

/// Largest size of a formula, in words.
const MAX_SIZE: usize = 2_000;

/// Number of times the steps are repeated at most.
const MAX_ROUNDS: usize = 40;

/// Simplifies a draft: the result holds in the same states and does not use relations for which only one rule matches.
/// `None` if the formula never holds, always holds, or does not depend on the state.
pub fn simplify(rule_base: &RuleBase, draft: FeatureDraft) -> Option<FeatureDraft> {
    let FeatureDraft { mut formula, mut counted, mut uncounted } = draft;
    // Only once: atoms of the bodies may be expanded the next time that the feature is transformed.
    formula = expand(rule_base, &formula, &mut formula.width());
    for _ in 0..MAX_ROUNDS {
        let keyed = keyed(rule_base, without_singles(formula.clone()));
        let (unified, substitution) = unify(&keyed)?;
        let simpler = tidy(&settle(&unified, &occurrences(&unified, unified.width())));
        for term in counted.iter_mut().chain(&mut uncounted) {
            *term = substitution.term(term);
        }
        if simpler == Formula::False || simpler.size() > MAX_SIZE {
            return None;
        }
        if simpler == formula {
            break;
        }
        formula = simpler;
    }
    (rule_base.on_state(&formula) > 0).then_some(FeatureDraft { formula, counted, uncounted })
}

/// Replaces atoms that no rule matches by false, and atoms that one rule matches by its body. Atoms of recursive
/// relations stay: replacing them might never end.
fn expand(rule_base: &RuleBase, formula: &Formula, width: &mut u32) -> Formula {
    match formula {
        Formula::Atom(atom) if atom.relation != word::TRUE => {
            let matching = rule_base.matching(atom, *width);
            let is_recursive =
                rule_base.definition(atom.relation).is_some_and(|it| it.is_recursive);
            match &matching[..] {
                [] => Formula::False,
                [(same, clause)] if !is_recursive => {
                    let first = *width;
                    *width += clause.width;
                    let body = clause.body(first);
                    Formula::And(same.iter().cloned().chain([body]).collect())
                }
                _ => formula.clone(),
            }
        }
        Formula::Not(inner) => Formula::Not(Box::new(expand(rule_base, inner, width))),
        Formula::And(parts) => {
            Formula::And(parts.iter().map(|part| expand(rule_base, part, width)).collect())
        }
        Formula::Or(parts) => {
            Formula::Or(parts.iter().map(|part| expand(rule_base, part, width)).collect())
        }
        other => other.clone(),
    }
}

/// Decides comparisons with variables that occur nowhere else: they can be equal to anything, and are not known to
/// differ from anything.
fn without_singles(mut formula: Formula) -> Formula {
    loop {
        let counts = occurrences(&formula, formula.width());
        let is_single =
            |term: &Term| matches!(term, Term::Variable(it) if counts[*it as usize] == 1);
        let decided = decide(&formula, &is_single);
        if decided == formula {
            return formula;
        }
        formula = decided;
    }
}

/// Counts the occurrences of each of the first `width` variables.
fn occurrences(formula: &Formula, width: u32) -> Vec<u32> {
    let mut counts = vec![0; width as usize];
    formula.each_variable(&mut |variable| counts[variable as usize] += 1);
    counts
}

/// Replaces comparisons with variables that occur nowhere else: equality by true, and inequality by false.
fn decide(formula: &Formula, is_single: &impl Fn(&Term) -> bool) -> Formula {
    match formula {
        Formula::Same(one, other) if is_single(one) || is_single(other) => Formula::True,
        Formula::Distinct(one, other) if is_single(one) || is_single(other) => Formula::False,
        Formula::Not(inner) => Formula::Not(Box::new(decide(inner, is_single))),
        Formula::And(parts) => {
            Formula::And(parts.iter().map(|part| decide(part, is_single)).collect())
        }
        Formula::Or(parts) => {
            Formula::Or(parts.iter().map(|part| decide(part, is_single)).collect())
        }
        other => other.clone(),
    }
}

/// Adds the equalities that follow from the keys of facts: two facts of a conjunction that agree in the arguments of
/// the key agree in all arguments.
fn keyed(rule_base: &RuleBase, formula: Formula) -> Formula {
    let mut same = Vec::new();
    let facts: Vec<(&[Term], &[usize], gdl::Symbol)> = formula
        .conjuncts()
        .iter()
        .filter_map(|part| match part {
            Formula::Atom(atom) if atom.relation == word::TRUE => match &atom.arguments[0] {
                Term::Function(function, arguments) => {
                    Some((&arguments[..], &rule_base.keys.get(function)?[..], *function))
                }
                Term::Variable(_) => None,
            },
            _ => None,
        })
        .collect();
    for (place, (one, key, function)) in facts.iter().enumerate() {
        for (other, _, _) in facts[..place].iter().filter(|(_, _, it)| it == function) {
            if key.iter().all(|&place| one.get(place) == other.get(place)) {
                let pairs = one.iter().zip(other.iter()).filter(|(one, other)| one != other);
                same.extend(pairs.map(|(one, other)| Formula::Same(one.clone(), other.clone())));
            }
        }
    }
    if same.is_empty() {
        return formula;
    }
    Formula::And(formula.conjuncts().iter().cloned().chain(same).collect())
}

/// Evaluates the equalities of the outermost conjunction and substitutes their variables everywhere. `None` if they
/// cannot hold.
fn unify(formula: &Formula) -> Option<(Formula, Substitution)> {
    let mut substitution = Substitution::default();
    let mut rest = Vec::new();
    // Conjunctions may be nested here.
    let mut open: Vec<&Formula> = formula.conjuncts().iter().rev().collect();
    while let Some(part) = open.pop() {
        match part {
            Formula::And(parts) => open.extend(parts.iter().rev()),
            Formula::Same(one, other) if !substitution.unify(one, other) => return None,
            Formula::Same(..) | Formula::True => {}
            other => rest.push(other.clone()),
        }
    }
    Some((substitution.formula(&Formula::all(rest)), substitution))
}

/// Evaluates equalities within negations and parts of disjunctions, if they only concern variables that do not occur
/// outside. `totals` are the occurrences of variables in the whole formula.
fn settle(formula: &Formula, totals: &[u32]) -> Formula {
    match formula {
        Formula::Not(inner) => Formula::Not(Box::new(settle_part(inner, totals))),
        Formula::And(parts) => {
            Formula::And(parts.iter().map(|part| settle(part, totals)).collect())
        }
        Formula::Or(parts) => {
            Formula::Or(parts.iter().map(|part| settle_part(part, totals)).collect())
        }
        other => other.clone(),
    }
}

/// Evaluates the equalities in a negated formula or in a part of a disjunction, if they concern variables that occur
/// nowhere else.
fn settle_part(part: &Formula, totals: &[u32]) -> Formula {
    let here = occurrences(part, totals.len() as u32);
    let is_own = |variable: u32| here[variable as usize] == totals[variable as usize];
    let mut parts: Vec<Formula> = part.conjuncts().to_vec();
    let mut place = 0;
    while let Some(part) = parts.get(place) {
        place += 1;
        let Formula::Same(one, other) = part else { continue };
        let (variable, term) = match (one, other) {
            (Term::Variable(it), term) if is_own(*it) => (*it, term),
            (term, Term::Variable(it)) if is_own(*it) => (*it, term),
            _ => continue,
        };
        let mut substitution = Substitution::default();
        if substitution.unify(&Term::Variable(variable), term) {
            parts.remove(place - 1);
            parts.iter_mut().for_each(|part| *part = substitution.formula(part));
            place = 0;
        }
    }
    settle(&Formula::all(parts), totals)
}

/// Removes parts that are always true or false, duplicates, and nested conjunctions.
fn tidy(formula: &Formula) -> Formula {
    match formula {
        Formula::Same(one, other) => match () {
            () if one == other => Formula::True,
            () if !Substitution::default().unify(one, other) => Formula::False,
            () => match (one, other) {
                (Term::Function(_, left), Term::Function(_, right)) => {
                    let pairs = left.iter().zip(right);
                    let same = pairs.map(|(one, other)| Formula::Same(one.clone(), other.clone()));
                    tidy(&Formula::And(same.collect()))
                }
                _ => formula.clone(),
            },
        },
        Formula::Distinct(one, other) => match () {
            () if one == other => Formula::False,
            () if !Substitution::default().unify(one, other) => Formula::True,
            () => formula.clone(),
        },
        Formula::Not(inner) => match tidy(inner) {
            Formula::True => Formula::False,
            Formula::False => Formula::True,
            inner => Formula::Not(Box::new(inner)),
        },
        Formula::And(parts) => {
            let mut kept: Vec<Formula> = Vec::new();
            for part in parts.iter().map(tidy) {
                match part {
                    Formula::False => return Formula::False,
                    Formula::True => {}
                    Formula::And(inner) => inner.into_iter().for_each(|it| push_new(&mut kept, it)),
                    other => push_new(&mut kept, other),
                }
            }
            Formula::all(kept)
        }
        Formula::Or(parts) => {
            let mut kept: Vec<Formula> = Vec::new();
            for part in parts.iter().map(tidy) {
                match part {
                    Formula::True => return Formula::True,
                    Formula::False => {}
                    Formula::Or(inner) => inner.into_iter().for_each(|it| push_new(&mut kept, it)),
                    other => push_new(&mut kept, other),
                }
            }
            match kept.len() {
                0 => Formula::False,
                1 => kept.remove(0),
                _ => Formula::Or(kept),
            }
        }
        other => other.clone(),
    }
}

/// Appends a part if it is not there yet.
fn push_new(parts: &mut Vec<Formula>, part: Formula) {
    if !parts.contains(&part) {
        parts.push(part);
    }
}
