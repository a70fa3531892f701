//! The report of TD training, and the table that is printed after a run.

use super::{Learner, RoleResults, Shows, TdTraining, figure};
use crate::kind::{Kind, Report};
use crate::report::table::MarkdownTable;
use crate::report::{FIGURE, NONE, Sections, mean, or_none};
use crate::results::Results;
use crate::text_table::TextTable;

impl Report for TdTraining {
    fn sections(&self, results: &Results<Self>) -> Sections {
        let all = RoleResults::all(self, results);
        let parts = match self.shows {
            Shows::Tests => vec![LEGEND.to_owned(), tests(self, &all)],
            Shows::Curves => vec![
                format!("![Goals of learners while they learn]({FIGURE})"),
                CURVES.to_owned(),
                curves(self, &all),
            ],
        };
        Sections::new(parts, method(self, results), self.seed)
    }

    fn summary(&self, results: &Results<Self>) -> TextTable {
        let mut table = TextTable::new(&["role", "learner", "trials", "tested", "document"]);
        let number = |mean: Option<f64>| or_none(mean, |mean| format!("{mean:.1}"));
        for result in RoleResults::all(self, results) {
            let reported = result.role.reported.first().copied();
            for (place, (learner, trials)) in result.learners.iter().enumerate() {
                table.row([
                    format!("{}.{}", result.row.game, result.role.name),
                    learner.name.clone(),
                    trials.len().to_string(),
                    number(result.tested(place).mean()),
                    number(reported),
                ]);
            }
        }
        table
    }

    fn figure(&self, results: &Results<Self>) -> Option<String> {
        figure::curves(self, results)
    }
}

const LEGEND: &str = "The mean goal of the learner in tests, and after the slash those of the others. In games of one role, an opponent that looks one \
                      move ahead is tested in the place of the learner.";

const CURVES: &str =
    "The mean goal of the learner in the first and in the last of the matches that it learns from.";

/// Returns the goals of learners in tests.
fn tests(training: &TdTraining, results: &[RoleResults]) -> String {
    let titles = training.learners.iter().flat_map(|it| [it.title.clone(), "features".to_owned()]);
    let first = ["Game", "Role", "Document"].map(str::to_owned);
    let mut table = MarkdownTable::new(first.into_iter().chain(titles));
    for result in results {
        let reported = match result.role.reported.split_first() {
            None => NONE.to_owned(),
            Some((own, others)) => beside(
                format!("{own:.2}"),
                others.iter().map(|other| format!("{other:.2}")).collect(),
            ),
        };
        let cells = (0..result.learners.len()).flat_map(|place| {
            let others = result.others(place).iter().map(mean).collect();
            let features = result.learners[place].1.first().map(|it| it.features.to_string());
            [beside(mean(&result.tested(place)), others), or_none(features, |it| it)]
        });
        let names = [result.row.title.clone(), result.role.name.clone(), reported];
        table.row(names.into_iter().chain(cells));
    }
    table.text()
}

/// Returns the goal of a learner with those of the others.
fn beside(own: String, others: Vec<String>) -> String {
    if others.is_empty() { own } else { format!("**{own}** / {}", others.join(", ")) }
}

/// Returns the goals of learners in the first and in the last matches.
fn curves(training: &TdTraining, results: &[RoleResults]) -> String {
    let titles = training
        .learners
        .iter()
        .flat_map(|it| [format!("{}: at first", it.title), "at last".to_owned()]);
    let first = ["Game", "Role"].map(str::to_owned);
    let mut table = MarkdownTable::new(first.into_iter().chain(titles));
    for result in results {
        let cells = (0..result.learners.len()).flat_map(|place| {
            let points = result.points(place);
            let whole = points.iter().find(|point| point.matches >= result.window());
            [whole, points.last()].map(|point| or_none(point, |point| mean(&point.sample)))
        });
        let names = [result.row.title.clone(), result.role.name.clone()];
        table.row(names.into_iter().chain(cells));
    }
    table.text()
}

/// The reason why our figures are not tested against the document's.
const DIFFERENCES: &str = "**Differences.** How much the goals of the document's learners vary from one to the next is not known, so that ours are \
                           not tested against them.";

fn method(training: &TdTraining, results: &Results<TdTraining>) -> Vec<String> {
    let scale = results.scale;
    let learner = |it: &Learner| {
        let Learner { title, extended, experts, simulations, .. } = it;
        let features = if *extended {
            "features that go beyond the document, with loosened restrictions"
        } else {
            "the document's features"
        };
        let experts = match experts {
            0 => String::new(),
            count => format!(
                ", and first from {count} matches of `agon` against itself with {simulations} simulations per move"
            ),
        };
        format!("{title} learns with {features}{experts}")
    };
    let learners = training.learners.iter().map(learner);
    let mut items = vec![
        format!("**Learners.** {}.", learners.collect::<Vec<String>>().join("; ")),
        format!(
            "**Matches.** {} to learn from and {} to be tested in, in each of {} trials of a cell. At most {} features are expanded.",
            training.matches.of(scale),
            training.tests.of(scale),
            training.trials.of(scale),
            training.expanded.of(scale)
        ),
        format!("**Settings.** {}", training.settings),
    ];
    if training.has_reported() {
        items.push(DIFFERENCES.to_owned());
    }
    items
}
