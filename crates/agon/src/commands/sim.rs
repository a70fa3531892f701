//! `agon sim`: random games, with statistics.

use crate::engine::{Engine, EngineOptions};
use crate::randomplay::{Played, Wish, play};
use crate::rulesheet::RuleSheet;
use crate::{Outcome, interrupt, randomplay};
use std::io::Write;

/// Play random games and show how long they take and how they end
///
/// The same seed gives the same games on the same machine; different machines may give different games. Lanes, which are
/// chosen for 512 games and more where they can be, play many games at once, and at least as many as asked for.
/// Ctrl-C shows the statistics of the games played so far.
#[derive(clap::Args)]
pub struct Options {
    /// A rule sheet or the name of a bundled game
    rules: String,
    /// How many games
    #[arg(long, default_value_t = 1000)]
    games: u64,
    /// Stop after so many seconds even if games are left
    #[arg(long, value_parser = randomplay::seconds)]
    seconds: Option<f64>,
    /// The seed of the random moves
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Leave games that are not over after so many moves
    #[arg(long, default_value_t = 10_000)]
    max_length: usize,
    /// One JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    engine: EngineOptions,
}

/// Plays.
pub fn run(options: Options) -> anyhow::Result<Outcome> {
    let Options { games, seconds, seed, max_length, .. } = options;
    let wish = Wish { games, seconds, seed, max_length };
    let sheet = RuleSheet::find(&options.rules)?;
    let mut engine = options.engine.engine(&sheet, wish.unfit_for_lanes())?;
    interrupt::watch();
    let played = play(&mut engine, &wish)?;
    let mut out = std::io::stdout().lock();
    if options.json {
        writeln!(out, "{}", to_json(&engine, &wish, &played))?;
    } else {
        write_text(&mut out, &engine, &wish, &played)?;
    }
    Ok(Outcome::Fine)
}

fn to_json(engine: &Engine, wish: &Wish, played: &Played) -> serde_json::Value {
    let roles = engine.roles().iter().zip(&played.goals).map(|(role, goal)| {
        serde_json::json!({"role": role, "goal": goal.mean, "interval": goal.interval})
    });
    serde_json::json!({
        "machine": engine.name(),
        "games": played.games(),
        "seed": wish.seed,
        "unfinished": played.unfinished,
        "odd_goals": played.odd_goals,
        "length": played.length.mean,
        "length_interval": played.length.interval,
        "roles": roles.collect::<Vec<_>>(),
        "state_changes": played.changes,
        "seconds": played.seconds,
        "state_changes_per_second": played.per_second(played.changes),
        "playouts_per_second": played.per_second(played.finished),
    })
}

fn write_text(
    out: &mut dyn Write,
    engine: &Engine,
    wish: &Wish,
    played: &Played,
) -> std::io::Result<()> {
    let (games, roles) = (played.games(), engine.roles());
    let more = match engine {
        Engine::Lanes(_) if games > wish.games => {
            format!(" (lanes play many at once; {} were asked for)", wish.games)
        }
        _ => String::new(),
    };
    writeln!(out, "{games} random games with seed {} in {:.2} s{more}", wish.seed, played.seconds)?;
    let width = roles.iter().map(|role| role.chars().count()).max().unwrap_or(0).max(7);
    writeln!(out, "length {:width$}{}", "", played.length)?;
    for (role, goal) in roles.iter().zip(&played.goals) {
        writeln!(out, "goal   {role:<width$}{goal}")?;
    }
    if played.unfinished > 0 {
        let max_length = wish.max_length;
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
