//! Making formulas simpler without changing when they hold (document 001, section 3.4).

use super::formula::{Feature, Formula, Substitution, Term};
use super::theory::Theory;
use gdl::word;

/// A formula, and what was said of the variables it was made from.
#[derive(Clone, Debug)]
pub struct Draft {
    /// The formula.
    pub formula: Formula,
    /// Variables whose bindings are counted, or what they have become.
    counted: Vec<Term>,
    /// Variables whose bindings are not. Those of all others, which came in since, are.
    uncounted: Vec<Term>,
}

impl Draft {
    /// Counts the bindings of all variables.
    pub fn all(formula: Formula) -> Draft {
        Draft { formula, counted: Vec::new(), uncounted: Vec::new() }
    }

    /// Counts the bindings of those variables that a feature counts, and of all that it does not have.
    pub fn inherited(formula: Formula, feature: &Feature) -> Draft {
        let variables = 0..feature.formula.width();
        let (counted, uncounted): (Vec<u32>, Vec<u32>) =
            variables.partition(|variable| feature.variables.contains(variable));
        let terms = |variables: Vec<u32>| variables.into_iter().map(Term::Variable).collect();
        Draft { formula, counted: terms(counted), uncounted: terms(uncounted) }
    }

    /// The feature.
    pub fn feature(&self) -> Feature {
        let is_counted = |&variable: &u32| {
            let variable = Term::Variable(variable);
            self.counted.contains(&variable) || !self.uncounted.contains(&variable)
        };
        let counted: Vec<u32> = self.formula.variables().into_iter().filter(is_counted).collect();
        Feature::new(&self.formula, &counted)
    }
}

/// No formula is longer, in words.
const MOST_WORDS: usize = 2_000;

/// So often the steps are repeated at most.
const MOST_ROUNDS: usize = 40;

/// A formula that holds in the same states and does not use relations that only one rule is for; nothing if it never holds, always does, or does
/// not depend on the state.
pub fn simplify(theory: &Theory, draft: Draft) -> Option<Draft> {
    let Draft { mut formula, mut counted, mut uncounted } = draft;
    // Once only: what a rule is put in for may be put in the next time that the feature is transformed.
    formula = expand(theory, &formula, &mut formula.width());
    for _ in 0..MOST_ROUNDS {
        let keyed = keyed(theory, without_singles(formula.clone()));
        let (unified, substitution) = unify(&keyed)?;
        let simpler = tidy(&settle(&unified, &occurrences(&unified, unified.width())));
        for term in counted.iter_mut().chain(&mut uncounted) {
            *term = substitution.term(term);
        }
        if simpler == Formula::False || simpler.size() > MOST_WORDS {
            return None;
        }
        if simpler == formula {
            break;
        }
        formula = simpler;
    }
    (theory.on_state(&formula) > 0).then_some(Draft { formula, counted, uncounted })
}

/// Replaces atoms to which no rule applies by false, and those to which one does by what that says. What is recursive is left as it is: to
/// replace it might never end.
fn expand(theory: &Theory, formula: &Formula, width: &mut u32) -> Formula {
    match formula {
        Formula::Atom(atom) if atom.relation != word::TRUE => {
            let matching = theory.matching(atom, *width);
            let is_recursive = theory.definition(atom.relation).is_some_and(|it| it.is_recursive);
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
        Formula::Not(inner) => Formula::Not(Box::new(expand(theory, inner, width))),
        Formula::And(parts) => {
            Formula::And(parts.iter().map(|part| expand(theory, part, width)).collect())
        }
        Formula::Or(parts) => {
            Formula::Or(parts.iter().map(|part| expand(theory, part, width)).collect())
        }
        other => other.clone(),
    }
}

/// Decides comparisons with variables that occur nowhere else: they can be equal to everything, and nothing is known to differ from them.
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

/// How often each of so many variables occurs.
fn occurrences(formula: &Formula, width: u32) -> Vec<u32> {
    let mut counts = vec![0; width as usize];
    formula.each_variable(&mut |variable| counts[variable as usize] += 1);
    counts
}

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

/// With what facts have to agree in that agree in all by which they are told apart.
fn keyed(theory: &Theory, formula: Formula) -> Formula {
    let mut same = Vec::new();
    let facts: Vec<(&[Term], &[usize], gdl::Symbol)> = formula
        .conjuncts()
        .iter()
        .filter_map(|part| match part {
            Formula::Atom(atom) if atom.relation == word::TRUE => match &atom.arguments[0] {
                Term::Function(function, arguments) => {
                    Some((&arguments[..], &theory.keys.get(function)?[..], *function))
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

/// Makes equal what the parts of the outermost conjunction say is equal, and puts it in everywhere; nothing if that cannot be.
fn unify(formula: &Formula) -> Option<(Formula, Substitution)> {
    let mut substitution = Substitution::default();
    let mut rest = Vec::new();
    // A conjunction may stand in a conjunction here.
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

/// Makes equal what is said to be equal within negations and within parts of disjunctions, as far as that concerns only variables that do not occur
/// outside of them. Variables occur so often in the whole formula.
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

/// Takes out what is always or never the case, what stands there twice, and conjunctions in conjunctions.
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

fn push_new(parts: &mut Vec<Formula>, part: Formula) {
    if !parts.contains(&part) {
        parts.push(part);
    }
}
