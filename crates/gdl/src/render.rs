//! Faults for people: place, source line with a caret, hint.
//!
//! Our own few lines rather than a diagnostics crate: a line of a hostile sheet can be a hundred
//! megabytes long, so only a window of it is shown, under the column it really has.

use crate::fault::{Fault, Severity};
use crate::source::{Source, Span};
use std::fmt::Write;

/// The most characters of a source line that are shown.
const WINDOW: usize = 100;

/// How many of them stand before the fault, if the line is longer.
const BEFORE: usize = 40;

/// The text that shows a fault to a person.
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
