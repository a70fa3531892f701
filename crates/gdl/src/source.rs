//! The text of a rule sheet, and places in it as bytes or as line and column.

use term::Span;

/// Line and column of a place in the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LineColumn {
    /// Number of the line, from 1.
    pub line: usize,
    /// Column, from 1, in characters.
    pub column: usize,
}

/// The text of a rule sheet with its name.
#[derive(Clone, Debug)]
pub struct Source {
    /// Name of the text in messages, usually a path.
    pub name: String,
    text: String,
    line_starts: Vec<u32>,
}

impl Source {
    /// Wraps a text of less than 4 GiB; [`crate::read()`] cuts longer ones off.
    pub(crate) fn new(name: &str, text: String) -> Self {
        let bytes = text.as_bytes();
        let ends_line = |&place: &usize| match bytes[place] {
            b'\n' => true,
            b'\r' => bytes.get(place + 1) != Some(&b'\n'),
            _ => false,
        };
        let breaks = (0..bytes.len()).filter(ends_line);
        let line_starts = std::iter::once(0).chain(breaks.map(|place| place as u32 + 1)).collect();
        Source { name: name.to_owned(), text, line_starts }
    }

    /// Returns the whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the text of a range.
    pub fn slice(&self, span: Span) -> &str {
        &self.text[span.start as usize..span.end as usize]
    }

    /// Returns the line and column of a byte.
    pub fn position(&self, byte: u32) -> LineColumn {
        let line = self.line_starts.partition_point(|&start| start <= byte);
        let start = self.line_starts[line - 1] as usize;
        let before = &self.text[start..byte as usize];
        let column = count_characters(before.strip_prefix('\u{feff}').unwrap_or(before)) + 1;
        LineColumn { line, column }
    }

    /// Returns the number of bytes before this byte in its line, as [`Source::line`] returns the line.
    pub(crate) fn offset_in_line(&self, byte: u32) -> usize {
        let line = self.line_starts.partition_point(|&start| start <= byte);
        let start = self.line_starts[line - 1] as usize;
        let mark =
            if self.text[start..].starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        (byte as usize - start).saturating_sub(mark)
    }

    /// Returns a line, counted from 1, without its line break.
    pub fn line(&self, line: usize) -> &str {
        let start = self.line_starts[line - 1] as usize;
        let end = self.line_starts.get(line).map_or(self.text.len(), |&next| next as usize);
        self.text[start..end].trim_end_matches(['\n', '\r']).trim_start_matches('\u{feff}')
    }
}

/// Returns the number of characters. Counts the bytes that begin a character, which is fast: a line of many megabytes
/// is counted once for each fault in it.
fn count_characters(text: &str) -> usize {
    text.bytes().filter(|byte| byte & 0xC0 != 0x80).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_lines_and_characters_from_one() {
        let source = Source::new("t", "ab\né!\r\n\nx".to_owned());
        let at = |byte| {
            let position = source.position(byte);
            (position.line, position.column)
        };
        assert_eq!(at(0), (1, 1));
        assert_eq!(at(1), (1, 2));
        assert_eq!(at(3), (2, 1));
        assert_eq!(at(5), (2, 2));
        assert_eq!(at(9), (4, 1));
        assert_eq!(source.line(2), "é!");
        assert_eq!(source.line(4), "x");
        let old = Source::new("t", "a\rb".to_owned());
        assert_eq!((old.position(2).line, old.line(1)), (2, "a"));
    }
}
