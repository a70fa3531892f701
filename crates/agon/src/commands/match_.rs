//! `agon match`: players against each other in this process.

mod results_file;
mod table;
mod venue;

pub use results_file::ResultsFile;
pub use venue::GameVenue;

use crate::Outcome;
use crate::engine::Kind;
use crate::interrupt::{self, interrupted};
use crate::progress::Progress;
use crate::recall::{self, Lore, Tally};
use crate::rulesheet::{RuleSheet, UsageError};
use anyhow::Context;
use play::PlayerName;
use play::contest::{Budget, Conditions, Finished, MatchError, Roles, Series, Standing, Standings};
use serde_json::json;
use std::io::Write;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Let players play against each other, in this process
///
/// With --simulations the same seed gives the same matches, on any number of threads. The players think one after the other; a role with
/// a single legal move makes it at once. A player that fails has a random move made for it, which is counted as an
/// error. Ctrl-C shows what was finished.
#[derive(clap::Args)]
pub struct Options {
    /// A rule sheet or the name of a bundled game
    rules: String,
    /// The players (see `agon players`), in the order of the roles; a role called `random` needs none
    #[arg(long, value_name = "A,B,…", value_parser = players)]
    players: Players,
    /// How many matches
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Think for so many simulations about every move
    #[arg(
        long,
        value_name = "N",
        value_parser = clap::value_parser!(u64).range(1..),
        required_unless_present = "play_clock",
        conflicts_with_all = ["play_clock", "start_clock"]
    )]
    simulations: Option<u64>,
    /// Think for so many seconds about every move
    #[arg(long, value_name = "SECONDS", value_parser = clock)]
    play_clock: Option<Duration>,
    /// Think for so many seconds before the first move [default: as long as the play clock]
    #[arg(long, value_name = "SECONDS", value_parser = clock, requires = "play_clock")]
    start_clock: Option<Duration>,
    /// The seed of all random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Let the players change roles from match to match
    #[arg(long)]
    swap: bool,
    /// Let players think also when they have only one legal move
    #[arg(long)]
    ponder: bool,
    /// How many matches at once [default: as many as there are processors, but one with clocks]
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<NonZero<usize>>,
    /// Leave matches that are not over after so many moves
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    max_length: u32,
    /// One JSON object
    #[arg(long)]
    json: bool,
    /// A file of knowledge: players use what it tells about the game and its variants; how they did, and how a puzzle was solved, is added to it
    #[arg(long, value_name = "FILE")]
    knowledge: Option<PathBuf>,
    /// The machine that knows the rules
    #[arg(long, value_enum, default_value = "auto", value_name = "MACHINE")]
    machine: Kind,
}

/// The players on the command line.
#[derive(Clone)]
struct Players(Vec<PlayerName>);

/// Reads players with commas between them. Settings have commas between them too: what has a value and is no player belongs to the
/// player before it.
fn players(text: &str) -> Result<Players, String> {
    let mut names: Vec<String> = Vec::new();
    for part in text.split(',') {
        match names.last_mut() {
            Some(name) if part.contains('=') && !part.contains(':') => {
                name.push(',');
                name.push_str(part);
            }
            _ => names.push(part.trim().to_owned()),
        }
    }
    let read = names.iter().map(|name| name.parse().map_err(|error| format!("{error}")));
    Ok(Players(read.collect::<Result<_, _>>()?))
}

/// The goal of those who win.
const WON: u8 = 100;

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

/// How many matches are played at once if nobody says so: matches against the clock would take time from each other.
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

/// Plays.
pub fn run(options: Options) -> anyhow::Result<Outcome> {
    let sheet = RuleSheet::find(&options.rules)?;
    let venue = GameVenue::new(&sheet, options.machine, options.knowledge.as_deref())?;
    let roles = venue.roles()?;
    let players = &options.players.0;
    roles.check(players.len()).map_err(|error| UsageError(format!("{}: {error}", sheet.name)))?;
    interrupt::watch();
    let conditions = options.conditions();
    let series = Series {
        venue: &venue,
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
        remember(file, &sheet, &options.rules, players, &finished)?;
    }
    let mut standings = Standings::new(players.len(), roles.seated.len());
    finished.iter().for_each(|one| standings.add(&one.players, &one.played));
    let shown = Shown { game: &sheet.name, series, roles, finished, standings, seconds };
    let mut out = std::io::stdout().lock();
    match options.json {
        true => writeln!(out, "{}", shown.json())?,
        false => shown.write(&mut out)?,
    }
    Ok(Outcome::Fine)
}

/// Remembers how players did, and the shortest way in which a puzzle was solved.
fn remember(
    file: &Path,
    sheet: &RuleSheet,
    name: &str,
    players: &[PlayerName],
    finished: &[Finished],
) -> anyhow::Result<()> {
    let mut lore = Vec::new();
    for (number, player) in players.iter().enumerate() {
        let mut tally = Tally::default();
        for one in finished {
            let Some(goals) = &one.played.goals else { continue };
            let (least, most) = (goals.iter().min(), goals.iter().max());
            let own = one.players.iter().zip(goals).filter(|(who, _)| **who == number);
            for (_, goal) in own {
                tally.matches += 1;
                tally.goals += u64::from(*goal);
                tally.won += u64::from(Some(goal) == most && (least != most || *goal == WON));
                tally.drawn += u64::from(least == most && *goal != WON);
            }
        }
        lore.push(Lore::Statistics(player.to_string(), tally));
    }
    let solved = finished.iter().filter(|one| one.played.goals.as_deref() == Some(&[WON]));
    if let Some(shortest) = solved.min_by_key(|one| one.played.length()) {
        // A joint move of one role is that move in parentheses.
        let alone = |joint: &String| Some(joint.strip_prefix('(')?.strip_suffix(')')?.to_owned());
        let moves = shortest.played.moves.iter().filter_map(alone);
        lore.push(Lore::Solution(moves.collect()));
    }
    recall::remember(file, sheet, &recall::name_of(name), lore)?;
    Ok(())
}

/// What is shown of a series.
struct Shown<'a> {
    game: &'a str,
    series: Series<'a>,
    roles: Roles,
    finished: Vec<Finished>,
    standings: Standings,
    seconds: f64,
}

impl Shown<'_> {
    fn json(&self) -> serde_json::Value {
        let players = self.series.players.iter().enumerate().map(|(number, player)| {
            let mut value = standing_json(&self.standings.players[number]);
            value["player"] = json!(player.to_string());
            let roles = self.roles.seated_names().into_iter().zip(&self.standings.by_role[number]);
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
                "{left} of them were left because they were too long, and count nowhere else"
            )?;
        }
        writeln!(out, "mean length {}\n", table::with_margin(&standings.length))?;
        write!(out, "{}", self.table())?;
        for (player, standing) in series.players.iter().zip(&standings.players) {
            if let Some(first) = &standing.first_error {
                writeln!(out, "\n{player} made errors ({}); the first: {first}", standing.errors)?;
            }
        }
        Ok(())
    }

    fn table(&self) -> table::Table {
        let duel = self.roles.seated.len() == 2;
        let clocks = matches!(self.series.conditions.budget, Budget::Clocks { .. });
        let mut table = table::Table::new(duel, clocks);
        for (number, player) in self.series.players.iter().enumerate() {
            table.add(player.to_string(), &self.standings.players[number]);
            let roles = self.roles.seated_names().into_iter().zip(&self.standings.by_role[number]);
            for (role, standing) in roles.filter(|(_, standing)| standing.matches > 0) {
                table.add(format!("  as {role}"), standing);
            }
        }
        table
    }
}

fn role_json(role: &str, standing: &Standing) -> serde_json::Value {
    let mut value = standing_json(standing);
    value["role"] = json!(role);
    value
}

fn standing_json(standing: &Standing) -> serde_json::Value {
    let interval = standing.share_won_interval();
    json!({
        "matches": standing.matches,
        "goal": standing.goal.mean(),
        "goal_interval": standing.goal.margin(),
        "won": standing.won,
        "drawn": standing.drawn,
        "lost": standing.lost,
        "share_won": standing.share_won(),
        "share_won_interval": interval.map(|interval| [interval.low, interval.high]),
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
    fn players_are_separated_from_settings() {
        let names = |text: &str| {
            players(text)
                .map(|players| players.0.iter().map(ToString::to_string).collect::<Vec<_>>())
        };
        assert_eq!(names("random, legal").unwrap(), ["random", "legal"]);
        let with_settings =
            names("cadia-2007:uct.c=30,uct.c=40,random,cadia-2007:uct.c=1").unwrap();
        assert_eq!(with_settings, ["cadia-2007:uct.c=40", "random", "cadia-2007:uct.c=1"]);
        assert!(names("random,").unwrap_err().contains("there is no player ``"));
        assert!(names("random,uct.c=3").is_err());
    }

    #[test]
    fn clocks_are_positive_and_no_longer_than_a_day() {
        assert_eq!(clock("0.5"), Ok(Duration::from_millis(500)));
        for text in ["0", "-1", "nan", "inf", "1e300", "soon", ""] {
            assert!(clock(text).is_err(), "{text}");
        }
    }
}
