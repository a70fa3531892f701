//! The tests of our percentages against the document's: of every cell, and of the averages.

use super::{Comparison, MatchTable};
use crate::differences::{Difference, Test};
use crate::report::table::MarkdownTable;
use crate::report::{NONE, probability};
use play::statistics::ShareDifference;

/// The differences of a table from that of the document, as far as they can be tested.
pub struct TableDifferences {
    /// The differences of the cells, row by row.
    pub cells: Vec<Option<Difference>>,
    /// The differences of the averages of the columns.
    pub averages: Vec<Option<Difference>>,
}

impl TableDifferences {
    /// Tests all cells, and the averages of columns whose cells can all be tested.
    pub fn new(table: &MatchTable) -> TableDifferences {
        let cells: Vec<_> = table.cells.iter().map(|it| difference(table, it)).collect();
        let columns = table.matches.columns.len();
        let average = |place: usize| {
            let column = cells.iter().skip(place).step_by(columns).copied();
            ShareDifference::mean(&column.collect::<Option<Vec<_>>>()?)
        };
        let averages = (0..columns).map(average);
        let tests: Vec<_> = cells.iter().copied().chain(averages).map(|it| it.map(test)).collect();
        let mut all = Difference::adjusted(&tests);
        let averages = all.split_off(cells.len());
        TableDifferences { cells: all, averages }
    }

    /// Returns the number of tests.
    pub fn count(&self) -> usize {
        self.cells.iter().chain(&self.averages).flatten().count()
    }
}

fn difference(table: &MatchTable, compared: &Comparison) -> Option<ShareDifference> {
    let reported = table.matches.reported_share(&compared.cell)?;
    Some(ShareDifference::new(compared.tally.share()?, reported))
}

fn test(difference: ShareDifference) -> Test {
    (100.0 * difference.value(), difference.p_value())
}

/// Returns the section about differences from the document; `None` if none can be tested.
pub fn section(table: &MatchTable, differences: &TableDifferences) -> Option<[String; 3]> {
    let count = differences.count();
    if count == 0 {
        return None;
    }
    let legend = format!(
        "Our percentage minus the document's, the p-value of the test of both, and p adjusted for the number of these tests ({count})."
    );
    let mut rows = MarkdownTable::new([
        "Cell",
        "matches of the document",
        "our matches",
        "difference",
        "p",
        "adjusted p",
        "our figure is",
    ]);
    for (Comparison { cell, tally }, difference) in table.cells.iter().zip(&differences.cells) {
        let Some(reported) = table.matches.reported_share(cell) else { continue };
        let matches = [reported.matches(), tally.matches() as f64].map(|it| format!("{it:.0}"));
        rows_of(&mut rows, format!("`{cell}`"), matches, difference.as_ref());
    }
    for (column, difference) in table.matches.columns.iter().zip(&differences.averages) {
        let name = format!("**Average** of `{}`", column.name);
        rows_of(&mut rows, name, [NONE, NONE].map(str::to_owned), difference.as_ref());
    }
    Some(["## Differences from the document".to_owned(), legend, rows.text()])
}

/// Adds the row of a difference, if there is one.
fn rows_of(
    rows: &mut MarkdownTable,
    name: String,
    matches: [String; 2],
    difference: Option<&Difference>,
) {
    let Some(difference) = difference else { return };
    let points = format!("{:+.1}", difference.points);
    let p_values = [difference.p, difference.adjusted].map(probability);
    let verdict = difference.verdict().to_owned();
    rows.row([name].into_iter().chain(matches).chain([points]).chain(p_values).chain([verdict]));
}
