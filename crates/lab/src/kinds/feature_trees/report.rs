//! The report of feature trees, and the table that is printed after a run.

use super::{
    FeatureTrees, Finding, Outcome, Reported, RoleTrees, Row, Score, TestedFeature, WeightSource,
    WeightedFeature,
};
use crate::kind::Report;
use crate::report::table::MarkdownTable;
use crate::report::{NONE, Sections, or_none};
use crate::results::Results;
use crate::text_table::TextTable;
use play::statistics::probability_of_any;

impl Report for FeatureTrees {
    fn sections(&self, results: &Results<Self>) -> Sections {
        let all = RoleTrees::all(self, results);
        let parts = vec![
            "### Numbers of features".to_owned(),
            COUNTS.to_owned(),
            counts(self, &all),
            "### Features that matter".to_owned(),
            CHOSEN.to_owned(),
            chosen(&all),
            "### Learned weights".to_owned(),
            LEARNT.to_owned(),
            learnt(&all),
            "### Test matches".to_owned(),
            format!(
                "Numbers of matches that were won, drawn and lost against `{}`.",
                self.opponent
            ),
            against(&all),
        ];
        Sections::new(parts, method(self, results), self.seed)
    }

    fn summary(&self, results: &Results<Self>) -> TextTable {
        let titles = ["role", "weights", "features", "left out", "won", "drawn", "lost", "outcome"];
        let mut table = TextTable::new(&titles);
        for result in RoleTrees::all(self, results) {
            for (source, finding) in &result.found {
                let Score { won, drawn, lost } = finding.score;
                let numbers = [finding.features, finding.left_out, won, drawn, lost];
                let names =
                    [format!("{}.{}", result.row.game, result.role), source.name().to_owned()];
                let numbers = numbers.map(|number| number.to_string());
                table.row(names.into_iter().chain(numbers).chain([brief(&finding.outcome)]));
            }
        }
        table
    }
}

const COUNTS: &str = "The number of nodes of the tree of each game, the number of features at them, and the percentage of these that never change in random games \
                      and are left out.";

const CHOSEN: &str = "Each feature with its weight and p, the probability that chance makes such a difference. As many features are tried, the best of them often \
                      seems to matter: after p stands the probability that chance makes one of all as good, which is smaller where features have much in \
                      common. *Drawn*: all other features have random weights, as in the document; *alone*: they have none.";

const LEARNT: &str = "The mean goal against random play: if the role moves at random too, in the first part of the matches that it learns from, and in the last \
                      one; and the features with the largest weights in the end.";

fn counts(trees: &FeatureTrees, results: &[RoleTrees]) -> String {
    let mut table = MarkdownTable::new([
        "Game",
        "nodes: document",
        "ours",
        "features",
        "left out, %: document",
        "ours",
    ]);
    for row in &trees.rows {
        // All trials of a game have the same tree.
        let own = results.iter().filter(|it| it.row.game == row.game);
        let first = own.flat_map(|it| &it.found).next();
        let ours = |text: &dyn Fn(&Finding) -> String| or_none(first, |(_, it)| text(it));
        let share = |it: &Finding| 100.0 * it.left_out as f64 / it.features.max(1) as f64;
        let cells = [
            row.title.clone(),
            or_none(row.rest.reported.nodes, |nodes| nodes.to_string()),
            ours(&|it| it.nodes.to_string()),
            ours(&|it| it.features.to_string()),
            or_none(trees.reported_left_out, |share| format!("{share:.0}")),
            ours(&|it| format!("{:.0}", share(it))),
        ];
        table.row(cells);
    }
    table.text()
}

/// Returns a feature with its weight and its significance.
fn tested(it: &TestedFeature) -> String {
    let TestedFeature { feature, weight, p, tried } = it;
    if *p >= 1.0 {
        return format!("none of {tried} makes a difference");
    }
    let any = probability_of_any(*p, *tried as usize);
    format!("`{feature}` {weight:+.2} (p {p:.4}, of {tried}: {any:.4})")
}

fn joined(texts: impl Iterator<Item = String>) -> String {
    let texts: Vec<String> = texts.collect();
    if texts.is_empty() { NONE.to_owned() } else { texts.join(", ") }
}

fn chosen(results: &[RoleTrees]) -> String {
    let titles =
        ["Game", "Role", "Document", "Others", "Chosen", "Best of those that were not chosen"];
    let mut table = MarkdownTable::new(titles);
    each(results, |result, source, finding| {
        if let Outcome::Chosen { chosen, next } = &finding.outcome {
            let Reported { feature, .. } = &result.row.rest.reported;
            let others = if source == WeightSource::Document { "drawn" } else { "alone" };
            let ours = [joined(chosen.iter().map(tested)), joined(next.iter().map(tested))];
            let cells = [or_none(feature.clone(), |it| it), others.to_owned()];
            table.row(names(result).into_iter().chain(cells).chain(ours));
        }
    });
    table.text()
}

fn learnt(results: &[RoleTrees]) -> String {
    let titles =
        ["Game", "Role", "Document", "random play", "at first", "at last", "Largest weights"];
    let mut table = MarkdownTable::new(titles);
    each(results, |result, _, finding| {
        if let Outcome::Learnt { by_chance, means, greatest } = &finding.outcome {
            let weighed = |it: &WeightedFeature| format!("`{}` {:+.2}", it.feature, it.weight);
            let mean = |mean: Option<&f64>| or_none(mean, |mean| format!("{mean:.1}"));
            let cells = [
                or_none(result.row.rest.reported.learning.clone(), |it| it),
                mean(Some(by_chance)),
                mean(means.first()),
                mean(means.last()),
                joined(greatest.iter().map(weighed)),
            ];
            table.row(names(result).into_iter().chain(cells));
        }
    });
    table.text()
}

fn against(results: &[RoleTrees]) -> String {
    let mut table =
        MarkdownTable::new(["Game", "Role", "Weights", "won: document", "ours", "drawn", "lost"]);
    each(results, |result, source, finding| {
        // The document has matches with the chosen feature, and none with learned weights.
        let reported = match source {
            WeightSource::Document | WeightSource::Alone => result.row.rest.reported.won,
            WeightSource::Learnt => None,
        };
        let weights = match source {
            WeightSource::Document => "chosen, others drawn",
            WeightSource::Alone => "chosen alone",
            WeightSource::Learnt => "learned",
        };
        let score = finding.score;
        if score.matches() > 0 {
            let ours = [score.won, score.drawn, score.lost].map(|it| it.to_string());
            let cells = [weights.to_owned(), or_none(reported, |won| won.to_string())];
            table.row(names(result).into_iter().chain(cells).chain(ours));
        }
    });
    table.text()
}

/// Calls a function with every finding.
fn each(results: &[RoleTrees], mut show: impl FnMut(&RoleTrees, WeightSource, &Finding)) {
    for result in results {
        result.found.iter().for_each(|(source, finding)| show(result, *source, finding));
    }
}

fn names(result: &RoleTrees) -> [String; 2] {
    [result.row.title.clone(), result.role.to_owned()]
}

/// The reason why our figures are not tested against the document's.
const DIFFERENCES: &str = "**Differences.** The document's number of matches is not known, so that our numbers of won matches are not tested against \
                           its.";

fn method(trees: &FeatureTrees, results: &Results<FeatureTrees>) -> Vec<String> {
    let scale = results.scale;
    let others = trees.rows.iter().filter_map(|row| Some((row, row.rest.draws?.of(scale))));
    let other = |(row, draws): (&Row, u64)| format!(", {draws} in `{}`", row.game);
    let others: String = others.map(other).collect();
    let mut items = vec![
        format!(
            "**Trees.** All features that the facts of {} states of random games allow.",
            trees.states.of(scale)
        ),
        format!(
            "**Trials.** Weights are drawn {} times{others}, with two matches for each feature, in which both sides look {} choices ahead. At most {} features \
             are chosen.",
            trees.draws.of(scale),
            trees.depth,
            trees.most.of(scale)
        ),
        format!("**Learning.** {} matches against random play.", trees.matches.of(scale)),
        format!(
            "**Test matches.** `{}` makes {} simulations per move. Its opponent evaluates states by the weights of the trial and looks {} choices ahead, in \
             {} matches of each trial.",
            trees.opponent,
            trees.simulations.of(scale),
            trees.reach,
            trees.games.of(scale)
        ),
        format!("**Settings.** {}", trees.settings),
    ];
    if trees.rows.iter().any(|row| row.rest.reported.won.is_some()) {
        items.push(DIFFERENCES.to_owned());
    }
    items
}

/// Returns an outcome in a few words.
fn brief(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Chosen { chosen, .. } => match chosen.first() {
            Some(first) => format!("{} {:+.2}", first.feature, first.weight),
            None => "nothing chosen".to_owned(),
        },
        Outcome::Learnt { by_chance, means, .. } => {
            let last = means.last().copied().unwrap_or(*by_chance);
            format!("from {by_chance:.1} by random play to {last:.1}")
        }
    }
}
