//! RULES on the command line: a path, `-` for standard input, or the name of a bundled game.

use anyhow::{Context, bail};
use gdl::{Checked, Rules};
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// The command line asks for something that makes no sense.
#[derive(Debug)]
pub struct UsageError(pub String);

impl std::fmt::Display for UsageError {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for UsageError {}

/// The text of a rule sheet and what to call it.
pub struct RuleSheet {
    /// A path or the name of a bundled game.
    pub name: String,
    /// The text.
    pub bytes: Vec<u8>,
    /// The bundled game, if it is one.
    pub bundled: Option<library::Game>,
}

impl RuleSheet {
    /// Finds the sheet: a file of this name, else a bundled game.
    pub fn find(argument: &str) -> anyhow::Result<RuleSheet> {
        let name = argument.to_owned();
        if argument == "-" {
            let bytes = read_limited(std::io::stdin()).context("standard input")?;
            return Ok(RuleSheet { name: "standard input".to_owned(), bytes, bundled: None });
        }
        let path = Path::new(argument);
        let file = if path.is_dir() { path.join("rules.kif") } else { path.to_owned() };
        if file.exists() && !file.is_dir() {
            let bytes =
                File::open(&file).and_then(read_limited).with_context(|| argument.to_owned())?;
            return Ok(RuleSheet { name: file.display().to_string(), bytes, bundled: None });
        }
        match library::find(argument) {
            Ok(game) => Ok(RuleSheet { name, bytes: game.rules().into(), bundled: Some(game) }),
            Err(_) if path.is_dir() => {
                Err(UsageError(format!("`{argument}` is a folder, not a rule sheet")).into())
            }
            Err(unknown) => Err(unknown.into()),
        }
    }

    /// Reads and checks the sheet.
    pub fn check(&self) -> Checked {
        gdl::check(&self.name, &self.bytes)
    }

    /// The rules, or an error that shows what is wrong with them.
    pub fn rules(&self) -> anyhow::Result<Rules> {
        let checked = self.check();
        if let Some(rules) = checked.rules {
            return Ok(rules);
        }
        for fault in checked.faults.kept() {
            if fault.kind.severity() == gdl::Severity::Error {
                eprintln!("{}", gdl::render(&checked.sheet.source, fault));
            }
        }
        bail!("{} cannot be played: it has errors ({})", self.name, checked.faults.errors());
    }
}

/// Reads what a rule sheet may have, and a byte more, so that too much is noticed and memory bounded.
pub fn read_limited(source: impl Read) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(gdl::MAX_BYTES as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}
