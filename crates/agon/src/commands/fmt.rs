//! `agon fmt`: formats rule sheets.

use crate::Outcome;
use crate::rulesheet::read_limited;
use anyhow::{Context, ensure};
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Format rule sheets: only the layout changes, words and comments stay
///
/// Example: agon fmt my-rules.kif
#[derive(clap::Args)]
pub struct Options {
    /// The rule sheets, formatted in place; without any (or with `-`), standard input to standard output
    files: Vec<PathBuf>,
    /// Change nothing; exit with 1 if a file is not formatted
    #[arg(long)]
    check: bool,
    /// Print in another notation instead, to standard output
    #[arg(long, value_enum, conflicts_with = "check")]
    notation: Option<Notation>,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Notation {
    /// One rule a line, without comments
    Kif,
    /// The infix notation of logic programs: `head :- condition, not condition.`
    Infix,
}

/// Formats the files, or standard input.
pub fn run(options: Options) -> anyhow::Result<Outcome> {
    if options.files.is_empty() || options.files == [Path::new("-")] {
        let bytes = read_limited(std::io::stdin()).context("standard input")?;
        let text = to_text(&options, "standard input", &bytes)?;
        std::io::stdout().write_all(text.as_bytes())?;
        let same = text.as_bytes() == bytes;
        return Ok(if options.check && !same { Outcome::Found } else { Outcome::Fine });
    }
    let mut outcome = Outcome::Fine;
    for file in &options.files {
        let name = file.display().to_string();
        let bytes = File::open(file).and_then(read_limited).with_context(|| name.clone())?;
        let text = to_text(&options, &name, &bytes)?;
        if options.notation.is_some() {
            std::io::stdout().write_all(text.as_bytes())?;
        } else if text.as_bytes() != bytes {
            if options.check {
                writeln!(std::io::stdout(), "{name} is not formatted")?;
                outcome = Outcome::Found;
            } else {
                replace(file, &text).with_context(|| name)?;
            }
        }
    }
    Ok(outcome)
}

fn to_text(options: &Options, name: &str, bytes: &[u8]) -> anyhow::Result<String> {
    let Some(notation) = options.notation else {
        ensure!(bytes.len() <= gdl::MAX_BYTES, "{name} has more than {} bytes", gdl::MAX_BYTES);
        let text = std::str::from_utf8(bytes).with_context(|| format!("{name} is not UTF-8"))?;
        // Layout tells where a parenthesis is missing: it must not be lost before that is fixed.
        let is_whole = gdl::parentheses_match(text);
        ensure!(is_whole, "{name}: parentheses do not match; `agon check` shows where");
        return Ok(gdl::format(text));
    };
    let (sheet, faults) = gdl::read(name, bytes);
    ensure!(faults.errors() == 0, "{name} cannot be read as a whole; `agon check` shows why");
    Ok(match notation {
        Notation::Kif => gdl::print::kif(&sheet),
        Notation::Infix => gdl::print::infix(&sheet),
    })
}

/// Writes beside the file and renames, so that an interruption cannot leave half a file. A link stays a
/// link.
fn replace(file: &Path, text: &str) -> anyhow::Result<()> {
    let file = file.canonicalize()?;
    let folder = file.parent().unwrap_or(Path::new("."));
    let mut beside = tempfile::NamedTempFile::new_in(folder)?;
    beside.write_all(text.as_bytes())?;
    beside.as_file().set_permissions(std::fs::metadata(&file)?.permissions())?;
    beside.persist(&file)?;
    Ok(())
}
