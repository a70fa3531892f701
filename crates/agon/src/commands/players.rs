//! `agon players`: who can play.

use crate::Outcome;
use search::players::KINDS;
use std::io::Write;

/// List the players that can be named wherever a player is
///
/// A player is written NAME, or NAME:SETTING=VALUE,SETTING=VALUE with settings.
#[derive(clap::Args)]
pub struct Options {
    /// One JSON object per player
    #[arg(long)]
    json: bool,
}

/// Prints the list.
pub fn run(options: Options) -> anyhow::Result<Outcome> {
    let mut out = std::io::stdout().lock();
    let width = KINDS.iter().map(|kind| kind.name.len()).max().unwrap_or(0);
    for kind in KINDS {
        match options.json {
            true => {
                writeln!(out, "{}", serde_json::json!({"name": kind.name, "about": kind.about}))?;
            }
            false => writeln!(out, "{:width$}  {}", kind.name, kind.about)?,
        }
    }
    Ok(Outcome::Fine)
}
