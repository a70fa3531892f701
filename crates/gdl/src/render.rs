//! Displays a fault for people: its place, the source line with carets below the fault, and the hint.
//!
//! Not done by a diagnostics crate, because a line of a hostile sheet can be a hundred megabytes long:
//! only a part of the line around the fault is shown.

use crate::fault::{Fault, Severity};
use crate::source::Source;
use std::fmt::Write;
use term::Span;

/// Largest number of characters shown of a source line.
const WINDOW: usize = 100;

/// Largest number of characters shown before the fault, if the line is longer than [`WINDOW`].
const BEFORE: usize = 40;

/// Returns a text of several lines that displays a fault.
///
/// ```
/// let checked = agon_gdl::check("game.kif", b"(role white))");
/// let text = agon_gdl::render(&checked.sheet.source, &checked.faults.kept()[0]);
/// assert!(text.starts_with("error[unopened-parenthesis]"));
/// assert!(text.contains("game.kif:1:13"));
/// ```
pub fn render(source: &Source, fault: &Fault) -> String {
    let severity = match fault.kind.severity() {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    let mut text = format!("{severity}[{}]: {}\n", fault.kind.name(), fault.message);
    match fault.span {
        Some(span) => render_place(&mut text, source, span),
        None => {
            let _ = writeln!(text, " --> {}", source.name);
        }
    }
    let _ = writeln!(text, "\nhint: {}", fault.hint);
    text
}

fn render_place(text: &mut String, source: &Source, span: Span) {
    let position = source.position(span.start);
    let line = source.line(position.line);
    let (before, after) = line.split_at(source.offset_in_line(span.start).min(line.len()));
    let tail = |text: &str, count: usize| {
        let start =
            text.char_indices().rev().take(count).last().map_or(text.len(), |(place, _)| place);
        text[start..].to_owned()
    };
    let short = line.len() <= WINDOW;
    let left = tail(before, if short { WINDOW } else { BEFORE });
    let caret = left.chars().count();
    let shown: String = left
        .chars()
        .chain(after.chars())
        .take(WINDOW)
        .map(|character| if character.is_control() { ' ' } else { character })
        .collect();
    let wanted = source.slice(span).chars().take(WINDOW).take_while(|&character| character != '\n');
    let carets = wanted.count().clamp(1, shown.chars().count().saturating_sub(caret).max(1));
    let number = position.line.to_string();
    let margin = " ".repeat(number.len());
    let _ = write!(
        text,
        "{margin}--> {}:{}:{}\n{margin} |\n{number} | {}\n{margin} | {}{}\n",
        source.name,
        position.line,
        position.column,
        shown.trim_end(),
        " ".repeat(caret),
        "^".repeat(carets),
    );
}
