//! `agon check`: finds the faults of rule sheets.

use crate::Outcome;
use crate::counted::counted;
use crate::progress::Progress;
use crate::rulesheet::RuleSheet;
use engine::{PlayCheck, check_by_playing};
use gdl::{Checked, Fault, Faults, Rules, Severity, Source};
use serde_json::json;
use std::io::Write;

/// Find what is wrong with rule sheets, and how to fix it
///
/// Each fault is shown with its place, the line, and a hint; `agon explain NAME` tells more about it. The exit code is
/// 0 without errors (warnings are allowed), 1 with errors, and 2 if the command line is wrong.
///
/// Example: agon check --play my-rules.kif
#[derive(clap::Args)]
pub struct Options {
    /// Rule sheets or names of bundled games
    #[arg(required = true)]
    rules: Vec<String>,
    /// The form in which faults are shown
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    /// Play random games too: legal moves for every role, an end, one goal value per role, a way to win
    #[arg(long)]
    play: bool,
    #[command(flatten)]
    extent: Extent,
}

/// Extent of the random play of --play.
#[derive(clap::Args)]
struct Extent {
    /// With --play: the number of random games
    #[arg(long, default_value_t = 200, requires = "play")]
    games: u64,
    /// With --play: the seed of the random moves
    #[arg(long, default_value_t = 1, requires = "play")]
    seed: u64,
    /// With --play: the number of moves after which a game counts as endless
    #[arg(long, default_value_t = 1000, requires = "play")]
    max_length: usize,
    /// With --play: the largest number of inference steps for a query
    #[arg(long, default_value_t = 20_000_000, requires = "play")]
    steps: u64,
}

#[derive(Clone, Copy, PartialEq, clap::ValueEnum)]
enum Format {
    /// Text for people, with the lines that are at fault
    Text,
    /// One JSON object per fault
    Json,
}

/// Checks the sheets and prints their faults.
pub fn run(options: Options) -> anyhow::Result<Outcome> {
    let (mut errors, mut warnings) = (0, 0);
    let mut missing = None;
    for argument in &options.rules {
        let sheet = match RuleSheet::find(argument) {
            Ok(sheet) => sheet,
            // The others are checked all the same.
            Err(error) => {
                if let Some(earlier) = missing.replace(error) {
                    eprintln!("error: {earlier:#}");
                }
                continue;
            }
        };
        let found = sheet;
        let Checked { sheet, mut faults, rules } = found.check();
        if options.play
            && let Some(rules) = rules
        {
            play(&found, rules, &options.extent, &mut faults)?;
        }
        for fault in faults.kept() {
            show(options.format, &sheet.source, fault)?;
        }
        match (faults.dropped(), options.format) {
            (0, _) => {}
            (dropped, Format::Text) => {
                writeln!(std::io::stdout(), "… and {dropped} more faults\n")?;
            }
            (dropped, Format::Json) => eprintln!("… and {dropped} more faults"),
        }
        errors += faults.errors();
        warnings += faults.warnings();
    }
    if let Some(error) = missing {
        return Err(error);
    }
    if options.format == Format::Text {
        let sheets = counted(options.rules.len(), "sheet");
        let (errors, warnings) = (counted(errors, "error"), counted(warnings, "warning"));
        writeln!(std::io::stdout(), "{sheets} checked: {errors}, {warnings}")?;
    }
    Ok(if errors > 0 { Outcome::Found } else { Outcome::Fine })
}

/// Adds the faults that show in random games.
fn play(
    sheet: &RuleSheet,
    rules: Rules,
    extent: &Extent,
    faults: &mut Faults,
) -> anyhow::Result<()> {
    let Extent { games, seed, max_length, steps } = *extent;
    let extent = PlayCheck { games, seed, max_length, steps };
    let wins = sheet.wins(&rules)?;
    let mut progress = Progress::new(games, "games");
    check_by_playing(rules, &extent, &wins, faults, &mut |games| progress.at(games))?;
    Ok(())
}

fn show(format: Format, source: &Source, fault: &Fault) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    match format {
        Format::Text => writeln!(out, "{}", gdl::render(source, fault))?,
        Format::Json => writeln!(out, "{}", as_json(source, fault))?,
    }
    Ok(())
}

fn as_json(source: &Source, fault: &Fault) -> serde_json::Value {
    let severity = match fault.kind.severity() {
        Severity::Error => "error",
        Severity::Warning => "warning",
    };
    let (start, end) = match fault.span {
        Some(span) => (Some(source.position(span.start)), Some(source.position(span.end))),
        None => (None, None),
    };
    json!({
        "file": source.name,
        "line": start.map(|start| start.line),
        "column": start.map(|start| start.column),
        "end_line": end.map(|end| end.line),
        "end_column": end.map(|end| end.column),
        "severity": severity,
        "name": fault.kind.name(),
        "message": fault.message,
        "hint": fault.hint,
    })
}
