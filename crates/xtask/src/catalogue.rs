//! `cargo xtask catalogue`: measures random playouts of all bundled games, and writes `games/measured.toml` and the
//! tables of `docs/games.md`. A test fails if they are out of date.

use anyhow::{Context, bail};
use game::playout::random_step;
use game::{Machine, MachineExt, Random};
use library::{BundledGame, RandomPlayoutMeans};
use propnet::CircuitMachine;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// Write `games/measured.toml` and the tables of `docs/games.md`
#[derive(clap::Args)]
pub struct Options {}

/// Number of playouts measured for each game.
const GAMES: u64 = 100;
/// Largest number of joint moves of a playout; a longer one is an error.
const MAX_LENGTH: u64 = 100_000;

/// Lines before and after the tables of the page.
const BEGIN: &str = "<!-- The tables are written by `cargo xtask catalogue`. -->\n";
const END: &str = "<!-- End of the tables. -->\n";

/// Measures all games and writes both files.
pub fn run(Options {}: Options) -> anyhow::Result<()> {
    let measured = measure_all()?;
    fs::write(measured_path(), toml::to_string(&measured)?)?;
    let page = fs::read_to_string(page_path())?;
    fs::write(page_path(), with_tables(&page, &measured)?)?;
    Ok(())
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn measured_path() -> PathBuf {
    root().join("games/measured.toml")
}

fn page_path() -> PathBuf {
    root().join("docs/games.md")
}

fn measure_all() -> anyhow::Result<BTreeMap<&'static str, RandomPlayoutMeans>> {
    let measure = |game: BundledGame| Ok((game.name(), measure(game).context(game.name())?));
    library::games().map(measure).collect()
}

/// Measures the mean length and branching factor of a game's playouts.
fn measure(game: BundledGame) -> anyhow::Result<RandomPlayoutMeans> {
    let checked = gdl::check(game.name(), game.rules().as_bytes());
    let rules = checked.rules.context("the rules have errors")?;
    let mut machine = CircuitMachine::from_rules(&rules, &circuit::Limits::default())?;
    let mut random = game::random(1);
    let (mut moves, mut choices, mut options) = (0, 0, 0);
    for _ in 0..GAMES {
        let (length, chosen, among) = play(&mut machine, &mut random)?;
        (moves, choices, options) = (moves + length, choices + chosen, options + among);
    }
    let mean = |sum: u64, count: u64| (10.0 * sum as f64 / count.max(1) as f64).round() / 10.0;
    Ok(RandomPlayoutMeans { length: mean(moves, GAMES), branching: mean(options, choices) })
}

/// Plays one playout. Returns its length, the number of choices of all roles, and the number of moves of all these
/// choices.
fn play(machine: &mut dyn Machine, random: &mut Random) -> anyhow::Result<(u64, u64, u64)> {
    let mut state = machine.initial_state()?;
    let (mut length, mut choices, mut options) = (0, 0, 0);
    let mut legal = Vec::new();
    while let Some(next) = random_step(machine, &state, random)? {
        for role in machine.role_ids() {
            machine.legal(&state, role, &mut legal)?;
            if legal.len() > 1 {
                choices += 1;
                options += legal.len() as u64;
            }
        }
        length += 1;
        if length > MAX_LENGTH {
            bail!("a game does not end");
        }
        state = next;
    }
    Ok((length, choices, options))
}

/// Returns the text of the page with its tables replaced.
fn with_tables(
    page: &str,
    measured: &BTreeMap<&str, RandomPlayoutMeans>,
) -> anyhow::Result<String> {
    let missing = "docs/games.md has no place for the tables";
    let (before, rest) = page.split_once(BEGIN).context(missing)?;
    let (_, after) = rest.split_once(END).context(missing)?;
    let mut tables = String::new();
    for (document, title) in library::GROUPS {
        writeln!(tables, "\n### {title}\n")?;
        writeln!(tables, "| game | roles | kind | length | breadth | perft checked against |")?;
        writeln!(tables, "| --- | ---: | --- | ---: | ---: | --- |")?;
        for game in library::games_of_document(document) {
            let about = game.about();
            let RandomPlayoutMeans { length, branching } = measured[game.name()];
            let (name, title, roles) = (game.name(), &about.title, about.roles.len());
            let (kind, source) = (about.kind.name(), game.perft_source());
            writeln!(
                tables,
                "| `{name}`: {title} | {roles} | {kind} | {length:.1} | {branching:.1} | {source} |"
            )?;
        }
    }
    tables.push('\n');
    Ok([before, BEGIN, &tables, END, after].concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_catalogue_is_up_to_date() {
        let hint = "is out of date: run `cargo xtask catalogue`";
        let measured = measure_all().unwrap();
        let written = fs::read_to_string(measured_path()).unwrap();
        assert!(written == toml::to_string(&measured).unwrap(), "games/measured.toml {hint}");
        let page = fs::read_to_string(page_path()).unwrap();
        assert!(page == with_tables(&page, &measured).unwrap(), "docs/games.md {hint}");
    }
}
