//! Reads terms in KIF. White space and comments may stand anywhere; reading needs no recursion, and a text that is not
//! a term gives `None`.

use crate::term::{Term, TermBuilder};
use crate::token::{MAX_BYTES, Token, Tokens};

/// Deepest nesting of lists that is read.
pub const MAX_DEPTH: usize = 4000;

impl Term {
    /// Reads a text that is one term. `None` if it is anything else, or nested deeper than [`MAX_DEPTH`].
    pub fn read(text: &str) -> Option<Term> {
        let mut reader = TermReader::new(text)?;
        let first = reader.next()?;
        let term = reader.term(first)?;
        reader.is_at_end().then_some(term)
    }
}

/// Reads a list of terms such as `((mark 1 2) noop)`, as joint moves are written; the list may be empty. `None` if the
/// text is anything else.
pub fn read_list(text: &str) -> Option<Vec<Term>> {
    let mut reader = TermReader::new(text)?;
    let (Token::Open, _) = reader.next()? else { return None };
    let mut terms = Vec::new();
    loop {
        match reader.next()? {
            (Token::Close, _) => return reader.is_at_end().then_some(terms),
            first => terms.push(reader.term(first)?),
        }
    }
}

/// A reader of one term from a text.
struct TermReader<'a> {
    text: &'a str,
    tokens: Tokens<'a>,
    /// A token that was read from the text but is not used yet.
    ahead: Option<NextToken<'a>>,
}

/// A token and its text.
type NextToken<'a> = (Token, &'a str);

impl<'a> TermReader<'a> {
    fn new(text: &'a str) -> Option<TermReader<'a>> {
        (text.len() <= MAX_BYTES).then(|| TermReader {
            text,
            tokens: Tokens::new(text),
            ahead: None,
        })
    }

    /// Returns the next token that is not a comment.
    fn next(&mut self) -> Option<NextToken<'a>> {
        if let Some(word) = self.ahead.take() {
            return Some(word);
        }
        let (token, span) = self.tokens.find(|(token, _)| *token != Token::Comment)?;
        Some((token, &self.text[span.start as usize..span.end as usize]))
    }

    fn is_at_end(&mut self) -> bool {
        self.next().is_none()
    }

    /// Returns the term that begins with a token.
    fn term(&mut self, first: NextToken) -> Option<Term> {
        let mut builder = TermBuilder::default();
        self.part(first, &mut builder)?;
        while builder.depth() > 0 {
            let token = self.next()?;
            self.part(token, &mut builder)?;
        }
        Some(builder.finish())
    }

    /// Adds what a token stands for: a name, the beginning of a list or the end of one.
    fn part(&mut self, (token, text): NextToken, builder: &mut TermBuilder) -> Option<()> {
        match token {
            Token::Word => builder.leaf(text),
            Token::Close if builder.depth() > 0 => builder.close(),
            Token::Open if builder.depth() < MAX_DEPTH => self.list(builder)?,
            Token::Open | Token::Close | Token::Comment => return None,
        }
        Some(())
    }

    /// Adds the beginning of a list: its name, and also its end if the list contains nothing else.
    fn list(&mut self, builder: &mut TermBuilder) -> Option<()> {
        let (Token::Word, name) = self.next()? else { return None };
        if name.starts_with('?') {
            return None;
        }
        match self.next()? {
            (Token::Close, _) => builder.leaf(&format!("({name})")),
            first => {
                builder.open(name);
                self.ahead = Some(first);
            }
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_are_read_and_written() {
        for text in ["noop", "(cell 1 2 x)", "(does white (move (at 1 2) to 3))", "(open)"] {
            assert_eq!(Term::read(text).expect(text).to_string(), text);
        }
        let spread = Term::read("\u{feff}( a(b\tc) ; rest\n d )\r\n;").expect("it is one term");
        assert_eq!(spread.to_string(), "(a (b c) d)");
    }

    #[test]
    fn texts_that_are_not_terms_are_refused() {
        for text in ["", ";a", "(", ")", "()", "(a", "a b", "(a))", "((a) b)", "(?x a)", "(a ())"] {
            assert_eq!(Term::read(text), None, "{text}");
        }
    }

    #[test]
    fn depth_is_bounded() {
        let nested = |depth: usize| "(f ".repeat(depth) + "x" + &")".repeat(depth);
        let deepest = Term::read(&nested(MAX_DEPTH)).expect("it is not too deep");
        assert_eq!(deepest.to_string(), nested(MAX_DEPTH));
        assert_eq!(Term::read(&nested(MAX_DEPTH + 1)), None);
        assert_eq!(Term::read(&"(f ".repeat(1_000_000)), None);
    }

    #[test]
    fn lists_are_split_into_their_terms() {
        let check = |text: &str, expected: &[&str]| {
            let terms = read_list(text).expect(text);
            let texts: Vec<&str> = terms.iter().map(Term::as_str).collect();
            assert_eq!(texts, expected, "{text}");
        };
        check("((mark 3 2) noop)", &["(mark 3 2)", "noop"]);
        check("(noop (move (at 1 2) 3) wait)", &["noop", "(move (at 1 2) 3)", "wait"]);
        check("(a(b c)d)", &["a", "(b c)", "d"]);
        check("( a  b )", &["a", "b"]);
        check("()", &[]);
        for text in ["", "a", "(a", "a)", "((a)", "(a))", "())("] {
            assert_eq!(read_list(text), None, "{text}");
        }
    }
}
