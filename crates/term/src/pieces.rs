//! Texts in KIF taken apart into words and lists, which stay as they were written.
//!
//! For messages, which contain rules and moves between other things. Lists inside lists are not looked at, and nothing
//! here needs recursion. Terms are read in `read`.

use crate::token::{MAX_BYTES, Token, Tokens};

/// A word or a list of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece<'a> {
    /// The word or list as it was written.
    pub text: &'a str,
    /// The text between the parentheses of a list; `None` for a word.
    pub content: Option<&'a str>,
}

impl Piece<'_> {
    /// Returns the text with single spaces between its words, and without comments.
    pub fn plain(&self) -> String {
        let mut plain = String::with_capacity(self.text.len());
        for (token, span) in Tokens::new(self.text) {
            let is_spaced = !plain.is_empty() && !plain.ends_with('(');
            match token {
                Token::Comment => continue,
                Token::Open | Token::Word if is_spaced => plain.push(' '),
                Token::Open | Token::Word | Token::Close => {}
            }
            plain.push_str(&self.text[span.start as usize..span.end as usize]);
        }
        plain
    }
}

/// Returns the words and lists that a text consists of. `None` if its parentheses do not match, or if it is too long to
/// be read.
pub fn pieces(text: &str) -> Option<Vec<Piece<'_>>> {
    if text.len() > MAX_BYTES {
        return None;
    }
    let (mut pieces, mut depth, mut begin) = (Vec::new(), 0usize, 0);
    for (token, span) in Tokens::new(text) {
        let (start, end) = (span.start as usize, span.end as usize);
        match token {
            Token::Open => {
                if depth == 0 {
                    begin = start;
                }
                depth += 1;
            }
            Token::Close => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    let content = Some(&text[begin + 1..end - 1]);
                    pieces.push(Piece { text: &text[begin..end], content });
                }
            }
            Token::Word if depth == 0 => {
                pieces.push(Piece { text: &text[start..end], content: None });
            }
            Token::Word | Token::Comment => {}
        }
    }
    (depth == 0).then_some(pieces)
}

/// Finds the end of the first list of a text that comes in parts, such as a message without a length. Each byte is
/// looked at once, however short the parts are.
#[derive(Clone, Debug, Default)]
pub struct ListEnd {
    /// Number of lists that are open.
    depth: usize,
    in_comment: bool,
}

impl ListEnd {
    /// Reads the next part. Returns whether the first list is closed; the parts after that mean nothing.
    pub fn read(&mut self, part: &[u8]) -> bool {
        for &byte in part {
            match byte {
                b'\n' | b'\r' => self.in_comment = false,
                _ if self.in_comment => {}
                b';' => self.in_comment = true,
                b'(' => self.depth += 1,
                b')' if self.depth <= 1 => return true,
                b')' => self.depth -= 1,
                _ => {}
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_taken_apart_as_they_are_written() {
        let text = "start (role  white) ; (a comment\n ((a) b)()c";
        let found = pieces(text).expect("the parentheses match");
        let texts: Vec<&str> = found.iter().map(|piece| piece.text).collect();
        assert_eq!(texts, ["start", "(role  white)", "((a) b)", "()", "c"]);
        let contents: Vec<Option<&str>> = found.iter().map(|piece| piece.content).collect();
        assert_eq!(contents, [None, Some("role  white"), Some("(a) b"), Some(""), None]);
        assert_eq!(pieces(" ; nothing"), Some(Vec::new()));
        for text in ["(", ")", "(a))", "((a)", ")("] {
            assert_eq!(pieces(text), None, "{text}");
        }
        let deep = "(".repeat(1_000_000) + &")".repeat(1_000_000);
        assert_eq!(pieces(&deep).map(|pieces| pieces.len()), Some(1));
    }

    #[test]
    fn plain_texts_have_single_spaces() {
        let plain = |text: &str| pieces(text).expect(text)[0].plain();
        assert_eq!(plain("( mark\t1 ; here\n 2 )"), "(mark 1 2)");
        assert_eq!(plain("(a(b c)d)"), "(a (b c) d)");
        assert_eq!(plain(" Noop "), "Noop");
    }

    #[test]
    fn a_list_ends_where_its_text_is_one_piece() {
        for text in ["(a)", "(a (b) c)", "( ; )\n )", "(a ;(\r(b))", "word (a)", "()"] {
            let mut whole = ListEnd::default();
            assert!(whole.read(text.as_bytes()), "{text}");
            let mut end = ListEnd::default();
            let first = (0..text.len()).find(|&place| end.read(&text.as_bytes()[place..=place]));
            assert_eq!(first, Some(text.len() - 1), "{text}");
            assert!(pieces(text).is_some(), "{text}");
        }
        for text in ["", "word", "((a)", "(a ; )", "; (a)"] {
            assert!(!ListEnd::default().read(text.as_bytes()), "{text}");
        }
        // A parenthesis without its opposite ends a message too, which is then refused.
        assert!(ListEnd::default().read(b")"));
    }
}
