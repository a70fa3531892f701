//! The report of an experiment that counts wins.

use super::method::version;
use super::table::Table;
use super::{Facts, discussion, head};
use crate::experiment::Experiment;
use crate::journal::{Journal, JournalError};
use crate::scale::Scale;
use crate::wins::{Count, ReportedWins, Wins, WinsResult, WinsRow};

/// The report of what has been played so far.
pub(super) fn report(
    experiment: &Experiment,
    wins: &Wins,
    scale: Scale,
    journal: &Journal,
    facts: &Facts,
) -> Result<String, JournalError> {
    let results = wins.results(&experiment.id, scale, journal)?;
    let played = results.iter().map(|result| result.player.matches + result.chance.matches).sum();
    let ordered = wins.orders(&experiment.id, scale).len() as u64;
    let mut parts = vec![
        format!("# {}", experiment.title),
        head(experiment, scale, "matches", played, ordered),
        "## Results".to_owned(),
        "Matches that the player won, of all; how often chance wins; and p, how likely it is that a player who wins as often as chance \
         does as well."
            .to_owned(),
        comparison(&results),
    ];
    parts.extend(discussion(experiment));
    parts.extend(["## How it was done".to_owned(), method(wins, scale, facts)]);
    Ok(parts.join("\n\n") + "\n")
}

fn comparison(results: &[WinsResult]) -> String {
    let titles = ["Game", "document", "its p", "ours", "our p", "chance wins, %", "the player, %"];
    let mut table = Table::new(titles.map(str::to_owned).into_iter());
    for result in results {
        let ReportedWins { won, matches, p } = result.row.reported;
        let percent = |count: Count| match count.matches {
            0 => "–".to_owned(),
            matches => format!("{:.1}", 100.0 * count.won as f64 / matches as f64),
        };
        let cells = [
            result.row.title.clone(),
            format!("{won} of {matches}"),
            probability(p),
            format!("{} of {}", result.player.won, result.player.matches),
            result.p().map_or("–".to_owned(), probability),
            percent(result.chance),
            percent(result.player),
        ];
        table.row(cells.into_iter());
    }
    table.text
}

/// A probability, small ones by their power of ten.
fn probability(p: f64) -> String {
    if p >= 0.001 { format!("{p:.3}") } else { format!("{p:.0e}") }
}

fn method(wins: &Wins, scale: Scale, facts: &Facts) -> String {
    let row = |row: &WinsRow| {
        let WinsRow { title, player, others, simulations, .. } = row;
        let matches = row.matches.of(scale);
        format!("{title}: `{player}` against `{others}`, {matches} matches, {simulations} per move")
    };
    let rows: Vec<String> = wins.rows.iter().map(row).collect();
    let (name, chance) = (&facts.name, wins.chance.of(scale));
    let items = [
        format!("**Players.** {}. The player under test takes all roles in turn.", rows.join("; ")),
        format!("**Thinking.** {}", wins.budget),
        format!(
            "**Chance.** Everybody moves at random, {chance} matches in each game. A match is won by whoever gets 100; several can. p is \
             the binomial distribution's, with the share that chance won."
        ),
        format!(
            "**Seeds.** Each match has its own, derived from {}, the cell and the match's number; it stands in the results.",
            wins.seed
        ),
        format!("**Program.** {}.", version(facts)),
        format!(
            "**Again.** `agon lab run {name} --scale {scale}`, and then `agon lab report {name}`."
        ),
    ];
    items.map(|item| format!("- {item}")).join("\n")
}
