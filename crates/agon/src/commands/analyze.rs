//! `agon analyze`: finds the structures of a game.

use crate::Outcome;
use crate::machine_choice::EngineOptions;
use crate::rulesheet::RuleSheet;
use analyze::{Analyst, GameSymmetry, Sampling};
use anyhow::Context;
use draw::DrawingPlan;
use game::MachineExt;
use std::io::Write;
use std::path::PathBuf;

/// Find the structures of a game: orders, counters, boards, pieces, quantities, teams, symmetries
///
/// They are found from the form of the rules and from random games; the words in the rules do not matter.
///
/// Example: agon analyze breakthrough
#[derive(clap::Args)]
pub struct Options {
    /// A rule sheet or the name of a bundled game
    rules: String,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Replace all words by meaningless ones first, as in a competition
    #[arg(long)]
    scrambled: bool,
    /// Draw the orders, and the boards with what is on them at the start, to this file (SVG)
    #[arg(long, value_name = "FILE")]
    picture: Option<PathBuf>,
    /// Smallest number of states of random games to sample
    #[arg(long, value_name = "N", default_value_t = 1000)]
    states: usize,
    /// The seed of the random games, and of the meaningless words
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    engine: EngineOptions,
}

/// Analyses the game and prints its structures.
pub fn run(options: Options) -> anyhow::Result<Outcome> {
    let mut sheet = RuleSheet::find(&options.rules)?;
    if options.scrambled {
        sheet = sheet.scrambled(options.seed);
    }
    let analyst = Analyst::new(sheet.rules()?);
    let mut machine = options.engine.machine_of(&sheet)?;
    let watch = Sampling::states(options.states, options.seed);
    let analysis = analyst.analyze(&mut *machine, &watch)?;
    if let Some(path) = &options.picture {
        let initial = machine.initial_state()?;
        let initial = machine.state_terms(&initial);
        let plan = DrawingPlan::from_analysis(&analysis, &analyst, machine.roles(), &initial);
        let picture = plan.picture(&initial).svg_with_orders(&analysis.orders);
        std::fs::write(path, picture).with_context(|| path.display().to_string())?;
    }
    let symmetries = analyst.symmetries(&analysis, &mut *machine, options.seed)?;
    let mut out = std::io::stdout().lock();
    if options.json {
        let mut value = serde_json::to_value(&analysis)?;
        value["turns"] = symmetries.iter().filter_map(GameSymmetry::turn).collect();
        value["renamings"] = symmetries.iter().filter_map(GameSymmetry::renaming).collect();
        writeln!(out, "{value:#}")?;
    } else {
        write!(out, "{analysis}")?;
        for line in analyze::symmetry_lines(&symmetries) {
            writeln!(out, "{line}")?;
        }
    }
    Ok(Outcome::Fine)
}
