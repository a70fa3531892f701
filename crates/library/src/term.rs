//! Facts and moves as texts, and patterns that they are compared with.

use std::collections::BTreeMap;
use std::fmt;

/// The deepest nesting that is read.
const MAX_NESTING: usize = 100;

/// A name, a variable, or a list of terms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Term {
    /// A word; it is a variable if it begins with `?`.
    Word(String),
    /// What stands between parentheses.
    List(Vec<Term>),
}

impl Term {
    /// Reads the text of one term.
    pub fn read(text: &str) -> Option<Term> {
        let spaced = text.replace('(', " ( ").replace(')', " ) ");
        let mut open: Vec<Vec<Term>> = vec![Vec::new()];
        for word in spaced.split_whitespace() {
            match word {
                "(" if open.len() <= MAX_NESTING => open.push(Vec::new()),
                "(" => return None,
                ")" => {
                    let list = open.pop()?;
                    open.last_mut()?.push(Term::List(list));
                }
                word => open.last_mut()?.push(Term::Word(word.to_owned())),
            }
        }
        let mut all = open.pop().filter(|_| open.is_empty())?;
        all.pop().filter(|_| all.is_empty())
    }

    /// The term with every word replaced.
    pub fn map(&self, word: &impl Fn(&str) -> Term) -> Term {
        match self {
            Term::Word(name) => word(name),
            Term::List(terms) => Term::List(terms.iter().map(|term| term.map(word)).collect()),
        }
    }

    /// Compares a ground term with this one, whose variables stand for any term; what they stand for.
    fn bind(&self, ground: &Term, bound: &mut Bindings) -> bool {
        match (self, ground) {
            (Term::Word(name), _) if name.starts_with('?') => match bound.get(name) {
                Some(before) => before == ground,
                None => bound.insert(name.clone(), ground.clone()).is_none(),
            },
            (Term::Word(name), Term::Word(other)) => name == other,
            (Term::List(terms), Term::List(others)) => {
                terms.len() == others.len()
                    && terms.iter().zip(others).all(|(term, other)| term.bind(other, bound))
            }
            _ => false,
        }
    }
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Term::Word(name) => f.write_str(name),
            Term::List(terms) => {
                f.write_str("(")?;
                for (index, term) in terms.iter().enumerate() {
                    let space = if index == 0 { "" } else { " " };
                    write!(f, "{space}{term}")?;
                }
                f.write_str(")")
            }
        }
    }
}

/// What the variables of a pattern stand for.
pub type Bindings = BTreeMap<String, Term>;

/// A term with variables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pattern(Term);

impl Pattern {
    /// Reads a pattern such as `(cell ?x ?y white)`.
    pub fn read(text: &str) -> Option<Pattern> {
        Term::read(text).map(Pattern)
    }

    /// What its variables stand for in a term of this form.
    pub fn matches(&self, term: &Term) -> Option<Bindings> {
        let mut bound = Bindings::new();
        self.0.bind(term, &mut bound).then_some(bound)
    }

    /// Its term.
    pub fn term(&self) -> &Term {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_are_read_and_written() {
        for text in ["noop", "(cell 1 2 x)", "(does white (move (at 1 2) to 3))", "()"] {
            assert_eq!(Term::read(text).unwrap().to_string(), text);
        }
        for text in ["", "(", ")", "(a", "a b", "(a))", &"(".repeat(1000)] {
            assert_eq!(Term::read(text), None);
        }
    }

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
    }
}
