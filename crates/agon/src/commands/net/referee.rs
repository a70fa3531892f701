//! `agon net referee`: holds a match between players on the network.

use crate::counted::counted;
use crate::interrupt::interrupted;
use crate::machine_choice::EngineOptions;
use crate::rulesheet::{RuleSheet, UsageError};
use crate::{Outcome, interrupt};
use gdl::Scrambler;
use play::network::http::Address;
use play::network::referee::{RefereeError, RefereeEvent, RefereeSetup, referee_match};
use play::record::MatchRecord;
use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Run a match between players on the network, as the referee
///
/// A player that is late, does not answer with a legal move, or cannot be reached, gets a random move, and the match
/// goes on. A role called `random` is played by the referee. Ctrl-C aborts the match and tells the players.
///
/// Example: agon net referee nim --address localhost:9147 --address localhost:9148
#[derive(clap::Args)]
pub struct Options {
    /// A rule sheet or the name of a bundled game
    rules: String,
    /// The address of a player: once for each role, in the order of the roles
    #[arg(long = "address", required = true, value_name = "URL")]
    addresses: Vec<Address>,
    /// The start clock: the seconds before the first move
    #[arg(long, default_value_t = 30, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(0..=86_400))]
    start_clock: u64,
    /// The play clock: the seconds for each move
    #[arg(long, default_value_t = 10, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=86_400))]
    play_clock: u64,
    /// Replace all words of the rules by meaningless ones, as in a competition
    #[arg(long)]
    scramble: bool,
    /// The seed of random moves and of scrambled words; without it, every match is different
    #[arg(long)]
    seed: Option<u64>,
    /// The file to which the record of the match is written, in the JSON format of ggp.org
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// The name of the match [default: made of the name of the game and the time]
    #[arg(long, value_name = "NAME", value_parser = match_name)]
    id: Option<String>,
    /// Abort matches that are not over after this number of moves
    #[arg(long, default_value_t = 10_000)]
    max_length: usize,
    #[command(flatten)]
    engine: EngineOptions,
}

/// Reads a name that can be part of a message.
fn match_name(text: &str) -> Result<String, String> {
    let strange = |c: char| c.is_whitespace() || matches!(c, '(' | ')' | ';' | '?');
    if text.is_empty() || text.len() > 1000 || text.contains(strange) {
        Err("a name is one word".to_owned())
    } else {
        Ok(text.to_owned())
    }
}

/// Runs the match and prints its course.
pub fn run(options: Options) -> anyhow::Result<Outcome> {
    let sheet = RuleSheet::find(&options.rules)?;
    let mut machine = options.engine.machine_of(&sheet)?;
    let rules = gdl::print::kif(&sheet.check().sheet);
    let time = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let seed = options.seed.unwrap_or(time.as_nanos() as u64);
    let game = sheet.bundled.map_or("match", |game| game.name());
    let setup = RefereeSetup {
        id: options.id.unwrap_or_else(|| format!("agon.{game}.{}", time.as_millis())),
        scrambler: options.scramble.then(|| Scrambler::new(&rules, seed)),
        rules,
        players: options.addresses,
        start_clock: Duration::from_secs(options.start_clock),
        play_clock: Duration::from_secs(options.play_clock),
        seed,
        game_meta_url: String::new(),
        max_length: options.max_length,
        machine: &mut *machine,
    };
    let roles = setup.machine.roles().to_vec();
    let mut watcher = Watcher { roles, record: options.record, moves: 0 };
    interrupt::watch();
    let held = referee_match(setup, &mut |record, event| watcher.see(record, event), &interrupted);
    match held {
        Ok(record) if record.is_completed => Ok(Outcome::Fine),
        Ok(_) => Ok(Outcome::Found),
        Err(error @ RefereeError::Players { .. }) => Err(UsageError(error.to_string()).into()),
        Err(error) => Err(error.into()),
    }
}

/// Prints the course of the match and writes its record.
struct Watcher {
    roles: Vec<String>,
    record: Option<PathBuf>,
    moves: usize,
}

impl Watcher {
    fn see(&mut self, record: &MatchRecord, event: RefereeEvent) -> Result<(), String> {
        self.show(record, event).map_err(|error| error.to_string())?;
        match &self.record {
            Some(path) => {
                record.write(path).map_err(|error| format!("{}: {error}", path.display()))
            }
            None => Ok(()),
        }
    }

    fn show(&mut self, record: &MatchRecord, event: RefereeEvent) -> std::io::Result<()> {
        let mut out = std::io::stdout().lock();
        match event {
            RefereeEvent::Started(errors) => {
                let scrambled = if record.scrambled { ", scrambled" } else { "" };
                writeln!(out, "match {}{scrambled}", record.match_id)?;
                let players = self.roles.iter().zip(&record.player_names_from_host);
                for ((role, player), error) in players.zip(errors) {
                    writeln!(out, "{role}: {player}{}", noted(error))?;
                }
                Ok(())
            }
            RefereeEvent::Moved { moves, errors, took } => {
                self.moves += 1;
                let shown =
                    moves.iter().zip(errors).map(|(text, error)| format!("{text}{}", noted(error)));
                let shown: Vec<String> = shown.collect();
                writeln!(
                    out,
                    "{:3}  {}  ({:.1} s)",
                    self.moves,
                    shown.join("  "),
                    took.as_secs_f64()
                )
            }
            RefereeEvent::Ended(goals) => {
                let results = self.roles.iter().zip(goals);
                let results: Vec<String> =
                    results.map(|(role, goal)| format!("{role} {goal}")).collect();
                writeln!(out, "over after {}: {}", counted(self.moves, "move"), results.join(", "))
            }
            RefereeEvent::Aborted => {
                writeln!(out, "aborted after {}", counted(self.moves, "move"))
            }
        }
    }
}

fn noted(error: &str) -> String {
    if error.is_empty() { String::new() } else { format!(" [{error}]") }
}
