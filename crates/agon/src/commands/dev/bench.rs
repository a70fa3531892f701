//! `agon dev bench`: how fast the machines play, and a signature of what they play.

mod batches;
mod graphs;

use crate::arguments::seconds;
use crate::errors::of_random_games;
use crate::machine_choice::{self, EngineOptions};
use crate::rulesheet::{RuleSheet, UsageError};
use crate::verbosity;
use crate::{Outcome, memory};
use circuit::Model;
use engine::{MachineKind, OpenGame, Resources, Signature};
use gdl::Rules;
use lanes::{Backend, Lanes, LanesError};
use play::random_games::{RandomGames, play_many, play_single};
use propnet::CircuitMachine;
use std::fmt;
use std::io::Write;
use std::sync::Arc;
use std::time::Instant;

/// Measure how fast the machines play
///
/// Prints a line for each game; speeds are those of one thread, in state changes per second (c/s) and games per second.
/// The last line is the signature: a number computed from fixed games, seeds and steps, which is the same on every
/// processor and backend as long as the machines play the same.
///
/// Example: agon dev bench connect-four chess --seconds 0.5
#[derive(clap::Args)]
pub struct Options {
    /// Rule sheets or names of bundled games [default: all bundled games]
    rules: Vec<String>,
    /// The time for which each machine plays each game
    #[arg(long, default_value_t = 1.0, value_parser = seconds)]
    seconds: f64,
    /// The kind of processor that runs the programs of the lanes: avx512, avx2 or portable [default: the fastest]
    #[arg(long, value_name = "NAME")]
    backend: Option<Backend>,
    /// Measure playouts from 512 states half-way through random games, and with weighted moves, instead of the machines
    #[arg(long)]
    batches: bool,
    /// Measure the time to recognise a game in other words, instead of the machines
    #[arg(long, conflicts_with_all = ["batches", "machine"])]
    graphs: bool,
    /// Print a JSON object for each game, and one with the signature
    #[arg(long)]
    json: bool,
    /// Print only the signature
    #[arg(long, conflicts_with_all = ["rules", "machine", "batches", "graphs"])]
    signature: bool,
    #[command(flatten)]
    engine: EngineOptions,
}

/// Measures and prints the table.
pub fn run(options: Options) -> anyhow::Result<Outcome> {
    let backend = options.backend.unwrap_or_else(Backend::best);
    backend.check_available().map_err(|error| UsageError(error.to_string()))?;
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

/// Prints a row for each game, or the reason why there is none.
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
        if options.json {
            writeln!(std::io::stdout(), "{}", serde_json::to_string(&row)?)?;
        } else {
            writeln!(std::io::stdout(), "{row}")?;
        }
    }
    Ok(outcome)
}

/// Returns the rule sheets to measure.
fn sheets(options: &Options) -> anyhow::Result<Vec<RuleSheet>> {
    if options.rules.is_empty() {
        return Ok(library::games().map(RuleSheet::bundled).collect());
    }
    options.rules.iter().map(|rules| RuleSheet::find(rules)).collect()
}

/// Measurements of a game.
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
    /// Largest memory of the program while the game was measured.
    memory_mib: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<String>,
}

fn measure(sheet: &RuleSheet, options: &Options, backend: Backend) -> anyhow::Result<Row> {
    let rules = machine_choice::playable(sheet)?;
    let mut row = Row { game: short_name(sheet), ..Row::default() };
    memory::forget_peak();
    let measured = match options.engine.machine {
        MachineKind::Reference => row.measure_reference(rules, options),
        kind => row.measure_circuit(rules, kind, options, backend),
    };
    // The state in which play cannot go on, if that is it, is for `agon sim` to show.
    row.problem =
        measured.err().and_then(|error| Some(format!("{error:#}").lines().next()?.to_owned()));
    row.memory_mib = memory::peak();
    Ok(row)
}

/// Returns the name of a file without its folder and ending.
fn short_name(sheet: &RuleSheet) -> String {
    let path = std::path::Path::new(&sheet.name);
    let path = if path.ends_with("rules.kif") { path.parent().unwrap_or(path) } else { path };
    path.file_stem().map_or(sheet.name.clone(), |name| name.to_string_lossy().into_owned())
}

impl Row {
    fn measure_reference(&mut self, rules: Rules, options: &Options) -> anyhow::Result<()> {
        let begun = Instant::now();
        let game = OpenGame::open(rules, MachineKind::Reference, Resources::default())?;
        self.build_seconds = Some(begun.elapsed().as_secs_f64());
        let played = play_single(&mut *game.fork(), &options.games(), &|_| true);
        let played = played.map_err(of_random_games)?;
        self.reference_changes_per_second = Some(played.per_second(played.changes));
        Ok(())
    }

    fn measure_circuit(
        &mut self,
        rules: Rules,
        kind: MachineKind,
        options: &Options,
        backend: Backend,
    ) -> anyhow::Result<()> {
        let begun = Instant::now();
        let model = match machine_choice::model(&rules) {
            Ok(model) => model,
            Err(reason) if kind == MachineKind::Auto => {
                let game = &self.game;
                verbosity::say(&format!("{game}: the rules cannot be grounded: {reason}"));
                return self.measure_reference(rules, options);
            }
            Err(reason) => return Err(reason.context("the rules cannot be grounded")),
        };
        let mut machine = CircuitMachine::new(Arc::clone(&model));
        self.build_seconds = Some(begun.elapsed().as_secs_f64());
        self.facts = Some(model.names().fact_count());
        self.moves = Some(model.names().move_count());
        self.gates = Some(model.circuit().ands().len());
        if kind != MachineKind::Lanes {
            let played =
                play_single(&mut machine, &options.games(), &|_| true).map_err(of_random_games)?;
            self.circuit_changes_per_second = Some(played.per_second(played.changes));
        }
        match kind {
            MachineKind::Circuit => Ok(()),
            _ => self.measure_lanes(machine, options, backend),
        }
    }

    fn measure_lanes(
        &mut self,
        mut machine: CircuitMachine,
        options: &Options,
        backend: Backend,
    ) -> anyhow::Result<()> {
        let (begun, model) = (Instant::now(), Arc::clone(machine.model()));
        let mut lanes = match compiled_lanes(model, backend) {
            Err(reason) if options.engine.machine == MachineKind::Auto => {
                let game = &self.game;
                verbosity::say(&format!("{game}: the lanes cannot be compiled: {reason}"));
                return Ok(());
            }
            lanes => lanes?,
        };
        self.compile_seconds = Some(begun.elapsed().as_secs_f64());
        self.phases = Some(lanes.model().phases().count());
        let played = play_many(&mut lanes, &mut machine, &options.games(), &|_| true);
        let played = played.map_err(of_random_games)?;
        self.lanes_changes_per_second = Some(played.per_second(played.changes));
        self.lanes_playouts_per_second = Some(played.per_second(played.finished));
        Ok(())
    }
}

/// Returns lanes with the programs for random games from the initial state, on the kernel to be measured.
fn compiled_lanes(model: Arc<Model>, backend: Backend) -> Result<Lanes, LanesError> {
    let lanes = Lanes::new(model, backend)?;
    lanes.code().compile()?;
    Ok(lanes)
}

impl Options {
    fn games(&self) -> RandomGames {
        RandomGames { games: u64::MAX, seconds: Some(self.seconds), seed: 1, max_length: 10_000 }
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

/// Formats a speed with three digits and a letter for thousands or millions.
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
