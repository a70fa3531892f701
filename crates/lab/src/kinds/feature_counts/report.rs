//! The report of feature counts, and the table that is printed after a run.

use super::{FeatureCounts, Finding, GameFeatures, RestrictionLevel, Shows};
use crate::kind::Report;
use crate::report::table::MarkdownTable;
use crate::report::{Sections, or_none};
use crate::results::Results;
use crate::text_table::TextTable;

impl Report for FeatureCounts {
    fn sections(&self, results: &Results<Self>) -> Sections {
        let all = GameFeatures::all(self, results);
        Sections::new(
            vec![legend(self.shows).to_owned(), comparison(self.shows, &all)],
            method(self, results),
            self.seed,
        )
    }

    fn summary(&self, results: &Results<Self>) -> TextTable {
        let mut table = TextTable::new(&["game", "restrictions", "different", "selected", "µs"]);
        for game in GameFeatures::all(self, results) {
            for (level, finding) in &game.counts {
                table.row([
                    game.row.game.clone(),
                    level.name().to_owned(),
                    finding.unique.to_string(),
                    finding.selected.to_string(),
                    format!("{:.2}", finding.evaluating),
                ]);
            }
        }
        table
    }
}

fn legend(shows: Shows) -> &'static str {
    match shows {
        Shows::Counts => {
            "Numbers of features that were made, that are different and that were selected, and the time to evaluate all selected ones in a state: \
             the document's in milliseconds, ours in microseconds. The last columns are with restrictions that are loosened until there are enough \
             features, and with all extensions beyond the document. + marks numbers that would be larger if generating had not been stopped."
        }
        Shows::Times => "Seconds of generating and of selecting features.",
        Shows::Transformations => {
            "Numbers of features that each transformation made, with the document's restrictions; first the document's numbers, then ours."
        }
    }
}

/// The transformations of the document's table, in its order.
const TRANSFORMATIONS: [&str; 5] = [
    "remove-conjunct",
    "split-indep-conjunctions",
    "expand-predicate",
    "regress-formula",
    "expand-to-base-case",
];

fn comparison(shows: Shows, results: &[GameFeatures]) -> String {
    let titles: Vec<String> = match shows {
        Shows::Counts => [
            "Game",
            "made: document",
            "ours",
            "different: document",
            "ours",
            "selected: document",
            "ours",
            "ms: document",
            "µs: ours",
            "loosened: different",
            "selected",
            "µs",
            "extended: different",
            "selected",
            "µs",
            "s",
        ]
        .map(str::to_owned)
        .to_vec(),
        Shows::Times => ["Game", "generating: document", "ours", "selecting: document", "ours"]
            .map(str::to_owned)
            .to_vec(),
        Shows::Transformations => {
            let both = TRANSFORMATIONS
                .iter()
                .flat_map(|name| [format!("{name}: document"), "ours".to_owned()]);
            ["Game".to_owned()].into_iter().chain(both).collect()
        }
    };
    let mut table = MarkdownTable::new(titles);
    for result in results {
        let cells = match shows {
            Shows::Counts => counts(result),
            Shows::Times => times(result),
            Shows::Transformations => transformations(result),
        };
        table.row([result.row.title.clone()].into_iter().chain(cells));
    }
    table.text()
}

/// Returns a figure of the document.
fn reported(result: &GameFeatures, place: usize, digits: usize) -> String {
    let number = result.row.rest.reported.get(place);
    or_none(number, |number| format!("{number:.digits$}"))
}

fn ours(finding: Option<&Finding>, text: impl Fn(&Finding) -> String) -> String {
    or_none(finding, text)
}

/// Returns a number with a plus sign if there are more.
fn more(number: u64, finding: &Finding) -> String {
    format!("{number}{}", if finding.is_complete { "" } else { "+" })
}

fn counts(result: &GameFeatures) -> Vec<String> {
    let document = result.of(RestrictionLevel::Document);
    let (loosened, extended) =
        (result.of(RestrictionLevel::Loosened), result.of(RestrictionLevel::Extended));
    let seconds = |it: &Finding| format!("{:.1}", it.generating + it.selecting);
    let mut cells = vec![
        reported(result, 0, 0),
        ours(document, |it| more(it.made(), it)),
        reported(result, 1, 0),
        ours(document, |it| more(it.unique, it)),
        reported(result, 2, 0),
        ours(document, |it| it.selected.to_string()),
        reported(result, 3, 2),
        ours(document, |it| format!("{:.2}", it.evaluating)),
    ];
    for level in [loosened, extended] {
        cells.extend([
            ours(level, |it| more(it.unique, it)),
            ours(level, |it| it.selected.to_string()),
            ours(level, |it| format!("{:.2}", it.evaluating)),
        ]);
    }
    cells.push(ours(extended, seconds));
    cells
}

fn times(result: &GameFeatures) -> Vec<String> {
    let document = result.of(RestrictionLevel::Document);
    vec![
        reported(result, 0, 2),
        ours(document, |it| format!("{:.2}", it.generating)),
        reported(result, 1, 2),
        ours(document, |it| format!("{:.2}", it.selecting)),
    ]
}

fn transformations(result: &GameFeatures) -> Vec<String> {
    let cells = TRANSFORMATIONS.iter().enumerate().flat_map(|(place, name)| {
        let made = |it: &Finding| it.made.get(*name).copied().unwrap_or(0).to_string();
        [reported(result, place, 0), ours(result.of(RestrictionLevel::Document), made)]
    });
    cells.collect()
}

fn method(counts: &FeatureCounts, results: &Results<FeatureCounts>) -> Vec<String> {
    let findings = || results.lines().map(|line| &line.finding);
    let expanded = counts.expanded.of(results.scale);
    let verified: u64 = findings().map(|it| it.verified).sum();
    let large = findings().filter(|it| it.selected >= 100);
    vec![
        format!("**Settings.** {}", counts.settings),
        format!("**Limits.** At most {expanded} features are expanded."),
        format!(
            "**Agreement.** The reference machine counted the same as the circuit in {verified} states of all games together."
        ),
        format!(
            "**Evaluation.** In the median game, all selected features take {:.2} µs in a state; in the median of the games with at least 100 \
             features, {:.2} µs.",
            median(findings().map(|it| it.evaluating).collect()),
            median(large.map(|it| it.evaluating).collect()),
        ),
    ]
}

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).copied().unwrap_or(0.0)
}
