//! `agon similar`: compares two games.

use crate::Outcome;
use crate::machine_choice::EngineOptions;
use crate::rulesheet::RuleSheet;
use analyze::{Analyst, Contrast, Difference, Portrait, Sampling, Sentences};
use std::io::Write;

/// Compare two games: the same in other words, or variants of each other?
///
/// The form of the rules is compared: names do not matter, nor does the order of rules and conditions. Variants may
/// differ in the start, the boards, the number of steps, exchanged goals (0 and 100), and one kind of facts. Two
/// different ways to write the rules of one game count as different games. The exit code is 1 if the games are not
/// related.
///
/// Example: agon similar tic-tac-toe tic-tac-toe-inverted
#[derive(clap::Args)]
pub struct Options {
    /// A rule sheet or the name of a bundled game
    first: String,
    /// A second rule sheet or name of a bundled game
    second: String,
    /// Print which word of the second game stands for which of the first
    #[arg(long)]
    names: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Smallest number of states of random games to sample, to find boards and counters
    #[arg(long, value_name = "N", default_value_t = 1000)]
    states: usize,
    /// The seed of the random games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    engine: EngineOptions,
}

/// Compares the two games and prints their differences.
pub fn run(options: Options) -> anyhow::Result<Outcome> {
    let first = portrait(&options.first, &options)?;
    let second = portrait(&options.second, &options)?;
    let likeness = first.likeness(&second);
    let mut out = std::io::stdout().lock();
    if options.json {
        let differences = likeness.as_ref().map(|likeness| texts(&likeness.differences));
        let names = likeness.as_ref().map(|likeness| &likeness.names);
        let contrasts = if likeness.is_none() { first.contrasts(&second) } else { Vec::new() };
        let contrasts: Vec<serde_json::Value> = contrasts
            .iter()
            .map(|it| serde_json::json!({ "figure": it.figure, "first": it.first, "second": it.second }))
            .collect();
        let value = serde_json::json!({
            "related": likeness.is_some(),
            "differences": differences,
            "names": names,
            "contrasts": contrasts,
        });
        writeln!(out, "{value:#}")?;
    } else {
        match &likeness {
            Some(likeness) if likeness.differences.is_empty() => writeln!(out, "the same game")?,
            Some(likeness) => {
                writeln!(out, "variants: {}", texts(&likeness.differences).join("; "))?;
            }
            None => write!(out, "{}", explanation(&first.contrasts(&second)))?,
        }
        let names = likeness.iter().filter(|_| options.names).flat_map(|likeness| &likeness.names);
        for (one, other) in names {
            writeln!(out, "  {one}  {other}")?;
        }
    }
    Ok(if likeness.is_some() { Outcome::Fine } else { Outcome::Found })
}

/// Returns a text about two games that are not related: the parts that were compared, and the figures in which they
/// differ.
fn explanation(contrasts: &[Contrast]) -> String {
    let mut text = "not related\n\n".to_owned();
    text += "All rules were compared, whatever their names and order. Variants may differ in the start, the boards,\n\
             the number of steps, one kind of facts, and exchanged goals (0 and 100); these rules differ elsewhere\n\
             too. Play is not compared: two sheets that describe one game by different rules are not related.\n";
    if contrasts.is_empty() {
        return text
            + "\nThe numbers of roles, goals, facts and rules are equal: single rules differ.\n";
    }
    let width = |of: fn(&Contrast) -> usize| contrasts.iter().map(of).max().unwrap_or(0);
    let figures = width(|it| it.figure.len());
    let first = width(|it| it.first.len()).max("first game".len());
    text += &format!("\n{:figures$}  {:first$}  second game\n", "", "first game");
    for it in contrasts {
        text += &format!("{:figures$}  {:first$}  {}\n", it.figure, it.first, it.second);
    }
    text
}

fn texts(differences: &[Difference]) -> Vec<String> {
    differences.iter().map(Difference::to_string).collect()
}

fn portrait(name: &str, options: &Options) -> anyhow::Result<Portrait> {
    let sheet = RuleSheet::find(name)?;
    let analyst = Analyst::new(sheet.rules()?);
    let mut machine = options.engine.machine_of(&sheet)?;
    let watch = Sampling::states(options.states, options.seed);
    let analysis = analyst.analyze(&mut *machine, &watch)?;
    Ok(Portrait::new(Sentences::of(analyst.rules()), &analysis))
}
