//! `agon sim`: plays random games and prints their statistics.

use crate::arguments::seconds;
use crate::machine_choice::{EngineOptions, play_random_games};
use crate::rulesheet::RuleSheet;
use crate::{Outcome, interrupt};
use engine::RandomPlay;
use play::random_games::{RandomGameStats, RandomGames};
use std::io::Write;

/// Play random games: mean length and goals, games and state changes per second
///
/// Every role chooses among its legal moves at random. The same seed gives the same games on the same machine;
/// different machines may give different games. From 512 games on, the machine `lanes` plays 512 games side by side
/// where the rules allow it, and finishes at least as many as asked for. The 95 % interval is in parentheses. Ctrl-C shows the
/// statistics so far.
///
/// Example: agon sim connect-four --games 10000
#[derive(clap::Args)]
pub struct Options {
    /// A rule sheet or the name of a bundled game
    rules: String,
    /// Number of random games to play
    #[arg(long, default_value_t = 1000)]
    games: u64,
    /// Stop after this many seconds, even if fewer games were played
    #[arg(long, value_parser = seconds)]
    seconds: Option<f64>,
    /// The seed of the random moves
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Abort games that are not over after this many moves
    #[arg(long, default_value_t = 10_000)]
    max_length: usize,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    engine: EngineOptions,
}

/// Plays random games and prints their statistics.
pub fn run(options: Options) -> anyhow::Result<Outcome> {
    let Options { games, seconds, seed, max_length, .. } = options;
    let setup = RandomGames { games, seconds, seed, max_length };
    let sheet = RuleSheet::find(&options.rules)?;
    let mut play = options.engine.random_games(&sheet, setup.unfit_for_lanes())?;
    interrupt::watch();
    let played = play_random_games(&mut play, &setup)?;
    let mut out = std::io::stdout().lock();
    if options.json {
        writeln!(out, "{}", to_json(&play, &setup, &played))?;
    } else {
        write_text(&mut out, &play, &setup, &played)?;
    }
    Ok(Outcome::Fine)
}

fn to_json(play: &RandomPlay, setup: &RandomGames, played: &RandomGameStats) -> serde_json::Value {
    let roles = play.machine.roles().iter().zip(&played.goals).map(|(role, goal)| {
        let interval = goal.goal_interval().map(|interval| [interval.low, interval.high]);
        serde_json::json!({"role": role, "goal": goal.mean(), "goal_interval": interval})
    });
    serde_json::json!({
        "machine": play.kind.name(),
        "games": played.games(),
        "seed": setup.seed,
        "unfinished": played.unfinished,
        "odd_goals": played.odd_goals,
        "length": played.length.mean(),
        "length_interval": played.length.margin(),
        "roles": roles.collect::<Vec<_>>(),
        "state_changes": played.changes,
        "seconds": played.seconds,
        "state_changes_per_second": played.per_second(played.changes),
        "playouts_per_second": played.per_second(played.finished),
    })
}

fn write_text(
    out: &mut dyn Write,
    play: &RandomPlay,
    setup: &RandomGames,
    played: &RandomGameStats,
) -> std::io::Result<()> {
    let (games, roles) = (played.games(), play.machine.roles());
    let more = if games > setup.games {
        format!(" (lanes play many at once; {} were asked for)", setup.games)
    } else {
        String::new()
    };
    writeln!(
        out,
        "{games} random games with seed {} in {:.2} s{more}",
        setup.seed, played.seconds
    )?;
    let width = roles.iter().map(|role| role.chars().count()).max().unwrap_or(0).max(7);
    writeln!(out, "length {:width$} {}", "", or_unknown(played.length.text()))?;
    for (role, goal) in roles.iter().zip(&played.goals) {
        writeln!(out, "goal   {role:<width$} {}", or_unknown(goal.goal_text()))?;
    }
    if played.unfinished > 0 {
        let max_length = setup.max_length;
        writeln!(out, "{} games were not over after {max_length} moves", played.unfinished)?;
    }
    if let Some(odd_goals @ 1..) = played.odd_goals {
        writeln!(
            out,
            "{odd_goals} games ended without exactly one goal value from 0 to 100 per role"
        )?;
    }
    let [games, changes] = [played.finished, played.changes].map(|count| played.per_second(count));
    writeln!(out, "{games:.0} games and {changes:.0} state changes per second")
}

fn or_unknown(text: Option<String>) -> String {
    text.unwrap_or_else(|| "unknown".to_owned())
}
