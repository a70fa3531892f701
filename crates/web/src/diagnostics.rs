//! Faults of rules sent by users, as JSON.

use gdl::{Checked, Severity};
use serde::Serialize;

/// Result of checking rules.
#[derive(Debug, Serialize)]
pub struct CheckReport {
    /// Whether the rules can be played.
    pub playable: bool,
    /// Number of errors found.
    pub errors: usize,
    /// Number of warnings found.
    pub warnings: usize,
    /// The first faults, in the order of the text.
    pub faults: Vec<Diagnostic>,
}

/// A fault of the rules.
#[derive(Debug, Serialize)]
pub struct Diagnostic {
    /// Name of the kind of fault, such as `unsafe-variable`.
    pub name: &'static str,
    /// Severity: `error` or `warning`.
    pub severity: &'static str,
    /// Description of the fault.
    pub message: String,
    /// Suggestion for a correction.
    pub hint: String,
    /// Line of the fault, from 1; `None` if it concerns the whole text.
    pub line: Option<usize>,
    /// Column of the fault in characters, from 1.
    pub column: Option<usize>,
    /// The fault with its line, as `agon check` prints it.
    pub text: String,
}

impl CheckReport {
    /// Converts the result of a check.
    pub fn of(checked: &Checked) -> CheckReport {
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
        CheckReport {
            playable: checked.rules.is_some(),
            errors: checked.faults.errors(),
            warnings: count("warning"),
            faults,
        }
    }
}
