//! Reports in Markdown: the document's figures, if there is one, beside ours.

mod curves;
mod estimates;
mod inventory;
mod method;
mod speed;
mod table;
mod training;
mod trees;
mod wins;

use crate::experiment::Experiment;
use crate::findings::Findings;
use crate::journal::{Journal, JournalError};
use crate::matches::Matches;
use crate::scale::Scale;
use crate::tally::{Compared, Results, Share};
use method::method;
use speed::speed;
use std::cmp::Ordering;
use table::Table;

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

/// The report of what has been found so far.
pub fn report(
    experiment: &Experiment,
    scale: Scale,
    findings: &Findings,
    facts: &Facts,
) -> Result<String, JournalError> {
    match findings {
        Findings::Matches(matches, journal) => {
            of_matches(experiment, matches, scale, journal, facts)
        }
        Findings::Wins(wins, journal) => wins::report(experiment, wins, scale, journal, facts),
        Findings::Curves(curves, journal) => {
            curves::report(experiment, curves, scale, journal, facts)
        }
        Findings::Estimates(estimates, journal) => {
            estimates::report(experiment, estimates, scale, journal, facts)
        }
        Findings::Inventory(inventory, journal) => {
            inventory::report(experiment, inventory, scale, journal, facts)
        }
        Findings::Training(training, journal) => {
            training::report(experiment, training, scale, journal, facts)
        }
        Findings::Trees(trees, journal) => trees::report(experiment, trees, scale, journal, facts),
    }
}

fn of_matches(
    experiment: &Experiment,
    matches: &Matches,
    scale: Scale,
    journal: &Journal,
    facts: &Facts,
) -> Result<String, JournalError> {
    let results = Results::new(experiment, matches, scale, journal)?;
    let document = matches.has_reported();
    let figures = if document { "The document's figures and ours" } else { "The figures" };
    let mut parts = vec![
        format!("# {}", experiment.title),
        head(experiment, scale, "matches", results.played(), results.ordered as u64),
        "## Results".to_owned(),
        legend(document, &results),
        comparison(document, &results),
        format!("![{figures}]({})", facts.figure),
    ];
    parts.extend(speed(&results).into_iter().flatten());
    parts.extend(discussion(experiment));
    parts.extend([
        "## In detail".to_owned(),
        details(&results),
        "## How it was done".to_owned(),
        method(scale, document, &results, facts),
    ]);
    Ok(parts.join("\n\n") + "\n")
}

/// What was said about the results, if something was.
fn discussion(experiment: &Experiment) -> impl Iterator<Item = String> {
    let notes = Some(experiment.notes.trim()).filter(|notes| !notes.is_empty());
    notes.into_iter().flat_map(|notes| ["## Discussion".to_owned(), notes.to_owned()])
}

fn head(experiment: &Experiment, scale: Scale, what: &str, played: u64, ordered: u64) -> String {
    let Experiment { id, question, document, .. } = experiment;
    let progress = match played == ordered {
        true => format!("all {ordered} {what} have been played"),
        false => format!("{played} of {ordered} {what} have been played so far"),
    };
    let start = format!("{question}\n\nExperiment `{id}` at scale `{scale}`");
    match document {
        Some(document) => format!(
            "{start}, after {document}: {progress}.\n\n**What the document found.** {}",
            document.found
        ),
        None => format!("{start}: {progress}."),
    }
}

fn legend(document: bool, results: &Results) -> String {
    let baseline = &results.matches.baseline;
    let legend = format!(
        "The percentage of matches that each player won against `{baseline}`, a draw counted as half, with 95 % intervals."
    );
    match document {
        true => format!(
            "{legend} ▲ and ▼ mark where ours is so much higher or lower than the document's that the two intervals do not touch."
        ),
        false => legend,
    }
}

fn comparison(document: bool, results: &Results) -> String {
    let columns = &results.matches.columns;
    let titles = columns.iter().flat_map(|column| match document {
        true => vec![format!("{}: document", column.title), format!("{}: ours", column.title)],
        false => vec![column.title.clone()],
    });
    let pair = |reported, found| pair(reported, found).into_iter().skip(usize::from(!document));
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
