//! `agon explain`: explains a fault, with an example and its correction.

use crate::Outcome;
use crate::rulesheet::UsageError;
use gdl::{FaultKind, FoundBy, Severity};
use std::io::Write;
use term::did_you_mean;

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
        let names = FaultKind::ALL.iter().map(|kind| kind.name());
        let hint = did_you_mean(&name, names)
            .unwrap_or_else(|| "`agon explain` lists them all".to_owned());
        let message = format!("there is no fault `{name}`; {hint}");
        return Err(UsageError(message).into());
    };
    write!(out, "{}", kind.explanation())?;
    Ok(Outcome::Fine)
}
