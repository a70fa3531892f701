//! The report of learning curves.

use super::method::of_trials;
use super::table::Table;
use super::{Facts, discussion, head};
use crate::curves::{
    Course, Curves, LearnerResult, Panel, PanelResult, Point, Pupil, RuleName, StartsName,
};
use crate::experiment::Experiment;
use crate::journal::{Journal, JournalError};
use crate::scale::Scale;
use play::statistics::{Sample, probability_of_greater};

/// The report of the trials so far.
pub(super) fn report(
    experiment: &Experiment,
    curves: &Curves,
    scale: Scale,
    journal: &Journal<Course>,
    facts: &Facts,
) -> Result<String, JournalError> {
    let results = curves.results(&experiment.id, scale, journal)?;
    let made: usize = results.iter().flat_map(|it| &it.learners).map(|it| it.courses.len()).sum();
    let ordered = curves.trials(&experiment.id, scale).len() as u64;
    let mut parts = vec![
        format!("# {}", experiment.title),
        head(experiment, scale, "trials", made as u64, ordered),
        "## Results".to_owned(),
    ];
    if results.iter().any(|result| result.panel.until.is_none()) {
        parts.push(format!("![Learning curves]({})", facts.figure));
    }
    let (ends, shown): (Vec<_>, Vec<_>) =
        results.iter().partition(|result| result.panel.until.is_some());
    shown.iter().for_each(|result| parts.extend(curve(result)));
    if !ends.is_empty() {
        parts.extend(needed(&ends));
    }
    parts.extend(discussion(experiment));
    parts.extend(["## How it was done".to_owned(), method(curves, scale, &results, facts)]);
    Ok(parts.join("\n\n") + "\n")
}

/// So many points of a curve are compared.
const COMPARED: usize = 8;
/// A difference that chance makes no more often than this is believed.
const SIGNIFICANT: f64 = 0.05;

/// A panel of curves: the means after some numbers of matches, and where they are better than the first learner's.
fn curve(result: &PanelResult) -> Vec<String> {
    let PanelResult { panel, learners } = result;
    let lines: Vec<Vec<Point>> = learners.iter().map(|it| it.points(panel)).collect();
    let Some((first, others)) = lines.split_first() else { return Vec::new() };
    let titles = learners.iter().map(|learner| learner.pupil.title.clone());
    let mut table = Table::new(["Matches".to_owned()].into_iter().chain(titles));
    for place in places(panel, first.len()) {
        let baseline = &first[place].sample;
        let others = others.iter().map(|line| match line.get(place) {
            Some(point) => compared(&point.sample, baseline),
            None => "–".to_owned(),
        });
        let start = [first[place].matches.to_string(), mean(baseline)];
        table.row(start.into_iter().chain(others));
    }
    let legend = format!(
        "The mean of what the learner got in the last {} matches, of all trials. ▲ and ▼ mark where it is above or below `{}` with p < {SIGNIFICANT} (Welch's \
         t-test with one side).",
        panel.window, learners[0].pupil.title
    );
    let mut parts = vec![format!("### {}", panel.title), legend, table.text];
    let spans = learners[1..].iter().zip(others).map(|(learner, line)| {
        let title = &learner.pupil.title;
        let better = span(line, first);
        let hits = learner.hit_rate().map_or(String::new(), |rate| {
            let count = learner.courses.len().max(1) as u64;
            let known = learner.courses.iter().map(|course| course.known).sum::<u64>() / count;
            format!(
                " Something was known of {:.0} % of the afterstates that it reached, {known} in a trial.",
                100.0 * rate
            )
        });
        let hits = if brings_values(learner.pupil) { hits } else { String::new() };
        format!("- **{title}**: {better}{hits}")
    });
    parts.push(spans.collect::<Vec<_>>().join("\n"));
    parts
}

fn brings_values(pupil: &Pupil) -> bool {
    use crate::curves::Transfer::{Symmetries, Threats, Uct, Values};
    match pupil.transfer {
        Some(Values { .. } | Threats { .. } | Uct { .. }) => true,
        Some(Symmetries { .. }) | None => false,
    }
}

/// Which points are compared: from the first whole window to the last, each about twice as far as the one before.
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

/// Where a line is above another one with significance.
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

fn compared(sample: &Sample, baseline: &Sample) -> String {
    let is_rare = |p: Option<f64>| p.is_some_and(|p| p < SIGNIFICANT);
    let mark = if is_rare(probability_of_greater(sample, baseline)) {
        " ▲"
    } else if is_rare(probability_of_greater(baseline, sample)) {
        " ▼"
    } else {
        ""
    };
    format!("{}{mark}", mean(sample))
}

/// A mean with its interval.
pub(super) fn mean(sample: &Sample) -> String {
    match (sample.mean(), sample.margin()) {
        (Some(mean), Some(margin)) => format!("{mean:.1} ± {margin:.1}"),
        (Some(mean), None) => format!("{mean:.1}"),
        _ => "–".to_owned(),
    }
}

/// Panels whose trials end when the learner does well enough: after how many matches.
fn needed(results: &[&PanelResult]) -> Vec<String> {
    let pupils = results.first().map_or(&[][..], |result| &result.learners);
    let titles = pupils.iter().flat_map(|learner| {
        let title = &learner.pupil.title;
        [format!("{title}: document"), format!("{title}: ours")]
    });
    let mut table = Table::new(["Game".to_owned()].into_iter().chain(titles));
    let mut never = Vec::new();
    for result in results {
        let baseline = result.learners.first().map(LearnerResult::needed).unwrap_or_default();
        let cells = result.learners.iter().flat_map(|learner| {
            let reported = learner.pupil.reported;
            let reported = reported.map_or("–".to_owned(), |reported| format!("{reported}"));
            [reported, compared(&learner.needed(), &baseline)]
        });
        table.row([result.panel.title.clone()].into_iter().chain(cells));
        for learner in &result.learners {
            let missed = learner.courses.iter().filter(|course| !course.is_reached()).count();
            if missed > 0 {
                let (game, title) = (&result.panel.title, &learner.pupil.title);
                let count = learner.courses.len();
                never.push(format!("- {game}, {title}: {missed} of {count} trials"));
            }
        }
    }
    let legend = "After how many matches the learner does well enough, in the mean over all trials; less is better. ▲ and ▼ mark where it is more or less than in \
                  the first column with p < 0.05 (Welch's t-test with one side)."
        .to_owned();
    let mut parts = vec![legend, table.text];
    if !never.is_empty() {
        parts.push(format!(
            "Trials that never got there are counted with all their matches:\n\n{}",
            never.join("\n")
        ));
    }
    parts
}

fn method(curves: &Curves, scale: Scale, results: &[PanelResult], facts: &Facts) -> String {
    let panel = |panel: &Panel| {
        let rule = match panel.rule {
            RuleName::Sarsa => "Sarsa",
            RuleName::QLearning => "Q-learning",
        };
        let starts = match panel.starts {
            StartsName::Initial => "from the initial state",
            StartsName::Random => "from a random state of a random game",
            StartsName::Shuffled => "from the initial state with the pieces in random places",
        };
        let until = panel.until.map_or(String::new(), |until| {
            format!(", until {until} % of {} matches in a row were won", panel.window)
        });
        let learners = panel.learners.iter().map(|pupil| match &pupil.transfer {
            Some(transfer) => format!("`{}` brings {transfer}", pupil.name),
            None => format!("`{}` brings nothing", pupil.name),
        });
        format!(
            "{}: role {} of `{}` learns by {rule} on afterstates against {}, {starts}, {} matches at most{until}; any move is made in {:.0} % of all \
             turns; {}",
            panel.title,
            panel.role + 1,
            panel.game,
            panel.opponent,
            panel.matches.of(scale),
            100.0 * panel.exploration,
            learners.collect::<Vec<_>>().join(", ")
        )
    };
    let panels: Vec<String> = curves.panels.iter().map(panel).collect();
    let courses = results.iter().flat_map(|result| &result.learners).flat_map(|it| &it.courses);
    let hours = courses.map(|course| course.seconds).sum::<f64>() / 3600.0;
    let (seed, trials) = (curves.seed, curves.trials.of(scale));
    let items = [
        format!("**Learning.** {}.", panels.join(". ")),
        format!("**Settings.** {}", curves.settings),
        format!(
            "**Trials.** {trials} of each learner. Values in other games are learnt anew in each."
        ),
    ];
    let items = items.into_iter().chain(of_trials(facts, scale, seed, hours));
    items.map(|item| format!("- {item}")).collect::<Vec<String>>().join("\n")
}
