//! Any text can be read without a panic, and a term that was read is written in a form that reads as the same term.

use agon_term::{Pattern, Term, read_list};
use proptest::prelude::*;

/// Reads a text as a term and as a list, and checks that the written form reads as the same terms.
fn check(text: &str) {
    if let Some(term) = Term::read(text) {
        let written = term.to_string();
        let again = Term::read(&written).expect("a written term can be read");
        assert_eq!((again.as_str(), again.arity()), (written.as_str(), term.arity()));
        let arguments: Vec<Term> = term.arguments().collect();
        assert_eq!(Term::applied(term.name(), &arguments).as_str(), written);
        assert!(Pattern::read(text).is_some());
        assert_eq!(read_list(&format!("({text}\n)")), Some(vec![term]));
    }
    if let Some(terms) = read_list(text) {
        let texts: Vec<&str> = terms.iter().map(Term::as_str).collect();
        assert_eq!(read_list(&format!("({})", texts.join(" "))).as_ref(), Some(&terms));
    }
}

proptest! {
    #[test]
    fn any_text_can_be_read(text in any::<String>()) {
        check(&text);
    }

    #[test]
    fn any_tokens_can_be_read(tokens in prop::collection::vec(
        prop::sample::select(vec!["(", ")", "a", "?x", " ", "\n", ";", "(f ", "B1", "é", "\u{feff}"]),
        0..60,
    )) {
        check(&tokens.concat());
    }
}
