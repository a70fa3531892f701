//! The pieces of a text in KIF: parentheses, words and comments.

/// Maximum number of bytes of a text. Longer texts are not read, because places are stored in 32 bits.
pub(crate) const MAX_BYTES: usize = 1 << 30;

/// A range of bytes in a text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Span {
    /// Index of the first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

/// A piece of the text that is not white space.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Token {
    /// An opening parenthesis, `(`.
    Open,
    /// A closing parenthesis, `)`.
    Close,
    /// A run without white space, parentheses or `;`.
    Word,
    /// `;` up to the end of the line.
    Comment,
}

/// The tokens of a text, in order.
pub struct Tokens<'a> {
    bytes: &'a [u8],
    place: usize,
}

impl<'a> Tokens<'a> {
    /// Creates an iterator over the tokens of a text of less than 4 GiB.
    pub fn new(text: &'a str) -> Self {
        Tokens { bytes: text.as_bytes(), place: 0 }
    }
}

impl Iterator for Tokens<'_> {
    type Item = (Token, Span);

    fn next(&mut self) -> Option<(Token, Span)> {
        let mut start = self.place;
        while let Some(length) = space_length(&self.bytes[start..]) {
            start += length;
        }
        if start == self.bytes.len() {
            return None;
        }
        let rest = &self.bytes[start..];
        let (token, length) = match rest[0] {
            b'(' => (Token::Open, 1),
            b')' => (Token::Close, 1),
            b';' => (Token::Comment, run_length(rest, |byte| !matches!(byte, b'\n' | b'\r'))),
            _ => (Token::Word, word_length(rest)),
        };
        self.place = start + length;
        let span = Span { start: start as u32, end: self.place as u32 };
        Some((token, span))
    }
}

/// The byte order mark, with which some editors begin a file. It counts as white space wherever it stands.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// Returns the length of the white space character that the bytes begin with; `None` if they begin with another
/// character.
fn space_length(bytes: &[u8]) -> Option<usize> {
    match bytes.first()? {
        b' ' | b'\t' | b'\n' | b'\r' | 0x0B | 0x0C => Some(1),
        _ if bytes.starts_with(BYTE_ORDER_MARK) => Some(BYTE_ORDER_MARK.len()),
        _ => None,
    }
}

fn word_length(bytes: &[u8]) -> usize {
    let ends = |place: usize| {
        matches!(bytes[place], b'(' | b')' | b';') || space_length(&bytes[place..]).is_some()
    };
    (0..bytes.len()).find(|&place| ends(place)).unwrap_or(bytes.len())
}

fn run_length(bytes: &[u8], inside: impl Fn(u8) -> bool) -> usize {
    bytes.iter().position(|byte| !inside(*byte)).unwrap_or(bytes.len())
}
