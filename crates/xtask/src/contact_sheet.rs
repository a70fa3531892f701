//! `cargo xtask contact-sheet FILE`: a page with a picture of every bundled game, drawn from the analysis alone, to
//! look at.

use analyze::{Analyst, Sampling};
use anyhow::Context;
use draw::DrawingPlan;
use game::playout::random_step;
use game::{Machine, MachineExt};
use gdl::Scrambler;
use library::BundledGame;
use propnet::CircuitMachine;
use std::fmt::Write;
use std::path::PathBuf;

/// Write a page with a picture of every game, as it is drawn without a description
#[derive(clap::Args)]
pub struct Options {
    /// File of the page (HTML)
    file: PathBuf,
    /// Only games whose names contain this
    #[arg(long, default_value = "")]
    only: String,
    /// Draw them by their descriptions
    #[arg(long)]
    described: bool,
    /// Replace all words by meaningless ones first
    #[arg(long, conflicts_with = "described")]
    scrambled: bool,
    /// Number of random moves before the picture, if the game does not end earlier
    #[arg(long, default_value_t = 8)]
    moves: usize,
    /// The seed of all random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Number of states that the analysis looks at.
const STATES: usize = 1000;

const HEAD: &str = "<!DOCTYPE html><meta charset=\"utf-8\"><title>Contact sheet</title>\n\
<style>body{font:14px sans-serif;display:flex;flex-wrap:wrap;gap:16px;align-items:flex-start;background:#fff}\
figure{margin:0;padding:8px;border:1px solid #ddd;width:290px}figcaption{text-align:center;font-weight:bold}\
svg{display:block;margin:auto;width:100%;max-height:330px}p{margin:2px;font-size:11px;color:#666;overflow-wrap:anywhere}</style>\n";

/// Writes the page to the file.
pub fn run(options: Options) -> anyhow::Result<()> {
    let mut page = HEAD.to_owned();
    for game in library::games().filter(|game| game.name().contains(&options.only)) {
        figure(game, &options, &mut page).context(game.name())?;
    }
    std::fs::write(&options.file, page).with_context(|| options.file.display().to_string())
}

fn figure(game: BundledGame, options: &Options, page: &mut String) -> anyhow::Result<()> {
    let text = if options.scrambled {
        Scrambler::new(game.rules(), options.seed).scramble(game.rules())
    } else {
        game.rules().to_owned()
    };
    let rules = gdl::check(game.name(), text.as_bytes()).rules.context("the rules have errors")?;
    let mut machine = CircuitMachine::from_rules(&rules, &circuit::Limits::default())?;
    let mut state = machine.initial_state()?;
    let roles = machine.roles().to_vec();
    let plan = if options.described {
        DrawingPlan::from_description(&game.about().board, &rules, &roles)
    } else {
        let watch = Sampling::states(STATES, options.seed);
        let analyst = Analyst::new(rules);
        let analysis = analyst.analyze(&mut machine, &watch)?;
        let initial = machine.state_terms(&state);
        DrawingPlan::from_analysis(&analysis, &analyst, &roles, &initial)
    };
    let mut random = game::random(options.seed);
    let mut before = plan.picture(&machine.state_terms(&state));
    let mut picture = before.clone();
    // The state in which a game is over shows less: it is left out.
    for _ in 0..options.moves {
        match random_step(&mut machine, &state, &mut random)? {
            Some(next) if !machine.terminal(&next)? => state = next,
            _ => break,
        }
        before = std::mem::replace(&mut picture, plan.picture(&machine.state_terms(&state)));
    }
    let marked = picture.changed_since(&before);
    let rest: Vec<&str> = picture.rest.iter().map(|fact| fact.as_str()).collect();
    let rest = rest.join(" ").replace('&', "&amp;").replace('<', "&lt;");
    let (svg, name) = (picture.svg(&marked), game.name());
    writeln!(page, "<figure>{svg}<figcaption>{name}</figcaption><p>{rest}</p></figure>")?;
    Ok(())
}
