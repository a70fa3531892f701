//! `agon games`: the bundled games.

use crate::Outcome;
use library::{BundledGame, RandomPlayoutMeans};
use std::io::Write;

/// List the games that come with Agon
///
/// They are grouped by the document whose experiments use them. `moves` is the length of random games in joint
/// moves, `wide` the number of moves that a role can choose from when it has a choice; both are means of 100 random
/// games.
#[derive(clap::Args)]
pub struct Options {
    /// Print one JSON object per game
    #[arg(long)]
    json: bool,
}

/// Prints the list of games.
pub fn run(options: Options) -> anyhow::Result<Outcome> {
    let mut out = std::io::stdout().lock();
    if options.json {
        for game in library::games() {
            writeln!(out, "{}", json(game))?;
        }
        return Ok(Outcome::Fine);
    }
    for (document, title) in library::GROUPS {
        writeln!(out, "{title}")?;
        for game in library::games_of_document(document) {
            writeln!(out, "{}", line(game))?;
        }
        writeln!(out)?;
    }
    writeln!(out, "{} games", library::games().count())?;
    Ok(Outcome::Fine)
}

fn line(game: BundledGame) -> String {
    let about = game.about();
    let (name, kind, roles) = (game.name(), about.kind.name(), about.roles.len());
    let plural = if roles == 1 { " " } else { "s" };
    let measured = match game.measured() {
        Some(RandomPlayoutMeans { length, branching }) => {
            format!("{length:>6.1} moves {branching:>6.1} wide")
        }
        None => String::new(),
    };
    let start = format!("  {name:<24} {kind:<12} {roles} role{plural} {measured:<25}");
    format!("{start}  {}", about.title)
}

fn json(game: BundledGame) -> serde_json::Value {
    let about = game.about();
    serde_json::json!({
        "name": game.name(),
        "title": about.title,
        "kind": about.kind.name(),
        "roles": about.roles,
        "documents": about.documents,
        "description": about.description,
        "length": game.measured().map(|measured| measured.length),
        "branching": game.measured().map(|measured| measured.branching),
    })
}
