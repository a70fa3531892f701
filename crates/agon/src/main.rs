//! The `agon` program: one file per subcommand under `commands/`, all wiring, nothing else.
//!
//! Exit codes: 0 for success, 1 when something was found wrong (faults in rules, a divergence, a game
//! that cannot be played), 2 when the command line was not understood.

mod coaching;
mod commands;
mod engine;
mod interrupt;
mod memory;
mod nursery;
mod playcheck;
mod progress;
mod randomplay;
mod recall;
mod roles;
mod rulesheet;
mod seats;
mod signature;
mod statistics;
mod subject;
mod trace;
mod workshop;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// A general game player: reads the rules of any game, says what is wrong with them, and plays it.
///
/// RULES is the path of a rule sheet in GDL (KIF), a folder with a `rules.kif`, `-` for standard input, or
/// the name of a bundled game (see `agon games`).
#[derive(Parser)]
#[command(version, arg_required_else_help = false, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Check(commands::check::Options),
    Explain(commands::explain::Options),
    Fmt(commands::fmt::Options),
    Games(commands::games::Options),
    Show(commands::show::Options),
    Analyze(commands::analyze::Options),
    Similar(commands::similar::Options),
    Graph(commands::graph::Options),
    Knowledge(commands::knowledge::Options),
    Learn(commands::learn::Options),
    Heuristics(commands::heuristics::Options),
    Transfer(commands::transfer::Options),
    Solve(commands::solve::Options),
    Play(commands::play::Options),
    Serve(commands::serve::Options),
    Sim(commands::sim::Options),
    Perft(commands::perft::Options),
    Playthrough(commands::playthrough::Options),
    Verify(commands::verify::Options),
    Match(commands::match_::Options),
    Tournament(commands::tournament::Options),
    Players(commands::players::Options),
    Player(commands::player::Options),
    Referee(commands::referee::Options),
    Gifl(commands::gifl::Options),
    Features(commands::features::Options),
    Train(commands::train::Options),
    Trees(commands::trees::Options),
    Bench(commands::bench::Options),
    Perf(commands::perf::Options),
    Circuit(commands::circuit::Options),
    Lab(commands::lab::Options),
    Completions(commands::completions::Options),
}

/// How a command ended, if it did not fail.
enum Outcome {
    /// All is well.
    Fine,
    /// Something is wrong with what was looked at; it has been said.
    Found,
}

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        None => commands::serve::run_by_default(),
        Some(Command::Check(options)) => commands::check::run(options),
        Some(Command::Explain(options)) => commands::explain::run(options),
        Some(Command::Fmt(options)) => commands::fmt::run(options),
        Some(Command::Games(options)) => commands::games::run(options),
        Some(Command::Show(options)) => commands::show::run(options),
        Some(Command::Analyze(options)) => commands::analyze::run(options),
        Some(Command::Knowledge(options)) => commands::knowledge::run(options),
        Some(Command::Learn(options)) => commands::learn::run(options),
        Some(Command::Heuristics(options)) => commands::heuristics::run(options),
        Some(Command::Transfer(options)) => commands::transfer::run(options),
        Some(Command::Graph(options)) => commands::graph::run(options),
        Some(Command::Similar(options)) => commands::similar::run(options),
        Some(Command::Solve(options)) => commands::solve::run(options),
        Some(Command::Play(options)) => commands::play::run(options),
        Some(Command::Serve(options)) => commands::serve::run(options),
        Some(Command::Sim(options)) => commands::sim::run(options),
        Some(Command::Perft(options)) => commands::perft::run(options),
        Some(Command::Playthrough(options)) => commands::playthrough::run(options),
        Some(Command::Verify(options)) => commands::verify::run(options),
        Some(Command::Match(options)) => commands::match_::run(options),
        Some(Command::Tournament(options)) => commands::tournament::run(options),
        Some(Command::Players(options)) => commands::players::run(options),
        Some(Command::Player(options)) => commands::player::run(options),
        Some(Command::Referee(options)) => commands::referee::run(options),
        Some(Command::Gifl(options)) => commands::gifl::run(options),
        Some(Command::Features(options)) => commands::features::run(options),
        Some(Command::Train(options)) => commands::train::run(options),
        Some(Command::Trees(options)) => commands::trees::run(options),
        Some(Command::Bench(options)) => commands::bench::run(options),
        Some(Command::Perf(options)) => commands::perf::run(options),
        Some(Command::Circuit(options)) => commands::circuit::run(options),
        Some(Command::Lab(options)) => commands::lab::run(options),
        Some(Command::Completions(options)) => commands::completions::run(options),
    };
    match result {
        Ok(Outcome::Fine) => ExitCode::SUCCESS,
        Ok(Outcome::Found) => ExitCode::from(1),
        // Whoever reads our output has heard enough (`agon games | head -1`).
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            let usage = error.downcast_ref::<library::UnknownGame>().is_some()
                || error.downcast_ref::<rulesheet::UsageError>().is_some();
            ExitCode::from(if usage { 2 } else { 1 })
        }
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let io = error.downcast_ref::<std::io::Error>();
    io.is_some_and(|io| io.kind() == std::io::ErrorKind::BrokenPipe)
}
