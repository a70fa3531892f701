//! The report of matches, and the table that is printed after a run.

use super::differences::{self, TableDifferences};
use super::{Comparison, MatchTable, Matches, Reported, figure, method, speed};
use crate::differences::{Difference, mark};
use crate::kind::{Kind, Report};
use crate::report::table::MarkdownTable;
use crate::report::{FIGURE, NONE, Sections, or_none};
use crate::results::Results;
use crate::text_table::TextTable;
use play::statistics::{Percentage, ShareWon};

/// Returns the sections of the report.
fn sections(table: &MatchTable) -> Sections {
    let document = table.matches.has_figures_of_document();
    let figures = if document { "The document's figures and ours" } else { "The figures" };
    let differences = TableDifferences::new(table);
    let mut results = vec![
        legend(differences.count(), table),
        comparison(document, table, &differences),
        format!("![{figures}]({FIGURE})"),
    ];
    results.extend(differences::section(table, &differences).into_iter().flatten());
    results.extend(speed::speed(table).into_iter().flatten());
    Sections {
        results,
        details: vec!["## In detail".to_owned(), VERDICTS.to_owned(), details(table)],
        method: method::items(table),
        seed: table.matches.seed,
        seed_note: if table.matches.has_clocks() { method::NOT_REPEATABLE } else { "" },
        effort: Some(method::effort(table)),
    }
}

/// The explanation of verdicts.
const VERDICTS: &str = "The verdict compares all matches of a cell with 50 %: *better* or *worse* than the baseline, or *not significant* if the \
                        95 % interval contains 50 %.";

fn legend(tests: usize, table: &MatchTable) -> String {
    let baseline = &table.matches.baseline;
    let legend = format!(
        "The percentage of matches that each player won against `{baseline}`, a draw counted as half, with 95 % intervals."
    );
    if tests == 0 {
        return legend;
    }
    format!(
        "{legend} ▲ and ▼ mark our figures that are higher or lower than the document's with p < 0.05, adjusted for the number of tests in this \
         report ({tests})."
    )
}

fn comparison(document: bool, results: &MatchTable, differences: &TableDifferences) -> String {
    let columns = &results.matches.columns;
    let titles = columns.iter().flat_map(|column| {
        if document {
            vec![format!("{}: document", column.title), format!("{}: ours", column.title)]
        } else {
            vec![column.title.clone()]
        }
    });
    let pair = |reported, ours, difference: &Option<Difference>| {
        pair(reported, ours, *difference).into_iter().skip(usize::from(!document))
    };
    let mut table = MarkdownTable::new(["Game".to_owned()].into_iter().chain(titles));
    let cells = results.cells.iter().zip(&differences.cells).collect::<Vec<_>>();
    for (row, cells) in results.matches.rows.iter().zip(cells.chunks(columns.len())) {
        let pair = |(compared, difference): &(&Comparison, &Option<Difference>)| {
            let Comparison { cell, tally } = compared;
            pair(cell.reported(), tally.share().map(|share| share.percentage()), difference)
        };
        table.row([row.title.clone()].into_iter().chain(cells.iter().flat_map(pair)));
    }
    let averages = (0..columns.len()).flat_map(|place| {
        let difference = &differences.averages[place];
        pair(results.reported_average(place), results.average(place), difference)
    });
    table.row(["**Average**".to_owned()].into_iter().chain(averages));
    table.text()
}

/// Returns the document's figure, and ours with its mark.
fn pair(
    reported: Option<Reported>,
    ours: Option<Percentage>,
    difference: Option<Difference>,
) -> [String; 2] {
    let document = or_none(reported, |reported| reported.to_string());
    [document, or_none(ours, |ours| format!("{ours}{}", mark(difference)))]
}

/// Returns the text of a share in percent.
fn percentage(share: Option<ShareWon>) -> String {
    or_none(share, |share| share.percentage().to_string())
}

fn details(results: &MatchTable) -> String {
    let mut table = MarkdownTable::new([
        "Cell",
        "matches",
        "won",
        "drawn",
        "lost",
        "verdict",
        "% as first role",
        "% as second role",
        "mean goal",
        "of the baseline",
        "mean length",
        "seconds a match",
    ]);
    for Comparison { cell, tally } in &results.cells {
        let mean = |sum: f64| match tally.matches() {
            0 => NONE.to_owned(),
            matches => format!("{:.1}", sum / matches as f64),
        };
        let counts = [tally.won, tally.drawn, tally.lost];
        let counts = counts.map(|counts| counts.iter().sum::<u64>().to_string());
        let start = [format!("`{cell}`"), tally.matches().to_string()];
        let verdict = or_none(tally.share(), |share| share.verdict().to_string());
        let roles = [tally.share_as(0), tally.share_as(1)].map(percentage);
        let means =
            [tally.goals as f64, tally.baseline_goals as f64, tally.length as f64, tally.seconds];
        let cells = start.into_iter().chain(counts).chain([verdict]).chain(roles);
        table.row(cells.chain(means.map(mean)));
    }
    table.text()
}

/// Returns the table that is printed after a run.
fn summary(results: &MatchTable) -> TextTable {
    let document = results.matches.has_figures_of_document();
    let mut titles = vec!["cell", "matches", "% won"];
    if document {
        titles.push("document");
    }
    titles.push("verdict");
    let mut table = TextTable::new(&titles);
    for comparison in &results.cells {
        let share = comparison.tally.share();
        let mut row = vec![
            comparison.cell.to_string(),
            comparison.tally.matches().to_string(),
            percentage(share),
        ];
        if document {
            row.push(or_none(comparison.cell.reported(), |reported| reported.to_string()));
        }
        row.push(or_none(share, |share| share.verdict().to_string()));
        table.row(row);
    }
    table
}

impl Report for Matches {
    fn sections(&self, results: &Results<Self>) -> Sections {
        sections(&MatchTable::new(self, results))
    }

    fn summary(&self, results: &Results<Self>) -> TextTable {
        summary(&MatchTable::new(self, results))
    }

    fn figure(&self, results: &Results<Self>) -> Option<String> {
        Some(figure::bars(&MatchTable::new(self, results)))
    }
}
