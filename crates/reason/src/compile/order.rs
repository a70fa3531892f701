//! The order in which the conditions of a clause are tried. Tests run as soon as their variables are bound; of the
//! other conditions, the one with the fewest expected rows is next.
//!
//! The order changes the speed of answers, never the answers.

use super::body::{Body, BodyStep, Bound, Location};
use crate::limits::{MAX_SPLITS, STACK_GROWTH, STACK_RESERVE};
use crate::program::FluentKey;
use gdl::{Literal, Predicate, TermId};
use std::collections::HashMap;
use term::TermTable;

/// Number of conditions up to which they are ordered by score. Longer conjunctions are compiled in the order of the
/// rule: choosing the best of n conditions n times would be quadratic.
const MAX_ORDERED: usize = 100;

/// Scores of tests: below those of conditions with rows, and lower if the rows are stored.
const STORED_TEST: f64 = 0.3;
const DERIVED_TEST: f64 = 0.8;

impl Body<'_, '_> {
    /// Compiles conditions in the order that promises the least work.
    pub(super) fn conjunction(
        &mut self,
        literals: Vec<&Literal>,
        bound: &mut Bound,
    ) -> Vec<BodyStep> {
        if literals.len() <= MAX_ORDERED {
            self.by_score(literals, bound)
        } else {
            self.as_written(literals, bound)
        }
    }

    /// Compiles the condition with the lowest score first, again and again.
    fn by_score(&mut self, mut literals: Vec<&Literal>, bound: &mut Bound) -> Vec<BodyStep> {
        let mut steps = Vec::with_capacity(literals.len());
        while !literals.is_empty() {
            let guarded = literals.iter().any(|literal| self.guards(literal));
            let scores = literals.iter().map(|literal| {
                let must_wait = guarded && self.grows(literal);
                if must_wait { f64::INFINITY } else { self.score(literal, bound) }
            });
            let best = scores.enumerate().min_by(|(_, a), (_, b)| a.total_cmp(b));
            let (best, score) = best.expect("there are literals");
            if score.is_infinite() {
                steps.push(self.split(literals, bound));
                break;
            }
            let literal = literals.remove(best);
            steps.push(self.step(literal, bound));
        }
        steps
    }

    /// Whether the condition asks a relation of the clause's own cycle for a term built around a
    /// variable. Asked for any value, it could go on for ever with larger and larger terms; GDL's recursion
    /// restriction promises that the conditions outside the cycle allow finitely many, so they come first.
    fn grows(&self, literal: &Literal) -> bool {
        let terms = self.compiler.rules.terms();
        let builds = |&term: &TermId| !terms.is_ground(term) && !terms.is_variable(term);
        match literal {
            Literal::Holds(predicate) => {
                let component = self.compiler.rules.relation(predicate.relation).component;
                self.cycle == Some(component) && predicate.arguments.iter().any(builds)
            }
            Literal::Any(branches) => branches.iter().flatten().any(|literal| self.grows(literal)),
            Literal::Fails(_) | Literal::Distinct(..) | Literal::Same(..) => false,
        }
    }

    /// Whether the condition can restrict the variables of one that grows.
    fn guards(&self, literal: &Literal) -> bool {
        matches!(literal, Literal::Holds(_) | Literal::Any(_)) && !self.grows(literal)
    }

    /// Compiles conditions in the order of the rule, each as soon as it need not wait.
    fn as_written(&mut self, mut literals: Vec<&Literal>, bound: &mut Bound) -> Vec<BodyStep> {
        let mut steps = Vec::with_capacity(literals.len());
        while !literals.is_empty() {
            let before = literals.len();
            let guarded = literals.iter().any(|literal| self.guards(literal));
            let mut waiting = Vec::new();
            for literal in literals {
                let ready = !(guarded && self.grows(literal));
                if ready && self.score(literal, bound).is_finite() {
                    steps.push(self.step(literal, bound));
                } else {
                    waiting.push(literal);
                }
            }
            literals = waiting;
            if literals.len() == before {
                steps.push(self.split(literals, bound));
                break;
            }
        }
        steps
    }

    /// Compiles conditions all of which wait for variables that only some branches of an `or` bind: the others are
    /// compiled for each branch separately.
    fn split(&mut self, mut literals: Vec<&Literal>, bound: &mut Bound) -> BodyStep {
        let any = literals.iter().position(|literal| matches!(literal, Literal::Any(_)));
        let Some(Literal::Any(branches)) = any.map(|place| literals.remove(place)) else {
            unreachable!("in safe rules only disjunctions can wait for each other");
        };
        self.compiler.splits += branches.len();
        if self.compiler.splits > MAX_SPLITS {
            return BodyStep::Any(Vec::new());
        }
        let whole = branches.iter().map(|branch| branch.iter().chain(literals.iter().copied()));
        let whole: Vec<Vec<&Literal>> = whole.map(Iterator::collect).collect();
        // A case may have to be split again, and so on, deeper than the thread's stack reaches.
        stacker::maybe_grow(STACK_RESERVE, STACK_GROWTH, || self.any(whole, bound))
    }

    /// Returns the expected number of rows, or less for cheap tests; infinite if the condition must wait.
    fn score(&mut self, literal: &Literal, bound: &Bound) -> f64 {
        match literal {
            Literal::Distinct(left, right) | Literal::Same(left, right) => {
                let ready = self.is_bound(*left, bound) && self.is_bound(*right, bound);
                if ready { 0.0 } else { f64::INFINITY }
            }
            Literal::Fails(predicate) => {
                let ready = predicate.arguments.iter().all(|&term| self.is_bound(term, bound));
                if ready { self.test_cost(predicate) } else { f64::INFINITY }
            }
            Literal::Holds(predicate) => self.expected_rows(predicate, bound),
            Literal::Any(branches) if self.leaves_open(literal, branches, bound) => f64::INFINITY,
            // The score of a branch is that of its best condition.
            Literal::Any(branches) => branches
                .iter()
                .map(|branch| {
                    let scores = branch.iter().map(|literal| self.score(literal, bound));
                    scores.reduce(f64::min).unwrap_or(1.0)
                })
                .sum(),
        }
    }

    /// Whether a variable that also occurs elsewhere would be bound by some branches only.
    fn leaves_open(&self, any: &Literal, branches: &[Vec<Literal>], bound: &Bound) -> bool {
        let mut inside = HashMap::new();
        self.each_variable(any, &mut |variable| *inside.entry(variable).or_insert(0) += 1);
        inside.retain(|variable, count| {
            !bound.contains(variable) && self.occurrences[variable] > *count
        });
        if inside.is_empty() {
            return false;
        }
        let common = self.bound_by_every(branches);
        inside.keys().any(|variable| !common.contains(variable))
    }

    /// Returns the variables that all branches bind.
    fn bound_by_every(&self, branches: &[Vec<Literal>]) -> Bound {
        let each = branches.iter().map(|branch| self.bound_by(branch));
        each.reduce(|common, here| &common & &here).unwrap_or_default()
    }

    /// Returns the variables that a conjunction binds.
    fn bound_by(&self, conjunction: &[Literal]) -> Bound {
        let mut bound = Bound::new();
        for literal in conjunction {
            match literal {
                Literal::Holds(_) => self.each_variable(literal, &mut |variable| {
                    bound.insert(variable);
                }),
                Literal::Any(branches) => bound.extend(self.bound_by_every(branches)),
                Literal::Fails(_) | Literal::Distinct(..) | Literal::Same(..) => {}
            }
        }
        bound
    }

    /// Returns the score of a condition that is a test.
    fn test_cost(&mut self, predicate: &Predicate) -> f64 {
        match self.locate(predicate).0 {
            Location::Store(_) => STORED_TEST,
            Location::Derived(_) => DERIVED_TEST,
        }
    }

    /// Returns the expected number of rows of a predicate.
    fn expected_rows(&mut self, predicate: &Predicate, bound: &Bound) -> f64 {
        let (location, terms) = self.locate(predicate);
        let known = self.known_columns(&terms, bound);
        let (width, relation) = (terms.len(), predicate.relation);
        let store = match location {
            Location::Derived(_) if known.len() == width => return self.test_cost(predicate),
            Location::Derived(_) => {
                return self.compiler.survey.derived_rows(relation, &known, width);
            }
            Location::Store(store) => store,
        };
        let compiler = &mut *self.compiler;
        if store == compiler.program.moves {
            return if known.contains(&0) { 1.0 } else { compiler.rules.roles().len() as f64 };
        }
        if !compiler.is_true(relation) {
            return compiler.fact_store(relation).1.expected_rows(&known, width);
        }
        let symbol = compiler.rules.terms().symbol(predicate.arguments[0]);
        compiler.survey.fluent_rows(FluentKey { symbol, arity: width }, &known)
    }
}
