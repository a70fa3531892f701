//! What is wrong with rules that somebody brought, with the line of each fault.

use gdl::{Checked, Severity};
use serde::Serialize;

/// What the checker says about rules.
#[derive(Debug, Serialize)]
pub struct Diagnosis {
    /// Whether they can be played.
    pub playable: bool,
    /// How many errors there are.
    pub errors: usize,
    /// How many warnings.
    pub warnings: usize,
    /// The first of them, in the order of the text.
    pub faults: Vec<Diagnostic>,
}

/// A fault.
#[derive(Debug, Serialize)]
pub struct Diagnostic {
    /// The name of its kind.
    pub name: &'static str,
    /// `error` or `warning`.
    pub severity: &'static str,
    /// What is wrong.
    pub message: String,
    /// What can be done about it.
    pub hint: String,
    /// The line, from 1, if it is in one.
    pub line: Option<usize>,
    /// The column, from 1, in characters.
    pub column: Option<usize>,
    /// The fault with its line, as the command line shows it.
    pub text: String,
}

impl Diagnosis {
    /// Of rules that were checked.
    pub fn of(checked: &Checked) -> Diagnosis {
        let source = &checked.sheet.source;
        let all = checked.faults.kept().iter().map(|fault| {
            let position = fault.span.map(|span| source.position(span.start));
            Diagnostic {
                name: fault.kind.name(),
                severity: match fault.kind.severity() {
                    Severity::Error => "error",
                    Severity::Warning => "warning",
                },
                message: fault.message.clone(),
                hint: fault.hint.clone(),
                line: position.map(|position| position.line),
                column: position.map(|position| position.column),
                text: gdl::render(source, fault),
            }
        });
        let mut faults: Vec<Diagnostic> = all.collect();
        faults.sort_by_key(|fault| (fault.line, fault.column));
        let count = |severity| faults.iter().filter(|fault| fault.severity == severity).count();
        Diagnosis {
            playable: checked.rules.is_some(),
            errors: checked.faults.errors(),
            warnings: count("warning"),
            faults,
        }
    }
}
