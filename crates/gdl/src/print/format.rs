//! Formats a rule sheet: changes its layout only. Words, their order and all comments stay.
//!
//! A list that fits on a line stays on one; otherwise its first word and (for a rule) the head stay
//! on the first line, and the other parts get a line each, indented by four spaces (an `or` is laid
//! out the same way). Facts that shared a line still share it; single blank lines between rules are kept,
//! longer runs shortened to one.

use term::{Token, Tokens};

/// Largest width of a line, in characters, up to which a list stays on one line.
const WIDTH: usize = 100;
/// Number of spaces by which the parts of a list are indented.
const INDENT: usize = 4;

/// Returns the formatted text of a rule sheet. Parentheses that do not match are kept, so nothing is lost.
///
/// ```
/// assert_eq!(agon_gdl::format("(<= p q (not r))"), "(<= p\n    q\n    (not r))\n");
/// ```
pub fn format(text: &str) -> String {
    let mut writer = FormatWriter { text: String::new(), column: 0 };
    let items = items(text);
    for (index, item) in items.iter().enumerate() {
        if let Some(before) = index.checked_sub(1).map(|index| &items[index]) {
            let fits = item.width().is_some_and(|width| writer.column + 1 + width <= WIDTH);
            let facts = fits && !item.is_rule() && !before.is_rule();
            let stays = !before.is_comment() && (item.is_comment() || facts);
            match item.gap {
                Gap::Space if stays => writer.raw(" "),
                Gap::Blank => writer.raw("\n\n"),
                Gap::Space | Gap::Break => writer.raw("\n"),
            }
        }
        writer.item(item, 0);
    }
    if !writer.text.is_empty() {
        writer.raw("\n");
    }
    writer.text
}

/// White space between an item and the preceding one.
#[derive(Clone, Copy, PartialEq)]
enum Gap {
    /// Spaces on one line.
    Space,
    /// An end of the line.
    Break,
    /// An empty line between parts.
    Blank,
}

/// The content of an item.
enum ItemKind<'a> {
    Word(&'a str),
    Comment(&'a str),
    List(Vec<FormatItem<'a>>),
}

/// A word, a comment or a list of the text.
struct FormatItem<'a> {
    kind: ItemKind<'a>,
    gap: Gap,
}

impl FormatItem<'_> {
    fn is_comment(&self) -> bool {
        matches!(self.kind, ItemKind::Comment(_))
    }

    fn is_rule(&self) -> bool {
        let ItemKind::List(items) = &self.kind else {
            return false;
        };
        matches!(items.first(), Some(FormatItem { kind: ItemKind::Word("<="), .. }))
    }

    /// Returns the width of the item on one line; `None` if it contains a comment, which ends its line.
    fn width(&self) -> Option<usize> {
        match &self.kind {
            ItemKind::Word(word) => Some(word.chars().count()),
            ItemKind::Comment(_) => None,
            ItemKind::List(items) => {
                let mut width = 2 + items.len().saturating_sub(1);
                for item in items {
                    width += item.width()?;
                }
                Some(width)
            }
        }
    }
}

/// Largest depth of nested lists that are laid out. Parentheses of deeper lists are kept as words, so that
/// no text is lost and the recursion is not deep.
const MAX_DEPTH: usize = crate::syntax::MAX_NESTING;

/// Reads a text as items.
fn items(text: &str) -> Vec<FormatItem<'_>> {
    let mut open: Vec<(Vec<FormatItem>, Gap)> = Vec::new();
    let mut current: Vec<FormatItem> = Vec::new();
    let mut end = 0;
    for (token, span) in Tokens::new(text) {
        let (start, stop) = (span.start as usize, span.end as usize);
        let between = &text[end..start];
        let breaks = |end: u8| between.bytes().filter(|&byte| byte == end).count();
        let gap = match breaks(b'\n').max(breaks(b'\r')) {
            0 => Gap::Space,
            1 => Gap::Break,
            _ => Gap::Blank,
        };
        let piece = &text[start..stop];
        match token {
            Token::Open if open.len() < MAX_DEPTH => {
                open.push((std::mem::take(&mut current), gap));
            }
            Token::Close if !open.is_empty() => {
                let (outer, gap) = open.pop().expect("a list is open");
                let list = std::mem::replace(&mut current, outer);
                current.push(FormatItem { kind: ItemKind::List(list), gap });
            }
            Token::Comment => {
                current.push(FormatItem { kind: ItemKind::Comment(piece.trim_end()), gap })
            }
            _ => current.push(FormatItem { kind: ItemKind::Word(piece), gap }),
        }
        end = stop;
    }
    while let Some((outer, gap)) = open.pop() {
        let unclosed = std::mem::replace(&mut current, outer);
        current.push(FormatItem { kind: ItemKind::Word("("), gap });
        current.extend(unclosed);
    }
    current
}

/// The formatted text while it is written.
struct FormatWriter {
    text: String,
    column: usize,
}

impl FormatWriter {
    /// Appends a text as it is.
    fn raw(&mut self, piece: &str) {
        self.text.push_str(piece);
        match piece.rsplit_once('\n') {
            Some((_, last)) => self.column = last.chars().count(),
            None => self.column += piece.chars().count(),
        }
    }

    fn new_line(&mut self, indent: usize) {
        self.raw("\n");
        self.raw(&" ".repeat(indent));
    }

    /// Appends an item whose continuation lines are indented by `indent`.
    fn item(&mut self, item: &FormatItem, indent: usize) {
        match &item.kind {
            ItemKind::Word(word) | ItemKind::Comment(word) => self.raw(word),
            ItemKind::List(items) => {
                let fits = item.width().is_some_and(|width| self.column + width <= WIDTH);
                let is_rule = item.is_rule();
                // A rule with conditions always gets a line per condition.
                if fits && !(is_rule && items.len() > 2) {
                    self.on_one_line(items);
                } else {
                    self.on_many_lines(items, indent, if is_rule { 2 } else { 1 });
                }
            }
        }
    }

    fn on_one_line(&mut self, items: &[FormatItem]) {
        self.raw("(");
        for (index, item) in items.iter().enumerate() {
            if index > 0 {
                self.raw(" ");
            }
            match &item.kind {
                ItemKind::List(inner) => self.on_one_line(inner),
                ItemKind::Word(word) | ItemKind::Comment(word) => self.raw(word),
            }
        }
        self.raw(")");
    }

    fn on_many_lines(&mut self, items: &[FormatItem], indent: usize, on_first_line: usize) {
        let inner = indent + INDENT;
        let mut after_comment = false;
        self.raw("(");
        for (index, item) in items.iter().enumerate() {
            let stays = index < on_first_line || (item.is_comment() && item.gap == Gap::Space);
            if after_comment || !stays {
                self.new_line(inner);
            } else if index > 0 {
                self.raw(" ");
            }
            self.item(item, inner);
            after_comment = item.is_comment();
        }
        if after_comment {
            self.new_line(indent);
        }
        self.raw(")");
    }
}
