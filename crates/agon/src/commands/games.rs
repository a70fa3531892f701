//! `agon games`: the bundled games.

use crate::Outcome;
use std::io::Write;

/// List the games that come with Agon
#[derive(clap::Args)]
pub struct Options {
    /// One JSON object per game
    #[arg(long)]
    json: bool,
}

/// Prints the list.
pub fn run(options: Options) -> anyhow::Result<Outcome> {
    let mut out = std::io::stdout().lock();
    for game in library::games() {
        let about = game.about();
        if options.json {
            let line = serde_json::json!({
                "name": game.name(),
                "title": about.title,
                "kind": about.kind.name(),
                "roles": about.roles,
                "documents": about.documents,
                "description": about.description,
            });
            writeln!(out, "{line}")?;
        } else {
            let first = about.description.split_inclusive(". ").next().unwrap_or_default();
            let (name, kind, roles) = (game.name(), about.kind.name(), about.roles.len());
            let plural = if roles == 1 { " " } else { "s" };
            writeln!(out, "{name:<14} {kind:<12} {roles} role{plural}  {}", first.trim())?;
        }
    }
    Ok(Outcome::Fine)
}
