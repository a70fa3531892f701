//! `agon solve`: searches a game from its start.

use crate::Outcome;
use crate::interrupt::{self, interrupted};
use crate::machine_choice::EngineOptions;
use crate::roles::find_role;
use crate::rulesheet::{RuleSheet, UsageError};
use engine::Playable;
use game::{Machine, MachineExt, Role};
use play::PlayerName;
use search::{Limit, Report, players};
use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

/// Solve a game: the goal that a role can force from the start, by alpha-beta search
///
/// Prints the goal (0 to 100) that the role gets if all others play against it, its best move, and the expected line of
/// play. Only small games are solved in reasonable time. Ctrl-C stops the search: the result so far is printed, and the
/// exit code is 1.
///
/// Example: agon solve tic-tac-toe
#[derive(clap::Args)]
pub struct Options {
    /// A rule sheet or the name of a bundled game
    rules: String,
    /// The role whose goal is computed [default: the first]
    #[arg(long)]
    role: Option<String>,
    /// The player that searches; it must be one of those by alpha-beta (see `agon players`)
    #[arg(long, value_name = "NAME", default_value = "exhaustive")]
    player: PlayerName,
    /// Largest number of nodes to visit [default: no limit]
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true)]
    nodes: u64,
    /// The seed of all random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// A file of knowledge: the player uses what it contains about the game and its variants
    #[arg(long, value_name = "FILE")]
    knowledge: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    engine: EngineOptions,
}

/// Searches and prints the result.
pub fn run(options: Options) -> anyhow::Result<Outcome> {
    if !players::find(&options.player.kind).is_some_and(|kind| kind.proves_values) {
        let known: Vec<&str> =
            players::all().filter(|kind| kind.proves_values).map(|kind| kind.name).collect();
        let known = known.join("`, `");
        let message = format!("`{}` does not search by alpha-beta; `{known}` do", options.player);
        return Err(UsageError(message).into());
    }
    let sheet = RuleSheet::find(&options.rules)?;
    let game = options.engine.open_for_matches(&sheet, options.knowledge.as_deref())?;
    let machine = game.fork();
    let role = find_role(&*machine, options.role.as_deref())?;
    let mut player = options.player.build(game.seat(role, options.seed)?)?;
    interrupt::watch();
    let begun = Instant::now();
    player.think(&Limit { simulations: Some(options.nodes), stop: &interrupted })?;
    let seconds = begun.elapsed().as_secs_f64();
    let report = player.report();
    print(&options, &*machine, role, &report, seconds)?;
    Ok(if report.is_solved() { Outcome::Fine } else { Outcome::Found })
}

fn print(
    options: &Options,
    machine: &dyn Machine,
    role: Role,
    report: &Report,
    seconds: f64,
) -> std::io::Result<()> {
    let Report { simulations: nodes, moves, line, .. } = report;
    let notes = report.notes();
    let best = moves.first();
    let line: Vec<String> = line.iter().map(|joint| machine.joint_text(joint)).collect();
    let rate = *nodes as f64 / seconds.max(1e-9);
    let mut out = std::io::stdout().lock();
    if options.json {
        let value = serde_json::json!({
            "role": machine.roles()[role.0 as usize],
            "value": best.map(|best| best.value),
            "move": best.map(|best| machine.move_text(best.action)),
            "solved": report.is_solved(),
            "depth": report.depth(),
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
