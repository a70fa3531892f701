//! `agon heuristics`: which of the heuristics that the rules suggest do well, by playing with each of them.

mod sieve;

use crate::Outcome;
use crate::commands::match_::{GameVenue, threads, usual_threads};
use crate::engine::{self, Kind};
use crate::interrupt::{self, interrupted};
use crate::recall::{self, Lore};
use crate::roles::find_role;
use crate::rulesheet::{RuleSheet, UsageError};
use crate::seats::GameSeats;
use analyze::features;
use play::Seats;
use play::contest::{Budget, Conditions};
use search::{Extras, Memory, heuristics};
use sieve::{Entrant, Sieve};
use std::io::Write;
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// Find out which heuristics do well, by playing with each of them
///
/// Alpha-beta with one feature that is to be great or small (`kuhl:heuristic=NAME`) plays a role against alpha-beta without an evaluation
/// (`exhaustive`) in all others, both with the same number of nodes. The better half of all heuristics plays on, until few are left for the
/// last round. Those that get more there than `exhaustive` does in their place, beyond chance, are remembered with --knowledge: `kuhl` then
/// always uses them. The same seed gives the same matches. Ctrl-C stops; what was found until then is shown and kept.
#[derive(clap::Args)]
pub struct Options {
    /// A rule sheet or the name of a bundled game
    rules: String,
    /// The role that plays with heuristics; without it, the first
    #[arg(long)]
    role: Option<String>,
    /// How many matches each heuristic plays in the last round, and a fifth of that in every round before
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    matches: u32,
    /// How many nodes to visit for every move
    #[arg(long, value_name = "NODES", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    simulations: u64,
    /// Leave matches that are not over after so many moves
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    max_length: u32,
    /// The seed of all random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many matches at once [default: as many as there are processors]
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<NonZero<usize>>,
    /// A file of knowledge to add what does well to; it is made if it does not exist
    #[arg(long, value_name = "FILE")]
    knowledge: Option<PathBuf>,
}

/// Grounding may take this long.
const PATIENCE: Duration = Duration::from_secs(60);

/// Plays.
pub fn run(options: Options) -> anyhow::Result<Outcome> {
    let sheet = RuleSheet::find(&options.rules)?;
    let rules = engine::playable(&sheet)?;
    let mut machine = GameSeats::new(rules.clone(), Kind::Auto, PATIENCE)?.machine()?;
    let role = find_role(&*machine, options.role.as_deref())?;
    let name = machine.roles()[role.0 as usize].clone();
    // All players are told the same, so that they know the same heuristics.
    let analysis = analyze::analyze(&rules, &mut *machine, &recall::watch())?;
    let extras = Extras { mobility: true, goal: false };
    let heuristics = heuristics(features(&analysis), role, extras);
    let memory = Memory { analysis: Some(Arc::new(analysis)), ..Memory::default() };
    let venue = GameVenue::knowing(&sheet, Kind::Auto, memory)?;
    let place = venue.roles()?.seated.iter().position(|&seated| seated == role);
    let nobody = || UsageError(format!("`{name}` moves by chance, and needs no heuristic"));
    let budget = Budget::Simulations(options.simulations);
    let sieve = Sieve {
        venue: &venue,
        place: place.ok_or_else(nobody)?,
        matches: options.matches as usize,
        conditions: Conditions { budget, ponder: false, max_length: options.max_length as usize },
        seed: options.seed,
        threads: options.threads.unwrap_or_else(|| usual_threads(budget)).get(),
    };
    interrupt::watch();
    let (entrants, even) = sieve.play(heuristics)?;
    let mut out = std::io::stdout().lock();
    let nodes = options.simulations;
    writeln!(
        out,
        "{}: heuristics of {name} against `exhaustive`, {nodes} nodes a move",
        sheet.name
    )?;
    sieve::table(&entrants, &even, &mut out)?;
    let proven = entrants.iter().filter_map(|entrant: &Entrant| entrant.proven(&even));
    let proven: Vec<_> = proven.collect();
    // Who is interrupted has not found out that nothing does well.
    if let Some(file) = options.knowledge.filter(|_| !proven.is_empty() || !interrupted()) {
        let count = proven.len();
        let lore = vec![Lore::Heuristics(name.clone(), proven)];
        let game = recall::remember(&file, &sheet, &recall::name_of(&options.rules), lore)?;
        writeln!(out, "{count} heuristics of {name} are remembered with {game}")?;
    }
    Ok(if interrupted() { Outcome::Found } else { Outcome::Fine })
}
