//! `agon similar`: whether two games are the same, or variants of each other.

use crate::Outcome;
use crate::engine::EngineOptions;
use crate::rulesheet::RuleSheet;
use analyze::{Difference, Portrait, Sentences, Watch};
use std::io::Write;

/// Tell whether two games are the same in other words, or variants of each other
///
/// Compares the form of the rules; what words mean does not matter, and neither does the order of rules and conditions. The exit code is 1 if the
/// games are not related.
#[derive(clap::Args)]
pub struct Options {
    /// A rule sheet or the name of a bundled game
    first: String,
    /// Another one
    second: String,
    /// Print which word of the second game stands for which of the first
    #[arg(long)]
    names: bool,
    /// One JSON object
    #[arg(long)]
    json: bool,
    /// How many states of random games to look at, at least, to find boards and counters
    #[arg(long, value_name = "N", default_value_t = 1000)]
    states: usize,
    /// The seed of the random games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    engine: EngineOptions,
}

/// Compares them.
pub fn run(options: Options) -> anyhow::Result<Outcome> {
    let first = portrait(&options.first, &options)?;
    let second = portrait(&options.second, &options)?;
    let likeness = first.likeness(&second);
    let mut out = std::io::stdout().lock();
    if options.json {
        let differences = likeness.as_ref().map(|likeness| texts(&likeness.differences));
        let names = likeness.as_ref().map(|likeness| &likeness.names);
        let value = serde_json::json!({
            "related": likeness.is_some(),
            "differences": differences,
            "names": names,
        });
        writeln!(out, "{value:#}")?;
    } else {
        match &likeness {
            Some(likeness) if likeness.differences.is_empty() => writeln!(out, "the same game")?,
            Some(likeness) => {
                writeln!(out, "variants: {}", texts(&likeness.differences).join("; "))?;
            }
            None => writeln!(out, "not related")?,
        }
        let names = likeness.iter().filter(|_| options.names).flat_map(|likeness| &likeness.names);
        for (one, other) in names {
            writeln!(out, "  {one}  {other}")?;
        }
    }
    Ok(if likeness.is_some() { Outcome::Fine } else { Outcome::Found })
}

fn texts(differences: &[Difference]) -> Vec<String> {
    differences.iter().map(Difference::to_string).collect()
}

fn portrait(name: &str, options: &Options) -> anyhow::Result<Portrait> {
    let sheet = RuleSheet::find(name)?;
    let rules = sheet.rules()?;
    let mut machine = options.engine.machine_of(&sheet)?;
    let watch = Watch::states(options.states, options.seed);
    let analysis = analyze::analyze(&rules, &mut *machine, &watch)?;
    Ok(Portrait::new(Sentences::of(&rules), &analysis))
}
