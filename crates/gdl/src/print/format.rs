//! Formatting a rule sheet: layout only. Words, their order and all comments stay.
//!
//! A list that fits on a line stays on one; otherwise its first word and (for a rule) the head stay
//! on the first line, and the other parts get a line each, indented by four spaces (an `or` is laid
//! out the same way). Facts that shared a line still share it; single blank lines between rules are kept,
//! longer runs shortened to one.

use crate::syntax::{Token, Tokens};

/// Lines are broken where they would be longer than this.
const WIDTH: usize = 100;
const INDENT: usize = 4;

/// The formatted text. Parentheses that do not match are left as they are: nothing is lost.
pub fn format(text: &str) -> String {
    let mut layout = Layout { text: String::new(), column: 0 };
    let items = items(text);
    for (index, item) in items.iter().enumerate() {
        if let Some(before) = index.checked_sub(1).map(|index| &items[index]) {
            let fits = item.width().is_some_and(|width| layout.column + 1 + width <= WIDTH);
            let facts = fits && !item.is_rule() && !before.is_rule();
            let stays = !before.is_comment() && (item.is_comment() || facts);
            match item.gap {
                Gap::Space if stays => layout.raw(" "),
                Gap::Blank => layout.raw("\n\n"),
                Gap::Space | Gap::Break => layout.raw("\n"),
            }
        }
        layout.item(item, 0);
    }
    if !layout.text.is_empty() {
        layout.raw("\n");
    }
    layout.text
}

/// What stood between an item and the one before it.
#[derive(Clone, Copy, PartialEq)]
enum Gap {
    Space,
    Break,
    Blank,
}

enum Part<'a> {
    Word(&'a str),
    Comment(&'a str),
    List(Vec<Item<'a>>),
}

struct Item<'a> {
    part: Part<'a>,
    gap: Gap,
}

impl Item<'_> {
    fn is_comment(&self) -> bool {
        matches!(self.part, Part::Comment(_))
    }

    fn is_rule(&self) -> bool {
        let Part::List(items) = &self.part else {
            return false;
        };
        matches!(items.first(), Some(Item { part: Part::Word("<="), .. }))
    }

    /// The width on one line, or `None` if there is a comment inside, which ends its line.
    fn width(&self) -> Option<usize> {
        match &self.part {
            Part::Word(word) => Some(word.chars().count()),
            Part::Comment(_) => None,
            Part::List(items) => {
                let mut width = 2 + items.len().saturating_sub(1);
                for item in items {
                    width += item.width()?;
                }
                Some(width)
            }
        }
    }
}

/// Deeper lists are not taken apart but kept as one word each, so that no text is lost and no
/// recursion runs deep.
const MAX_DEPTH: usize = crate::syntax::MAX_NESTING;

fn items(text: &str) -> Vec<Item<'_>> {
    let mut open: Vec<(Vec<Item>, Gap)> = Vec::new();
    let mut current: Vec<Item> = Vec::new();
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
                current.push(Item { part: Part::List(list), gap });
            }
            Token::Comment => current.push(Item { part: Part::Comment(piece.trim_end()), gap }),
            _ => current.push(Item { part: Part::Word(piece), gap }),
        }
        end = stop;
    }
    while let Some((outer, gap)) = open.pop() {
        let unclosed = std::mem::replace(&mut current, outer);
        current.push(Item { part: Part::Word("("), gap });
        current.extend(unclosed);
    }
    current
}

struct Layout {
    text: String,
    column: usize,
}

impl Layout {
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

    fn item(&mut self, item: &Item, indent: usize) {
        match &item.part {
            Part::Word(word) | Part::Comment(word) => self.raw(word),
            Part::List(items) => {
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

    fn on_one_line(&mut self, items: &[Item]) {
        self.raw("(");
        for (index, item) in items.iter().enumerate() {
            if index > 0 {
                self.raw(" ");
            }
            match &item.part {
                Part::List(inner) => self.on_one_line(inner),
                Part::Word(word) | Part::Comment(word) => self.raw(word),
            }
        }
        self.raw(")");
    }

    fn on_many_lines(&mut self, items: &[Item], indent: usize, on_first_line: usize) {
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
