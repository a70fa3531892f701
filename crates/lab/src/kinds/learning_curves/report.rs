//! The report of learning curves, and the table that is printed after a run.

use super::{Learner, LearnerResults, LearningCurves, Panel, PanelResults, Transfer, figure};
use crate::figure::line_chart::Point;
use crate::kind::{Kind, Report};
use crate::report::table::MarkdownTable;
use crate::report::{FIGURE, NONE, Sections, mean, mean_count, or_none};
use crate::results::Results;
use crate::text_table::TextTable;
use crate::value_game::StartState;
use play::statistics::{Sample, probability_of_greater};

impl Report for LearningCurves {
    fn sections(&self, results: &Results<Self>) -> Sections {
        let all = PanelResults::all(self, results);
        let mut parts = Vec::new();
        if all.iter().any(|it| it.panel.until.is_none()) {
            parts.push(format!("![Learning curves]({FIGURE})"));
        }
        let (ends, shown): (Vec<_>, Vec<_>) = all.iter().partition(|it| it.panel.until.is_some());
        shown.iter().for_each(|it| parts.extend(panel_text(it)));
        if !ends.is_empty() {
            parts.extend(needed(&ends));
        }
        Sections::new(parts, method(self, results), self.seed)
    }

    fn summary(&self, results: &Results<Self>) -> TextTable {
        let mut table =
            TextTable::new(&["cell", "trials", "at first", "at last", "matches needed"]);
        let number = |mean: Option<f64>| or_none(mean, |mean| format!("{mean:.1}"));
        for PanelResults { panel, learners } in &PanelResults::all(self, results) {
            for learner in learners {
                let points = learner.points(panel);
                let whole = (panel.window / panel.step()) as usize;
                let first = points.get(whole - 1).and_then(|point| point.sample.mean());
                let last = points.last().and_then(|point| point.sample.mean());
                let needed = panel.until.and_then(|_| learner.needed_matches().mean());
                let cell = format!("{}/{}", panel.name, learner.learner.name);
                let trials = learner.trials.len().to_string();
                table.row([cell, trials, number(first), number(last), number(needed)]);
            }
        }
        table
    }

    fn figure(&self, results: &Results<Self>) -> Option<String> {
        figure::curves(self, results)
    }
}

/// Number of points of a curve that are compared.
const COMPARED: usize = 8;
/// Probability of chance below which a difference is significant.
const SIGNIFICANT: f64 = 0.05;

/// Returns a panel of curves: the means after some numbers of matches, and where they are better than the first
/// learner's.
pub fn panel_text(result: &PanelResults) -> Vec<String> {
    let PanelResults { panel, learners } = result;
    let lines: Vec<Vec<Point>> = learners.iter().map(|it| it.points(panel)).collect();
    let Some((first, others)) = lines.split_first() else { return Vec::new() };
    let titles = learners.iter().map(|learner| learner.learner.title.clone());
    let mut table = MarkdownTable::new(["Matches".to_owned()].into_iter().chain(titles));
    for place in places(panel, first.len()) {
        let baseline = &first[place].sample;
        let others = others.iter().map(|line| match line.get(place) {
            Some(point) => compared(&point.sample, baseline, mean),
            None => NONE.to_owned(),
        });
        let start = [first[place].matches.to_string(), mean(baseline)];
        table.row(start.into_iter().chain(others));
    }
    let legend = format!(
        "The mean goal of the learner in the last {} matches, over all trials. ▲ and ▼ mark means that are above or below `{}` with p < {SIGNIFICANT} (Welch's \
         t-test with one side).",
        panel.window, learners[0].learner.title
    );
    let mut parts = vec![format!("### {}", panel.title), legend, table.text()];
    let spans = learners[1..].iter().zip(others).map(|(learner, line)| {
        let title = &learner.learner.title;
        let better = span(line, first);
        let hits = learner.known_share().map_or(String::new(), |rate| {
            let count = learner.trials.len().max(1) as u64;
            let known = learner.trials.iter().map(|trial| trial.finding.known).sum::<u64>() / count;
            format!(
                " Something was known about {:.0} % of the afterstates that it reached, {known} in a trial.",
                100.0 * rate
            )
        });
        let hits = if brings_values(learner.learner) { hits } else { String::new() };
        format!("- **{title}**: {better}{hits}")
    });
    parts.push(spans.collect::<Vec<_>>().join("\n"));
    parts
}

/// Returns whether a learner begins with values.
fn brings_values(learner: &Learner) -> bool {
    use Transfer::{Symmetries, Threats, Uct, Values};
    match learner.transfer {
        Some(Values { .. } | Threats { .. } | Uct { .. }) => true,
        Some(Symmetries { .. }) | None => false,
    }
}

/// Returns the places of the compared points: from the first whole window to the last, each about twice as far as the
/// one before.
fn places(panel: &Panel, count: usize) -> Vec<usize> {
    let first = ((panel.window / panel.step()) as usize).min(count);
    let mut places: Vec<usize> = Vec::new();
    let mut end = count;
    while end >= first.max(1) && places.len() < COMPARED {
        places.push(end - 1);
        end = end.div_ceil(2).min(end - 1);
    }
    if first > 0 && places.last().is_none_or(|&last| last + 1 > first) {
        places.push(first - 1);
    }
    places.reverse();
    places
}

/// Describes where a line is significantly above another one.
fn span(line: &[Point], first: &[Point]) -> String {
    let is_above = |(point, baseline): &(&Point, &Point)| {
        probability_of_greater(&point.sample, &baseline.sample).is_some_and(|p| p < SIGNIFICANT)
    };
    let pairs: Vec<_> = line.iter().zip(first).collect();
    let above = pairs.iter().filter(|pair| is_above(pair)).count();
    let below = pairs
        .iter()
        .filter(|(point, baseline)| {
            let p = probability_of_greater(&baseline.sample, &point.sample);
            p.is_some_and(|p| p < SIGNIFICANT)
        })
        .count();
    let at_once = pairs.iter().take_while(|pair| is_above(pair)).count();
    let percent = |count: usize| 100.0 * count as f64 / pairs.len().max(1) as f64;
    let start = match at_once.checked_sub(1).map(|place| pairs[place].0.matches) {
        Some(matches) => format!("above from the start until match {matches}; "),
        None => String::new(),
    };
    format!(
        "{start}above at {:.0} % of all points, below at {:.0} %.",
        percent(above),
        percent(below)
    )
}

/// Returns the mean of a sample as `text` writes it, with a mark if it differs from the baseline's.
fn compared(sample: &Sample, baseline: &Sample, text: fn(&Sample) -> String) -> String {
    let is_rare = |p: Option<f64>| p.is_some_and(|p| p < SIGNIFICANT);
    let mark = if is_rare(probability_of_greater(sample, baseline)) {
        " ▲"
    } else if is_rare(probability_of_greater(baseline, sample)) {
        " ▼"
    } else {
        ""
    };
    format!("{}{mark}", text(sample))
}

/// Returns the numbers of matches of panels whose trials end when the learner wins often enough.
fn needed(results: &[&PanelResults]) -> Vec<String> {
    let learners = results.first().map_or(&[][..], |result| &result.learners);
    let titles = learners.iter().flat_map(|learner| {
        let title = &learner.learner.title;
        [format!("{title}: document"), format!("{title}: ours")]
    });
    let mut table = MarkdownTable::new(["Game".to_owned()].into_iter().chain(titles));
    let mut never = Vec::new();
    for result in results {
        let baseline =
            result.learners.first().map(LearnerResults::needed_matches).unwrap_or_default();
        let cells = result.learners.iter().flat_map(|learner| {
            let reported = learner.learner.reported;
            let reported = reported.map_or(NONE.to_owned(), |reported| format!("{reported}"));
            [reported, compared(&learner.needed_matches(), &baseline, mean_count)]
        });
        table.row([result.panel.title.clone()].into_iter().chain(cells));
        for learner in &result.learners {
            let missed =
                learner.trials.iter().filter(|it| !it.finding.is_reached(&it.task)).count();
            if missed > 0 {
                let (game, title) = (&result.panel.title, &learner.learner.title);
                let count = learner.trials.len();
                never.push(format!("- {game}, {title}: {missed} of {count} trials"));
            }
        }
    }
    let legend = "The mean number of matches after which the learner wins often enough, over all trials; less is better. ▲ and ▼ mark numbers above or below those of \
                  the first column with p < 0.05 (Welch's t-test with one side)."
        .to_owned();
    let mut parts = vec![legend, table.text()];
    if !never.is_empty() {
        parts.push(format!(
            "Trials in which it never did are counted with all their matches:\n\n{}",
            never.join("\n")
        ));
    }
    parts
}

/// The reason why our figures are not tested against the document's.
const DIFFERENCES: &str = "**Differences.** How much the document's numbers of matches vary from trial to trial is not known, so that ours are not \
                           tested against them.";

fn method(curves: &LearningCurves, results: &Results<LearningCurves>) -> Vec<String> {
    let scale = results.scale;
    let panel = |panel: &Panel| {
        let starts = match panel.starts {
            StartState::Initial => "from the initial state",
            StartState::Random => "from a random state of a random game",
            StartState::Shuffled => "from the initial state with the pieces in random places",
        };
        let until = panel.until.map_or(String::new(), |until| {
            format!(", until {until} % of {} successive matches were won", panel.window)
        });
        let learners = panel.learners.iter().map(|learner| match &learner.transfer {
            Some(transfer) => format!("`{}` begins with {transfer}", learner.name),
            None => format!("`{}` begins without knowledge", learner.name),
        });
        format!(
            "{}: role {} of `{}` learns by {} on afterstates against {}, {starts}, at most {} matches{until}; {:.0} % of its moves are random; {}",
            panel.title,
            panel.role + 1,
            panel.game,
            panel.rule,
            panel.opponent,
            panel.matches.of(scale),
            100.0 * panel.exploration,
            learners.collect::<Vec<_>>().join(", ")
        )
    };
    let panels: Vec<String> = curves.panels.iter().map(panel).collect();
    let trials = curves.trials.of(scale);
    let mut items = vec![
        format!("**Learning.** {}.", panels.join(". ")),
        format!("**Settings.** {}", curves.settings),
        format!(
            "**Trials.** {trials} of each learner. Values of other games are learned again in each."
        ),
    ];
    if curves.has_reported() {
        items.push(DIFFERENCES.to_owned());
    }
    items
}
