//! Reports in Markdown: the document's figures beside ours.

use crate::experiment::Experiment;
use crate::journal::{Journal, JournalError};
use crate::matches::{Column, Matches, Row};
use crate::scale::Scale;
use crate::tally::{Compared, Results, Share};
use std::cmp::Ordering;

/// What a report says about the program that made it.
#[derive(Clone, Debug)]
pub struct Facts {
    /// The program's version.
    pub version: String,
    /// The commit it was built from, if it is known.
    pub commit: Option<String>,
    /// What the experiment is called on the command line: its name, or the path of its file.
    pub name: String,
    /// The name of the figure's file.
    pub figure: String,
}

/// The report of what has been played so far.
pub fn report(
    experiment: &Experiment,
    scale: Scale,
    journal: &Journal,
    facts: &Facts,
) -> Result<String, JournalError> {
    let results = Results::new(experiment, scale, journal)?;
    let mut parts = vec![
        format!("# {}", experiment.title),
        head(experiment, scale, &results),
        "## Results".to_owned(),
        legend(&results),
        comparison(&results),
        format!("![The document's figures and ours]({})", facts.figure),
    ];
    if !experiment.notes.trim().is_empty() {
        parts.extend(["## Discussion".to_owned(), experiment.notes.trim().to_owned()]);
    }
    parts.extend([
        "## In detail".to_owned(),
        details(&results),
        "## How it was done".to_owned(),
        method(scale, &results, facts),
    ]);
    Ok(parts.join("\n\n") + "\n")
}

fn head(experiment: &Experiment, scale: Scale, results: &Results) -> String {
    let Experiment { id, question, document, place, found, .. } = experiment;
    let (played, ordered) = (results.played(), results.ordered);
    let progress = match played == ordered as u64 {
        true => format!("all {ordered} matches have been played"),
        false => format!("{played} of {ordered} matches have been played so far"),
    };
    format!(
        "{question}\n\nExperiment `{id}` at scale `{scale}`, after document {document}, {place}: {progress}.\n\n\
         **What the document found.** {found}"
    )
}

fn legend(results: &Results) -> String {
    format!(
        "The percentage of matches that each player won against `{}`, a draw counted as half, with 95 % intervals. ▲ and ▼ \
         mark where ours is so much higher or lower than the document's that the two intervals do not touch.",
        results.matches.baseline
    )
}

fn comparison(results: &Results) -> String {
    let columns = &results.matches.columns;
    let titles = columns.iter().flat_map(|column| {
        [format!("{}: document", column.title), format!("{}: ours", column.title)]
    });
    let mut table = Table::new(["Game".to_owned()].into_iter().chain(titles));
    for (row, cells) in results.matches.rows.iter().zip(results.cells.chunks(columns.len())) {
        let pair = |compared: &Compared| pair(compared.reported(), compared.tally.share());
        table.row([row.title.clone()].into_iter().chain(cells.iter().flat_map(pair)));
    }
    let averages = (0..columns.len()).flat_map(|place| {
        let (reported, found) = results.average(place);
        pair(reported, found)
    });
    table.row(["**Average**".to_owned()].into_iter().chain(averages));
    table.text
}

/// The document's figure, and ours with its mark.
fn pair(reported: Share, found: Share) -> [String; 2] {
    let mark = match reported.compare(&found) {
        Some(Ordering::Greater) => " ▲",
        Some(Ordering::Less) => " ▼",
        Some(Ordering::Equal) | None => "",
    };
    [reported.to_string(), format!("{found}{mark}")]
}

fn details(results: &Results) -> String {
    let titles = [
        "Cell",
        "matches",
        "won",
        "drawn",
        "lost",
        "% as first role",
        "% as second role",
        "mean goal",
        "of the baseline",
        "mean length",
        "seconds a match",
    ];
    let mut table = Table::new(titles.map(str::to_owned).into_iter());
    for Compared { cell, tally } in &results.cells {
        let mean = |sum: f64| match tally.matches() {
            0 => "–".to_owned(),
            matches => format!("{:.1}", sum / matches as f64),
        };
        let counts = [tally.won, tally.drawn, tally.lost];
        let counts = counts.map(|counts| counts.iter().sum::<u64>().to_string());
        let start = [format!("`{cell}`"), tally.matches().to_string()];
        let roles = [tally.share_as(0), tally.share_as(1)].map(|share| share.to_string());
        let means =
            [tally.goals as f64, tally.baseline_goals as f64, tally.length as f64, tally.seconds];
        table.row(start.into_iter().chain(counts).chain(roles).chain(means.map(mean)));
    }
    table.text
}

fn method(scale: Scale, results: &Results, facts: &Facts) -> String {
    let Matches { games, seed, .. } = results.matches;
    let (games, name) = (games.of(scale), &facts.name);
    let items = [
        players(results.matches),
        format!(
            "**Matches.** {games} in each cell. The higher goal wins and equal goals are a draw, also in games whose goals are \
             graded."
        ),
        thinking(results.matches),
        format!(
            "**Seeds.** Each match has its own, derived from {seed}, the cell and the match's number; it stands in the results."
        ),
        "**Intervals.** By Student's t; with fewer than 30 matches, or where all ended alike, the wider side of Wilson's \
         interval. The interval of an average follows from those of its cells, also that of the document, which gives none."
            .to_owned(),
        program(results, facts),
        format!("**Again.** `agon lab run {name} --scale {scale}`, and then `agon lab report {name}`."),
    ];
    items.map(|item| format!("- {item}")).join("\n")
}

fn players(matches: &Matches) -> String {
    let column = |column: &Column| format!("`{}` is `{}`", column.name, column.player);
    let columns: Vec<String> = matches.columns.iter().map(column).collect();
    let roles = match matches.swap {
        true => "takes the two roles in turn",
        false => "always has the first role",
    };
    let (columns, baseline) = (columns.join(", "), &matches.baseline);
    format!("**Players.** {columns}; the baseline is `{baseline}`. The player under test {roles}.")
}

fn thinking(matches: &Matches) -> String {
    let row = |row: &Row| format!("`{}` {}", row.game, row.simulations);
    let rows: Vec<String> = matches.rows.iter().map(row).collect();
    let ponder = match matches.ponder {
        true => "Players think, as much as ever, when they have only one legal move.",
        false => "A player with only one legal move makes it without thinking.",
    };
    format!("**Thinking.** Simulations per move: {}. {ponder} {}", rows.join(", "), matches.budget)
}

fn program(results: &Results, facts: &Facts) -> String {
    let tallies = || results.cells.iter().map(|compared| &compared.tally);
    let simulated: u64 = tallies().map(|tally| tally.simulated).sum();
    let hours = tallies().map(|tally| tally.seconds).sum::<f64>() / 3600.0;
    let commit = match &facts.commit {
        Some(commit) => format!("commit {commit}"),
        None => "commit not recorded".to_owned(),
    };
    let version = &facts.version;
    format!(
        "**Program.** {version}, {commit}. The matches took {simulated} simulations and {hours:.2} hours of one core."
    )
}

/// A table in Markdown; its first column is of words, the others of numbers.
struct Table {
    text: String,
}

impl Table {
    fn new(titles: impl Iterator<Item = String>) -> Table {
        let titles: Vec<String> = titles.collect();
        let rule: Vec<&str> =
            (0..titles.len()).map(|place| if place == 0 { "---" } else { "---:" }).collect();
        Table { text: format!("| {} |\n| {} |", titles.join(" | "), rule.join(" | ")) }
    }

    fn row(&mut self, cells: impl Iterator<Item = String>) {
        let cells: Vec<String> = cells.collect();
        self.text.push_str(&format!("\n| {} |", cells.join(" | ")));
    }
}
