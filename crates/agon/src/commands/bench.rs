//! `agon bench`: how fast the machines play, and a signature of what they play.

mod batches;
mod graphs;

use crate::engine::{self, EngineOptions, Kind};
use crate::randomplay::{Wish, play_lanes, play_single, seconds};
use crate::rulesheet::{RuleSheet, UsageError};
use crate::signature::Signature;
use crate::{Outcome, memory};
use circuit::CircuitMachine;
use circuit::lanes::code::Backend;
use gdl::Rules;
use std::fmt;
use std::io::Write;
use std::time::Instant;

/// Measure how fast the machines play
///
/// One line for each game, as it is measured; speeds are of one thread, in state changes per second (c/s) and games per
/// second. The last line is the signature: one number over fixed games, seeds and steps, the same on every processor
/// and backend as long as the machines play the same.
#[derive(clap::Args)]
pub struct Options {
    /// Rule sheets or names of bundled games; without any, all bundled games
    rules: Vec<String>,
    /// Names of bundled games, with commas between them
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    games: Vec<String>,
    /// How long each machine plays each game
    #[arg(long, default_value_t = 1.0, value_parser = seconds)]
    seconds: f64,
    /// What runs the lanes' programs: avx512, avx2 or portable; without it, the fastest there is
    #[arg(long, value_name = "NAME")]
    backend: Option<Backend>,
    /// Playouts from 512 states half-way through random games, and with weights, instead of the machines
    #[arg(long)]
    batches: bool,
    /// How long it takes to recognise a game in other words, instead of the machines
    #[arg(long, conflicts_with_all = ["batches", "machine"])]
    graphs: bool,
    /// One JSON object for each game, and one with the signature
    #[arg(long)]
    json: bool,
    /// Only the signature
    #[arg(long, conflicts_with_all = ["rules", "games", "machine", "batches", "graphs"])]
    signature: bool,
    #[command(flatten)]
    engine: EngineOptions,
}

/// Measures.
pub fn run(options: Options) -> anyhow::Result<Outcome> {
    let backend = options.backend.unwrap_or_else(Backend::best);
    if !backend.available() {
        return Err(UsageError(format!("this processor cannot run the backend {backend}")).into());
    }
    if options.graphs {
        return measure_each(&options, graphs::Row::header(), &graphs::Row::measure);
    }
    let mut outcome = Outcome::Fine;
    if options.batches {
        let measure = |sheet: &RuleSheet| batches::Row::measure(sheet, &options, backend);
        outcome = measure_each(&options, batches::Row::header(), &measure)?;
    } else if !options.signature {
        outcome = measure_all(&options, backend)?;
    }
    let signature = Signature::of(backend)?.to_string();
    let mut out = std::io::stdout();
    if options.json {
        writeln!(out, "{}", serde_json::json!({"signature": signature}))?;
    } else {
        writeln!(out, "signature {signature}")?;
    }
    Ok(outcome)
}

fn measure_all(options: &Options, backend: Backend) -> anyhow::Result<Outcome> {
    let sheets = sheets(options)?;
    let mut outcome = Outcome::Fine;
    if !options.json {
        writeln!(std::io::stdout(), "{}", header())?;
    }
    for sheet in sheets {
        let row = measure(&sheet, options, backend)?;
        if let Some(problem) = &row.problem {
            eprintln!("{}: {problem}", row.game);
            outcome = Outcome::Found;
        }
        let mut out = std::io::stdout();
        if options.json {
            writeln!(out, "{}", serde_json::to_string(&row)?)?;
        } else {
            writeln!(out, "{row}")?;
        }
    }
    Ok(outcome)
}

/// Prints a row for each game, or why there is none.
fn measure_each<R: fmt::Display + serde::Serialize>(
    options: &Options,
    header: String,
    measure: &dyn Fn(&RuleSheet) -> anyhow::Result<R>,
) -> anyhow::Result<Outcome> {
    let mut outcome = Outcome::Fine;
    if !options.json {
        writeln!(std::io::stdout(), "{header}")?;
    }
    for sheet in sheets(options)? {
        let row = match measure(&sheet) {
            Ok(row) => row,
            Err(error) => {
                eprintln!("{}: {error:#}", short_name(&sheet));
                outcome = Outcome::Found;
                continue;
            }
        };
        match options.json {
            true => writeln!(std::io::stdout(), "{}", serde_json::to_string(&row)?)?,
            false => writeln!(std::io::stdout(), "{row}")?,
        }
    }
    Ok(outcome)
}

/// What is to be measured.
fn sheets(options: &Options) -> anyhow::Result<Vec<RuleSheet>> {
    let mut sheets = Vec::new();
    for rules in &options.rules {
        sheets.push(RuleSheet::find(rules)?);
    }
    let mut games = Vec::new();
    for name in &options.games {
        games.push(library::find(name)?);
    }
    if sheets.is_empty() && games.is_empty() {
        games.extend(library::games());
    }
    sheets.extend(games.into_iter().map(RuleSheet::bundled));
    Ok(sheets)
}

/// What was measured of a game.
#[derive(Default, serde::Serialize)]
struct Row {
    game: String,
    facts: Option<usize>,
    moves: Option<usize>,
    gates: Option<usize>,
    /// Grounding the rules and building the circuit; or building the reference machine.
    build_seconds: Option<f64>,
    /// Finding phases and compiling the lanes' programs.
    compile_seconds: Option<f64>,
    phases: Option<usize>,
    reference_changes_per_second: Option<f64>,
    circuit_changes_per_second: Option<f64>,
    lanes_changes_per_second: Option<f64>,
    lanes_playouts_per_second: Option<f64>,
    /// The program's peak while the game was measured.
    memory_mib: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<String>,
}

fn measure(sheet: &RuleSheet, options: &Options, backend: Backend) -> anyhow::Result<Row> {
    let rules = engine::playable(sheet)?;
    let mut row = Row { game: short_name(sheet), ..Row::default() };
    memory::forget_peak();
    let measured = match options.engine.machine {
        Kind::Reference => row.measure_reference(rules, options),
        kind => row.measure_circuit(rules, kind, options, backend),
    };
    // The state in which play cannot go on, if that is it, is for `agon sim` to show.
    row.problem =
        measured.err().and_then(|error| Some(format!("{error:#}").lines().next()?.to_owned()));
    row.memory_mib = memory::peak();
    Ok(row)
}

/// The name of a file without folder and ending.
fn short_name(sheet: &RuleSheet) -> String {
    let path = std::path::Path::new(&sheet.name);
    let path = if path.ends_with("rules.kif") { path.parent().unwrap_or(path) } else { path };
    path.file_stem().map_or(sheet.name.clone(), |name| name.to_string_lossy().into_owned())
}

impl Row {
    fn measure_reference(&mut self, rules: Rules, options: &Options) -> anyhow::Result<()> {
        let begun = Instant::now();
        let mut machine = engine::reference(rules)?;
        self.build_seconds = Some(begun.elapsed().as_secs_f64());
        let played = play_single(&mut machine, &options.wish())?;
        self.reference_changes_per_second = Some(played.per_second(played.changes));
        Ok(())
    }

    fn measure_circuit(
        &mut self,
        rules: Rules,
        kind: Kind,
        options: &Options,
        backend: Backend,
    ) -> anyhow::Result<()> {
        let begun = Instant::now();
        let mut machine = match engine::circuit(&rules) {
            Ok(machine) => machine,
            Err(reason) if kind == Kind::Auto => {
                let game = &self.game;
                options.engine.say(&format!("{game}: the rules cannot be grounded: {reason}"));
                return self.measure_reference(rules, options);
            }
            Err(reason) => return Err(reason.context("the rules cannot be grounded")),
        };
        self.build_seconds = Some(begun.elapsed().as_secs_f64());
        self.facts = Some(machine.names().facts());
        self.moves = Some(machine.names().moves());
        self.gates = Some(machine.circuit().ands().len());
        if kind != Kind::Lanes {
            let played = play_single(&mut machine, &options.wish())?;
            self.circuit_changes_per_second = Some(played.per_second(played.changes));
        }
        match kind {
            Kind::Circuit => Ok(()),
            _ => self.measure_lanes(&machine, options, backend),
        }
    }

    fn measure_lanes(
        &mut self,
        machine: &CircuitMachine,
        options: &Options,
        backend: Backend,
    ) -> anyhow::Result<()> {
        let begun = Instant::now();
        let mut lanes = match engine::lanes(machine, backend) {
            Err(reason) if options.engine.machine == Kind::Auto => {
                let game = &self.game;
                options.engine.say(&format!("{game}: the lanes cannot be compiled: {reason}"));
                return Ok(());
            }
            lanes => lanes?,
        };
        self.compile_seconds = Some(begun.elapsed().as_secs_f64());
        self.phases = Some(lanes.phases().count());
        let played = play_lanes(&mut lanes, &options.wish())?;
        self.lanes_changes_per_second = Some(played.per_second(played.changes));
        self.lanes_playouts_per_second = Some(played.per_second(played.finished));
        Ok(())
    }
}

impl Options {
    fn wish(&self) -> Wish {
        Wish { games: u64::MAX, seconds: Some(self.seconds), seed: 1, max_length: 10_000 }
    }
}

fn header() -> String {
    format!(
        "{:<20} {:>6} {:>6} {:>8} {:>8} {:>8} {:>6} {:>9} {:>9} {:>9} {:>9} {:>7}",
        "game",
        "facts",
        "moves",
        "gates",
        "build s",
        "compile",
        "phases",
        "ref. c/s",
        "circ. c/s",
        "lanes c/s",
        "games/s",
        "MiB"
    )
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{:<20}", self.game)?;
        write!(f, " {:>6} {:>6}", count(self.facts), count(self.moves))?;
        write!(f, " {:>8}", count(self.gates))?;
        write!(f, " {:>8} {:>8}", time(self.build_seconds), time(self.compile_seconds))?;
        write!(f, " {:>6}", count(self.phases))?;
        for speed in [
            self.reference_changes_per_second,
            self.circuit_changes_per_second,
            self.lanes_changes_per_second,
            self.lanes_playouts_per_second,
        ] {
            write!(f, " {:>9}", speed.map_or("-".to_owned(), short))?;
        }
        write!(f, " {:>7}", self.memory_mib.map_or("-".to_owned(), |mib| format!("{mib:.1}")))
    }
}

fn count(count: Option<usize>) -> String {
    count.map_or("-".to_owned(), |count| count.to_string())
}

fn time(seconds: Option<f64>) -> String {
    seconds.map_or("-".to_owned(), |seconds| format!("{seconds:.3}"))
}

/// A speed with three digits and a letter for thousands or millions.
fn short(speed: f64) -> String {
    let (number, letter) = match speed {
        1e9.. => (speed / 1e9, "G"),
        1e6.. => (speed / 1e6, "M"),
        1e3.. => (speed / 1e3, "k"),
        _ => (speed, ""),
    };
    let digits = if number < 10.0 { 2 } else { usize::from(number < 100.0) };
    format!("{number:.digits$}{letter}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn speeds_have_three_digits() {
        let texts = [0.5, 12.34, 999.0, 1234.0, 78_900.0, 392e6, 2.5e9].map(short);
        assert_eq!(texts, ["0.50", "12.3", "999", "1.23k", "78.9k", "392M", "2.50G"]);
    }
}
