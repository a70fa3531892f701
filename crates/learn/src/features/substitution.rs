//! Substitutions of variables by terms, and unification.
//!
//! Contains no formulas of games.

use super::formula::{Formula, Term};

/// Terms that variables stand for. The terms may contain variables in turn.
#[derive(Clone, Debug, Default)]
pub struct Substitution {
    bound: Vec<Option<Term>>,
}

impl Substitution {
    /// Replaces the known variables of a term.
    pub fn term(&self, term: &Term) -> Term {
        term.map(&|variable| match self.get(variable) {
            Some(bound) => self.term(bound),
            None => Term::Variable(variable),
        })
    }

    /// Replaces the known variables of a formula.
    pub fn formula(&self, formula: &Formula) -> Formula {
        formula.map(&|variable| self.term(&Term::Variable(variable)))
    }

    /// Returns the term that a variable stands for.
    fn get(&self, variable: u32) -> Option<&Term> {
        self.bound.get(variable as usize).and_then(Option::as_ref)
    }

    /// Makes two terms equal. Returns whether that is possible.
    pub fn unify(&mut self, one: &Term, other: &Term) -> bool {
        match (self.resolve(one), self.resolve(other)) {
            (Term::Variable(one), Term::Variable(other)) if one == other => true,
            (Term::Variable(variable), term) | (term, Term::Variable(variable)) => {
                if self.occurs(variable, &term) {
                    return false;
                }
                let place = variable as usize;
                if self.bound.len() <= place {
                    self.bound.resize(place + 1, None);
                }
                self.bound[place] = Some(term);
                true
            }
            (Term::Function(one, left), Term::Function(other, right)) => {
                one == other
                    && left.len() == right.len()
                    && left.iter().zip(&right).all(|(one, other)| self.unify(one, other))
            }
        }
    }

    /// Returns the term that a variable stands for, and any other term as it is.
    fn resolve(&self, term: &Term) -> Term {
        let mut term = term;
        while let Term::Variable(variable) = term
            && let Some(bound) = self.get(*variable)
        {
            term = bound;
        }
        term.clone()
    }

    /// Whether a variable occurs in a term.
    fn occurs(&self, variable: u32, term: &Term) -> bool {
        let mut occurs = false;
        self.term(term).each_variable(&mut |other| occurs |= other == variable);
        occurs
    }
}
