//! The report of feature trees.

use super::method::of_trials;
use super::table::Table;
use super::{Facts, discussion, head};
use crate::experiment::Experiment;
use crate::journal::{Journal, JournalError};
use crate::scale::Scale;
use crate::trees::{
    Fruit, Harvest, Harvested, Picked, ReportedTree, Trees, TreesResult, TreesRow, TreesWay,
    Weighed,
};
use play::statistics::probability_of_any;

/// The report of what was found out so far.
pub(super) fn report(
    experiment: &Experiment,
    trees: &Trees,
    scale: Scale,
    journal: &Journal<Harvested>,
    facts: &Facts,
) -> Result<String, JournalError> {
    let results = trees.results(&experiment.id, scale, journal)?;
    let made = results.iter().flat_map(TreesResult::found).count() as u64;
    let ordered = trees.plots(&experiment.id, scale).len() as u64;
    let mut parts = vec![
        format!("# {}", experiment.title),
        head(experiment, scale, "trials", made, ordered),
        "## Results".to_owned(),
        "### How many features there are".to_owned(),
        COUNTS.to_owned(),
        counts(trees, &results),
        "### Which of them matter".to_owned(),
        CHOSEN.to_owned(),
        chosen(&results),
        "### What learning comes to".to_owned(),
        LEARNT.to_owned(),
        learnt(&results),
        "### Against a player that simulates".to_owned(),
        format!("How many matches were won, drawn and lost against `{}`.", trees.rival),
        against(&results),
    ];
    parts.extend(discussion(experiment));
    parts.extend(["## How it was done".to_owned(), method(trees, scale, &results, facts)]);
    Ok(parts.join("\n\n") + "\n")
}

const NONE: &str = "–";

const COUNTS: &str = "How many nodes the tree of each game has, how many features are at them, and how many percent of these never change in random games \
                      and are left out.";

const CHOSEN: &str = "Each feature with its weight and p, the probability that chance makes so great a difference. As many are tried, the best of them often \
                      seems to matter: behind p stands the probability that chance makes one of all so good, which is less where features have much in \
                      common. Where others are *drawn*, they have weights by chance, as in the document; where a feature is tried *alone*, they have none.";

const LEARNT: &str = "The mean goal against random play: if the role moves by chance too, in the first part of the matches that it learns from, and in the last \
                      one; and the features with the greatest weights in the end.";

fn titled<const N: usize>(titles: [&str; N]) -> Table {
    Table::new(titles.map(str::to_owned).into_iter())
}

fn or_none<T>(value: Option<T>, text: impl Fn(T) -> String) -> String {
    value.map_or(NONE.to_owned(), text)
}

fn counts(trees: &Trees, results: &[TreesResult]) -> String {
    let mut table =
        titled(["Game", "nodes: document", "ours", "features", "left out, %: document", "ours"]);
    for row in &trees.rows {
        // All that is done with a game is done with the same tree.
        let own = results.iter().filter(|it| it.row.game == row.game);
        let first = own.flat_map(TreesResult::found).next();
        let ours = |text: &dyn Fn(&Harvest) -> String| or_none(first, |(_, it)| text(it));
        let share = |it: &Harvest| 100.0 * it.left_out as f64 / it.features.max(1) as f64;
        let cells = [
            row.title.clone(),
            or_none(row.reported.nodes, |nodes| nodes.to_string()),
            ours(&|it| it.nodes.to_string()),
            ours(&|it| it.features.to_string()),
            or_none(trees.reported_left_out, |share| format!("{share:.0}")),
            ours(&|it| format!("{:.0}", share(it))),
        ];
        table.row(cells.into_iter());
    }
    table.text
}

/// A feature, what it counts for, and how sure that is.
fn picked(it: &Picked) -> String {
    let Picked { feature, weight, p, tried } = it;
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

fn chosen(results: &[TreesResult]) -> String {
    let titles =
        ["Game", "Role", "Document", "Others", "Chosen", "Best of those that were not chosen"];
    let mut table = titled(titles);
    each(results, |result, way, harvest| {
        if let Fruit::Chosen { chosen, next } = &harvest.fruit {
            let ReportedTree { feature, .. } = &result.row.reported;
            let others = if way == TreesWay::Document { "drawn" } else { "alone" };
            let ours = [joined(chosen.iter().map(picked)), joined(next.iter().map(picked))];
            let cells = [or_none(feature.clone(), |it| it), others.to_owned()];
            table.row(names(result).into_iter().chain(cells).chain(ours));
        }
    });
    table.text
}

fn learnt(results: &[TreesResult]) -> String {
    let titles =
        ["Game", "Role", "Document", "by chance", "at first", "at last", "Greatest weights"];
    let mut table = titled(titles);
    each(results, |result, _, harvest| {
        if let Fruit::Learnt { by_chance, means, greatest } = &harvest.fruit {
            let weighed = |it: &Weighed| format!("`{}` {:+.2}", it.feature, it.weight);
            let mean = |mean: Option<&f64>| or_none(mean, |mean| format!("{mean:.1}"));
            let cells = [
                or_none(result.row.reported.learning.clone(), |it| it),
                mean(Some(by_chance)),
                mean(means.first()),
                mean(means.last()),
                joined(greatest.iter().map(weighed)),
            ];
            table.row(names(result).into_iter().chain(cells));
        }
    });
    table.text
}

fn against(results: &[TreesResult]) -> String {
    let mut table = titled(["Game", "Role", "Weights", "won: document", "ours", "drawn", "lost"]);
    each(results, |result, way, harvest| {
        // The document has matches with what it chose, and none with what was learnt.
        let reported = match way {
            TreesWay::Document | TreesWay::Alone => result.row.reported.won,
            TreesWay::Learnt => None,
        };
        let weights = match way {
            TreesWay::Document => "chosen, others drawn",
            TreesWay::Alone => "chosen alone",
            TreesWay::Learnt => "learnt",
        };
        let against = harvest.against;
        if against.matches() > 0 {
            let ours = [against.won, against.drawn, against.lost].map(|it| it.to_string());
            let cells = [weights.to_owned(), or_none(reported, |won| won.to_string())];
            table.row(names(result).into_iter().chain(cells).chain(ours));
        }
    });
    table.text
}

/// Shows everything that was found out.
fn each(results: &[TreesResult], mut show: impl FnMut(&TreesResult, TreesWay, &Harvest)) {
    for result in results {
        result.found().for_each(|(way, harvest)| show(result, way, harvest));
    }
}

fn names(result: &TreesResult) -> [String; 2] {
    [result.row.title.clone(), result.role.to_owned()]
}

fn method(trees: &Trees, scale: Scale, results: &[TreesResult], facts: &Facts) -> String {
    let all = results.iter().flat_map(TreesResult::found);
    let hours = all.map(|(_, it)| it.seconds).sum::<f64>() / 3600.0;
    let others = trees.rows.iter().filter_map(|row| Some((row, row.draws?.of(scale))));
    let other = |(row, draws): (&TreesRow, u64)| format!(", {draws} in `{}`", row.game);
    let others: String = others.map(other).collect();
    let items = [
        format!(
            "**Trees.** All features that the facts of {} states of random games allow.",
            trees.states.of(scale)
        ),
        format!(
            "**Trials.** Weights are drawn {} times{others}, with two matches for each feature. Choices that both sides look ahead in them: {}. Features that \
             are chosen at most: {}.",
            trees.draws.of(scale),
            trees.depth,
            trees.most.of(scale)
        ),
        format!("**Learning.** {} matches against random play.", trees.matches.of(scale)),
        format!(
            "**Player.** `{}` makes {} simulations for a move. Whoever plays against it judges states by the weights of the trial, and looks ahead so many \
             choices: {}. Matches in each trial: {}.",
            trees.rival,
            trees.simulations.of(scale),
            trees.reach,
            trees.games.of(scale)
        ),
        format!("**Settings.** {}", trees.settings),
    ];
    let items = items.into_iter().chain(of_trials(facts, scale, trees.seed, hours));
    items.map(|item| format!("- {item}")).collect::<Vec<String>>().join("\n")
}
