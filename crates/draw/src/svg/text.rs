//! Texts of pictures: escaping and sizes. Every text that comes from rules is escaped by [`escaped`].

use super::SvgWriter;
use std::fmt::{self, Write};

impl SvgWriter {
    /// Writes a text around a point; nothing for an empty text.
    pub(super) fn text(
        &mut self,
        (x, y): (f64, f64),
        size: f64,
        ink: &str,
        text: &str,
    ) -> fmt::Result {
        if text.is_empty() {
            return Ok(());
        }
        let text = escaped(text);
        write!(
            self.out,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" font-size=\"{size:.1}\" fill=\"{ink}\">{text}</text>"
        )
    }
}

/// Returns the font size with which a text fits into a cell of this size. It is at most `part` of the size of the cell.
pub(super) fn fitting_size(text: &str, size: f64, part: f64) -> f64 {
    let letters = text.chars().count().max(1) as f64;
    (size * part).min(size * 0.78 / (letters * 0.58)).max(4.0)
}

/// Returns a text in which no character has a meaning in XML. Characters that XML does not allow are left out.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\t' | '\n' | '\r' => out.push(' '),
            '\u{FFFE}' | '\u{FFFF}' => {}
            sign if sign.is_control() => {}
            sign => out.push(sign),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_with_a_meaning_in_xml_are_escaped() {
        assert_eq!(
            escaped("<a b=\"c\" d='e'>&\u{0}\u{FFFF}é"),
            "&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;é"
        );
    }
}
