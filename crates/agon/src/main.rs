//! The `agon` program: one file per subcommand under `commands/`, all wiring, nothing else.
//!
//! Exit codes: 0 for success, 1 when something was found wrong (faults in rules, a divergence, a game
//! that cannot be played), 2 when the command line was not understood.

mod arguments;
mod commands;
mod counted;
#[cfg(test)]
mod documentation;
mod errors;
mod interrupt;
mod knowledge_file;
mod machine_choice;
mod memory;
mod old_names;
mod progress;
mod provenance;
mod roles;
mod rulesheet;
mod verbosity;

use clap::Parser;
use commands::Command;
use std::process::ExitCode;

/// A general game player: reads the rules of any game, says what is wrong with them, and plays it.
///
/// RULES is the path of a rule sheet in GDL (KIF), a folder with a `rules.kif`, `-` for standard input, or
/// the name of a bundled game (see `agon games`).
#[derive(Parser)]
#[command(version, arg_required_else_help = false, max_term_width = 100)]
struct Cli {
    /// Print more on standard error: the machine that was chosen and the reason, and how many times rules were grounded
    #[arg(short, long, global = true)]
    verbose: bool,
    #[command(subcommand)]
    command: Option<Command>,
}

/// The result of a command that did not fail.
enum Outcome {
    /// The command did its work and found nothing wrong.
    Fine,
    /// The command found something wrong, such as faults in rules, and has printed it.
    Found,
}

fn main() -> ExitCode {
    let (words, hints) = old_names::replaced(std::env::args_os().collect());
    hints.iter().for_each(|hint| eprintln!("hint: {hint}"));
    let Cli { verbose, command } = Cli::parse_from(words);
    verbosity::set(verbose);
    let result = command.map_or_else(commands::serve::run_by_default, Command::run);
    verbosity::say_groundings();
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
