//! `agon analyze`: what the rules of a game say about it.

use crate::Outcome;
use crate::engine::EngineOptions;
use crate::rulesheet::RuleSheet;
use analyze::{Symmetry, Watch};
use anyhow::Context;
use draw::Plan;
use std::io::Write;
use std::path::PathBuf;

/// Find out what a game is made of: orders, counters, boards, pieces, quantities, teams
///
/// Everything is found by the form of the rules and by watching random games; what words mean does not matter.
#[derive(clap::Args)]
pub struct Options {
    /// A rule sheet or the name of a bundled game
    rules: String,
    /// One JSON object
    #[arg(long)]
    json: bool,
    /// Replace all words by meaningless ones first, as in a competition
    #[arg(long)]
    scrambled: bool,
    /// Draw the orders, and the boards with what is on them at the start, to this file (SVG)
    #[arg(long, value_name = "FILE")]
    picture: Option<PathBuf>,
    /// How many states of random games to look at, at least
    #[arg(long, value_name = "N", default_value_t = 1000)]
    states: usize,
    /// The seed of the random games, and of the meaningless words
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    engine: EngineOptions,
}

/// More ways to rename things are only counted.
const MOST_RENAMINGS: usize = 8;

/// Finds it out.
pub fn run(options: Options) -> anyhow::Result<Outcome> {
    let mut sheet = RuleSheet::find(&options.rules)?;
    if options.scrambled {
        sheet = sheet.scrambled(options.seed);
    }
    let rules = sheet.rules()?;
    let mut machine = options.engine.machine_of(&sheet)?;
    let watch = Watch::states(options.states, options.seed);
    let analysis = analyze::analyze(&rules, &mut *machine, &watch)?;
    if let Some(path) = &options.picture {
        let initial = machine.initial_state()?;
        let initial = machine.state_texts(&initial);
        let plan = Plan::found(&analysis, &rules, machine.roles(), &initial);
        let picture = plan.picture(&initial).svg_below(&analysis.orders);
        std::fs::write(path, picture).with_context(|| path.display().to_string())?;
    }
    let symmetries = analyze::symmetries(&rules, &analysis, &mut *machine, options.seed)?;
    let turns: Vec<String> = symmetries.iter().filter_map(Symmetry::turn).collect();
    let renamings: Vec<String> = symmetries.iter().filter_map(Symmetry::renaming).collect();
    let mut out = std::io::stdout().lock();
    if options.json {
        let mut value = serde_json::to_value(&analysis)?;
        value["turns"] = turns.into();
        value["renamings"] = renamings.into();
        writeln!(out, "{value:#}")?;
    } else {
        write!(out, "{analysis}")?;
        if !turns.is_empty() {
            writeln!(out, "the board (x y) can be turned to ({})", turns.join("), ("))?;
        }
        for renaming in renamings.iter().take(MOST_RENAMINGS) {
            writeln!(out, "the rules stay the same with {renaming}")?;
        }
        if let more @ 1.. = renamings.len().saturating_sub(MOST_RENAMINGS) {
            writeln!(out, "and in {more} more ways")?;
        }
    }
    Ok(Outcome::Fine)
}
