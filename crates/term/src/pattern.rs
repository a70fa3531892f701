//! Terms with variables that are compared with ground terms.

use crate::term::Term;
use std::collections::BTreeMap;

/// The terms that the variables of a pattern stand for, by their names such as `?x`.
pub type Bindings = BTreeMap<String, Term>;

/// A term whose variables stand for any term.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pattern(Term);

impl Pattern {
    /// Reads a pattern such as `(cell ?x ?y white)`. `None` if the text is not one term.
    pub fn read(text: &str) -> Option<Pattern> {
        Term::read(text).map(Pattern)
    }

    /// Returns the terms that the variables stand for if a term has this form. A variable that occurs twice must stand
    /// for equal terms.
    pub fn matches(&self, term: &Term) -> Option<Bindings> {
        let mut bindings = Bindings::new();
        let mut pending = vec![(self.0.clone(), term.clone())];
        while let Some((pattern, term)) = pending.pop() {
            if pattern.is_variable() {
                let first =
                    bindings.entry(pattern.as_str().to_owned()).or_insert_with(|| term.clone());
                if *first != term {
                    return None;
                }
            } else if pattern.name().eq_ignore_ascii_case(term.name())
                && pattern.arity() == term.arity()
            {
                pending.extend(pattern.arguments().zip(term.arguments()));
            } else {
                return None;
            }
        }
        Some(bindings)
    }

    /// Returns the term with its variables.
    pub fn term(&self) -> &Term {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_bind_their_variables() {
        let matches = |pattern: &str, text: &str| {
            let bound = Pattern::read(pattern)?.matches(&Term::read(text)?)?;
            Some(bound.iter().map(|(name, term)| format!("{name}={term} ")).collect::<String>())
        };
        assert_eq!(matches("(cell ?x ?y w)", "(cell 1 (f 2) w)").unwrap(), "?x=1 ?y=(f 2) ");
        assert_eq!(matches("(cell ?x ?y w)", "(cell 1 2 b)"), None);
        assert_eq!(matches("(same ?x ?x)", "(same 1 1)").unwrap(), "?x=1 ");
        assert_eq!(matches("(same ?x ?x)", "(same 1 2)"), None);
        assert_eq!(matches("?x", "noop").unwrap(), "?x=noop ");
        assert_eq!(matches("(a ?x)", "(a 1 2)"), None);
        assert_eq!(matches("open", "(open)"), None);
    }
}
