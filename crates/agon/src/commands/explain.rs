//! `agon explain`: explains a fault, with an example and its correction.

use crate::Outcome;
use crate::rulesheet::UsageError;
use gdl::{FaultKind, FoundBy, Severity};
use std::io::Write;

/// Explain a fault that `agon check` reports, with an example and its correction
///
/// Example: agon explain unsafe-variable
#[derive(clap::Args)]
pub struct Options {
    /// The fault's name, such as `unsafe-variable`; without it, all faults are listed
    name: Option<String>,
}

/// Prints the explanation, or the list.
pub fn run(options: Options) -> anyhow::Result<Outcome> {
    let mut out = std::io::stdout().lock();
    let Some(name) = options.name else {
        for &kind in FaultKind::ALL {
            let severity = match kind.severity() {
                Severity::Error => "error",
                Severity::Warning => "warning",
            };
            let found = match kind.found_by() {
                FoundBy::Reading => "",
                FoundBy::Playing => " (found by play)",
            };
            writeln!(out, "{:<24} {severity}{found}", kind.name())?;
        }
        return Ok(Outcome::Fine);
    };
    let Some(kind) = FaultKind::from_name(&name) else {
        let message = format!("there is no fault `{name}`; `agon explain` lists them all");
        return Err(UsageError(message).into());
    };
    write!(out, "{}", kind.explanation())?;
    Ok(Outcome::Fine)
}
