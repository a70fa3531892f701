//! `agon dev completions`: completions for the shell.

use crate::{Cli, Outcome};
use clap::CommandFactory;
use clap_complete::Shell;

/// Print completions of the command line for a shell
///
/// For bash: `agon dev completions bash > ~/.local/share/bash-completion/completions/agon`
#[derive(clap::Args)]
pub struct Options {
    /// The shell that reads the script
    shell: Shell,
}

/// Prints the script of completions.
pub fn run(options: Options) -> anyhow::Result<Outcome> {
    let mut script = Vec::new();
    clap_complete::generate(options.shell, &mut Cli::command(), "agon", &mut script);
    std::io::Write::write_all(&mut std::io::stdout(), &script)?;
    Ok(Outcome::Fine)
}
