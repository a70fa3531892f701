//! `agon solve`: what the start of a game is worth, as far as a search sees.

use crate::Outcome;
use crate::engine::{self, Kind};
use crate::interrupt::{self, interrupted};
use crate::recall::{self, recall};
use crate::roles::find_role;
use crate::rulesheet::{RuleSheet, UsageError};
use crate::seats::GameSeats;
use game::{Machine, Role};
use play::{PlayerName, Seats};
use search::{Limit, Report};
use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Search a game from its start, until it is solved
///
/// Prints what the role can get if everybody else is against it, its best move, and the line that is expected. Ctrl-C stops;
/// what was found so far is printed, and the exit code is 1.
#[derive(clap::Args)]
pub struct Options {
    /// A rule sheet or the name of a bundled game
    rules: String,
    /// For which role; without it, the first
    #[arg(long)]
    role: Option<String>,
    /// Who searches: a player that searches by alpha-beta, with settings if need be
    #[arg(long, value_name = "NAME", default_value = "exhaustive")]
    player: PlayerName,
    /// At most so many nodes
    #[arg(long, value_name = "N", default_value_t = u64::MAX)]
    nodes: u64,
    /// The seed of all random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// A file of knowledge: the player uses what it tells about the game and its variants
    #[arg(long, value_name = "FILE")]
    knowledge: Option<PathBuf>,
    /// One JSON object
    #[arg(long)]
    json: bool,
    /// The machine that knows the rules
    #[arg(long, value_enum, default_value = "auto", value_name = "MACHINE")]
    machine: Kind,
}

/// The players that search by alpha-beta, in one search.
const SEARCHERS: [&str; 5] = ["exhaustive", "gifl-alphabeta", "flux", "flux-1ply", "kuhl"];

/// Grounding may take this long.
const PATIENCE: Duration = Duration::from_secs(60);

/// Searches.
pub fn run(options: Options) -> anyhow::Result<Outcome> {
    if !SEARCHERS.contains(&options.player.kind.as_str()) {
        let known = SEARCHERS.join("`, `");
        let message = format!("`{}` does not search by alpha-beta; `{known}` do", options.player);
        return Err(UsageError(message).into());
    }
    let sheet = RuleSheet::find(&options.rules)?;
    let rules = engine::playable(&sheet)?;
    let mut seats = GameSeats::new(rules.clone(), options.machine, PATIENCE)?;
    let machine = seats.machine()?;
    if let Some(file) = &options.knowledge {
        let recalled = recall(file, &rules, &mut *seats.machine()?, &recall::watch())?;
        recalled.announce();
        seats = seats.with_memory(recalled.memory);
    }
    let role = find_role(&*machine, options.role.as_deref())?;
    let mut player = options.player.build(seats.seat(role, options.seed)?)?;
    interrupt::watch();
    let begun = Instant::now();
    player.think(&Limit { simulations: Some(options.nodes), stop: &interrupted })?;
    let seconds = begun.elapsed().as_secs_f64();
    let report = player.report();
    let is_solved = report.notes.iter().any(|note| note.contains("solved"));
    print(&options, &*machine, role, &report, seconds)?;
    Ok(if is_solved { Outcome::Fine } else { Outcome::Found })
}

fn print(
    options: &Options,
    machine: &dyn Machine,
    role: Role,
    report: &Report,
    seconds: f64,
) -> std::io::Result<()> {
    let Report { simulations: nodes, moves, line, notes, .. } = report;
    let best = moves.first();
    let line: Vec<String> = line.iter().map(|joint| machine.joint_text(joint)).collect();
    let rate = *nodes as f64 / seconds.max(1e-9);
    let mut out = std::io::stdout().lock();
    if options.json {
        let value = serde_json::json!({
            "role": machine.roles()[role.0 as usize],
            "value": best.map(|best| best.value),
            "move": best.map(|best| machine.move_text(best.action)),
            "notes": notes,
            "nodes": nodes,
            "seconds": seconds,
            "line": line,
        });
        return writeln!(out, "{value}");
    }
    if let Some(best) = best {
        let (action, value) = (machine.move_text(best.action), best.value.round());
        writeln!(out, "{} gets {value}, with {action}", machine.roles()[role.0 as usize])?;
    }
    writeln!(out, "{}; {nodes} nodes in {seconds:.2} s, {rate:.0} per second", notes.join("; "))?;
    line.iter().try_for_each(|joint| writeln!(out, "  {joint}"))
}
