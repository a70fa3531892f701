//! `agon match`: plays players against each other in this process.

mod results_file;
mod table;

pub use results_file::ResultsFile;

use crate::Outcome;
use crate::interrupt::{self, interrupted};
use crate::knowledge_file;
use crate::machine_choice::EngineOptions;
use crate::progress::Progress;
use crate::rulesheet::{RuleSheet, UsageError};
use anyhow::Context;
use play::PlayerName;
use play::matches::{
    Budget, Conditions, MatchError, PlayerStanding, Roles, Series, SeriesMatch, Standings,
    new_knowledge,
};
use serde_json::json;
use std::io::Write;
use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;

/// Play matches between players and compare them
///
/// Prints for each player the matches won, with the 95 % interval of the share, the mean goal, the speed, and a
/// verdict. With --simulations the same seed gives the same matches, on any number of threads; but equal numbers of
/// simulations are not equal time: compare players of different speed with --play-clock. With --swap the players change
/// roles from match to match: without it, a comparison also depends on which role is better.
///
/// Players think one after the other; a role with a single legal move makes it at once. A player that fails gets a
/// random move, which is counted as an error. Ctrl-C shows the matches that were finished.
///
/// Example: agon match connect-four --player agon --player cadia-2010 --games 20 --play-clock 0.5 --swap
#[derive(clap::Args)]
pub struct Options {
    /// A rule sheet or the name of a bundled game
    rules: String,
    /// A player (see `agon players`): once for each role, in the order of the roles; a role called `random` needs none
    #[arg(long = "player", value_name = "NAME[:SETTINGS]", required = true)]
    players: Vec<PlayerName>,
    /// Number of matches to play
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Think for this number of simulations about each move (nodes, for players by alpha-beta)
    #[arg(
        long,
        value_name = "N",
        value_parser = clap::value_parser!(u64).range(1..),
        required_unless_present = "play_clock",
        conflicts_with_all = ["play_clock", "start_clock"]
    )]
    simulations: Option<u64>,
    /// Think for this time about each move
    #[arg(long, value_name = "SECONDS", value_parser = clock)]
    play_clock: Option<Duration>,
    /// Think for this time before the first move [default: the play clock]
    #[arg(long, value_name = "SECONDS", value_parser = clock, requires = "play_clock")]
    start_clock: Option<Duration>,
    /// The seed of all random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Let the players change roles from match to match, for a fair comparison
    #[arg(long)]
    swap: bool,
    /// Let players think even if they have only one legal move
    #[arg(long)]
    ponder: bool,
    /// Number of matches at the same time [default: the number of processors; 1 with clocks]
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<NonZero<usize>>,
    /// Abort matches that are not over after this number of moves
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    max_length: u32,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// A file of knowledge: players use what it contains about the game and its variants; their results, and the
    /// solutions of puzzles, are added to it
    #[arg(long, value_name = "FILE")]
    knowledge: Option<PathBuf>,
    #[command(flatten)]
    engine: EngineOptions,
}

/// Reads the seconds of a clock.
fn clock(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|seconds| *seconds > 0.0 && *seconds <= 86_400.0);
    let seconds = seconds.ok_or("not a positive number of seconds, at most a day")?;
    Ok(Duration::from_secs_f64(seconds))
}

/// Reads a number of threads.
pub fn threads(text: &str) -> Result<NonZero<usize>, String> {
    let threads = text.parse().ok().filter(|threads: &NonZero<usize>| threads.get() <= 1024);
    threads.ok_or_else(|| "not a number from 1 to 1024".to_owned())
}

/// Returns the default number of matches at the same time: matches against the clock would take time from each other.
pub fn usual_threads(budget: Budget) -> NonZero<usize> {
    match budget {
        Budget::Simulations(_) => {
            std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN)
        }
        Budget::Clocks { .. } => NonZero::<usize>::MIN,
    }
}

impl Options {
    fn conditions(&self) -> Conditions {
        let budget = match (self.simulations, self.play_clock) {
            (Some(count), _) => Budget::Simulations(count),
            (None, play) => {
                let play = play.unwrap_or_default();
                Budget::Clocks { start: self.start_clock.unwrap_or(play), play }
            }
        };
        Conditions { budget, ponder: self.ponder, max_length: self.max_length as usize }
    }
}

/// Plays the matches and prints their results.
pub fn run(options: Options) -> anyhow::Result<Outcome> {
    let sheet = RuleSheet::find(&options.rules)?;
    let game = options.engine.open_for_matches(&sheet, options.knowledge.as_deref())?;
    let roles = Roles::of(&*game.fork());
    let players = &options.players;
    roles.check(players.len()).map_err(|error| UsageError(format!("{}: {error}", sheet.name)))?;
    interrupt::watch();
    let conditions = options.conditions();
    let series = Series {
        game: &game,
        players,
        matches: options.games as usize,
        swap: options.swap,
        seed: options.seed,
        threads: options.threads.unwrap_or_else(|| usual_threads(conditions.budget)).get(),
        conditions,
    };
    let mut progress = Progress::new(options.games.into(), "matches");
    let finished = series.play(&|| !interrupted(), &mut |count| progress.at(count as u64));
    let seconds = progress.elapsed().as_secs_f64();
    drop(progress);
    let finished = finished
        .map_err(|error: MatchError| anyhow::Error::from(error))
        .context(sheet.name.clone())?;
    if let Some(file) = &options.knowledge {
        let new_knowledge = new_knowledge(players, &finished);
        let (named, machine) = ((&sheet, &*options.rules), &mut *game.fork());
        knowledge_file::add(file, named, game.analyst(), machine, new_knowledge)?;
    }
    let mut standings = Standings::new(players.len(), roles.with_player.len());
    finished.iter().for_each(|one| standings.add(&one.players, &one.played));
    let shown = Shown { game: &sheet.name, series, roles, finished, standings, seconds };
    let mut out = std::io::stdout().lock();
    if options.json {
        writeln!(out, "{}", shown.json())?;
    } else {
        shown.write(&mut out)?;
    }
    Ok(Outcome::Fine)
}

/// A series of matches with its results, as it is shown.
struct Shown<'a> {
    game: &'a str,
    series: Series<'a>,
    roles: Roles,
    finished: Vec<SeriesMatch>,
    standings: Standings,
    seconds: f64,
}

impl Shown<'_> {
    fn json(&self) -> serde_json::Value {
        let players = self.series.players.iter().enumerate().map(|(number, player)| {
            let mut value = standing_json(&self.standings.players[number]);
            value["player"] = json!(player.to_string());
            let roles =
                self.roles.names_with_player().into_iter().zip(&self.standings.by_role[number]);
            let roles = roles.filter(|(_, standing)| standing.matches > 0);
            value["roles"] = roles.map(|(role, standing)| role_json(role, standing)).collect();
            value
        });
        let played = self.finished.iter().map(|one| {
            let players = one.players.iter().map(|&player| self.series.players[player].to_string());
            let mut value = json!(one.played);
            value["number"] = json!(one.number);
            value["players"] = players.collect();
            value
        });
        json!({
            "game": self.game,
            "seed": self.series.seed,
            "conditions": self.series.conditions.to_string(),
            "asked": self.series.matches,
            "matches": self.standings.matches,
            "unfinished": self.standings.unfinished,
            "length": self.standings.length.mean(),
            "length_interval": self.standings.length.margin(),
            "seconds": self.seconds,
            "players": players.collect::<Vec<_>>(),
            "played": played.collect::<Vec<_>>(),
        })
    }

    fn write(&self, out: &mut dyn Write) -> std::io::Result<()> {
        let Shown { game, series, standings, seconds, .. } = self;
        let (matches, conditions) = (standings.matches, series.conditions);
        let seed = series.seed;
        let plural = if matches == 1 { "" } else { "es" };
        writeln!(
            out,
            "{game}: {matches} match{plural} with seed {seed} in {seconds:.2} s; {conditions}"
        )?;
        if matches < series.matches as u64 {
            writeln!(out, "interrupted; {} matches were asked for", series.matches)?;
        }
        if standings.unfinished > 0 {
            let left = standings.unfinished;
            writeln!(
                out,
                "{left} of them were aborted because they were too long, and count nowhere else"
            )?;
        }
        let length = standings.length.length_text().unwrap_or_else(|| "unknown".to_owned());
        writeln!(out, "mean length {length}\n")?;
        write!(out, "{}", self.table())?;
        if let Some(verdict) = self.verdict() {
            writeln!(out, "\n{verdict}")?;
        }
        for (player, standing) in series.players.iter().zip(&standings.players) {
            if let Some(first) = &standing.first_error {
                writeln!(out, "\n{player} made errors ({}); the first: {first}", standing.errors)?;
            }
        }
        Ok(())
    }

    /// Returns the verdict on a comparison of two players, with advice for a fair one.
    fn verdict(&self) -> Option<String> {
        let [first, second] = self.series.players else { return None };
        let text = self.standings.verdict_text(&first.to_string(), &second.to_string())?;
        let mut advice = String::new();
        if !self.series.swap {
            advice += "\nThe players kept their roles, so this also depends on which role is better: --swap changes them.";
        }
        if let Budget::Simulations(_) = self.series.conditions.budget {
            advice += "\nEqual simulations are not equal time: compare by time with --play-clock.";
        }
        Some(format!("{first} against {second}: {text}.{advice}"))
    }

    fn table(&self) -> table::Table {
        let duel = self.roles.with_player.len() == 2;
        let clocks = matches!(self.series.conditions.budget, Budget::Clocks { .. });
        let mut table = table::Table::new(duel, clocks);
        for (number, player) in self.series.players.iter().enumerate() {
            table.add(player.to_string(), &self.standings.players[number]);
            let roles =
                self.roles.names_with_player().into_iter().zip(&self.standings.by_role[number]);
            for (role, standing) in roles.filter(|(_, standing)| standing.matches > 0) {
                table.add(format!("  as {role}"), standing);
            }
        }
        table
    }
}

fn role_json(role: &str, standing: &PlayerStanding) -> serde_json::Value {
    let mut value = standing_json(standing);
    value["role"] = json!(role);
    value
}

fn standing_json(standing: &PlayerStanding) -> serde_json::Value {
    let share = standing.share_won();
    let interval = share.map(|share| share.interval());
    json!({
        "matches": standing.matches,
        "goal": standing.goal.mean(),
        "goal_interval": standing.goal.goal_interval().map(|interval| [interval.low, interval.high]),
        "won": standing.won,
        "drawn": standing.drawn,
        "lost": standing.lost,
        "share_won": share.map(|share| share.value()),
        "share_won_interval": interval.map(|interval| [interval.low, interval.high]),
        "verdict": share.map(|share| share.verdict()),
        "simulations": standing.simulations,
        "seconds": standing.seconds,
        "simulations_per_second": standing.simulations_per_second(),
        "playouts": standing.playouts,
        "playouts_per_second": standing.playouts_per_second(),
        "longest": standing.longest,
        "errors": standing.errors,
        "first_error": standing.first_error,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_positive_and_no_longer_than_a_day() {
        assert_eq!(clock("0.5"), Ok(Duration::from_millis(500)));
        for text in ["0", "-1", "nan", "inf", "1e300", "soon", ""] {
            assert!(clock(text).is_err(), "{text}");
        }
    }
}
