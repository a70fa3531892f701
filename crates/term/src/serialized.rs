//! Terms in serialised data: a term is a string, its text in KIF.

use crate::term::Term;
use serde::de::{self, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt::{self, Formatter};

impl Serialize for Term {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Term {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Term, D::Error> {
        deserializer.deserialize_str(TermVisitor)
    }
}

/// Reads a term from a string.
struct TermVisitor;

impl Visitor<'_> for TermVisitor {
    type Value = Term;

    fn expecting(&self, f: &mut Formatter) -> fmt::Result {
        f.write_str("the text of one term")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Term, E> {
        Term::read(text).ok_or_else(|| E::invalid_value(Unexpected::Str(text), &self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Term, serde_json::Error> {
        serde_json::from_value(serde_json::json!(text))
    }

    #[test]
    fn terms_are_written_as_their_texts_and_read_again() {
        for text in ["White", "10", "(on (block 1) (f (g x) y))", "(open)"] {
            let term = Term::read(text).expect("it is one term");
            assert_eq!(serde_json::to_value(&term).expect("it can be written"), text);
            assert_eq!(read(text).expect("it can be read").as_str(), text);
        }
        let second = Term::read("(f (g x) y)").and_then(|term| term.argument(0));
        assert_eq!(serde_json::to_value(second).expect("it can be written"), "(g x)");
    }

    #[test]
    fn texts_that_are_not_one_term_are_refused() {
        for text in ["", "a b", "(a", ")"] {
            let error = read(text).expect_err("it is not one term").to_string();
            assert!(error.contains("expected the text of one term"), "{error}");
        }
        assert!(serde_json::from_value::<Term>(serde_json::json!(1)).is_err());
    }
}
