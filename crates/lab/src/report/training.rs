//! The report of training.

use super::curves::mean;
use super::method::of_trials;
use super::table::Table;
use super::{Facts, discussion, head};
use crate::experiment::Experiment;
use crate::journal::{Journal, JournalError};
use crate::scale::Scale;
use crate::training::{Trained, Trainee, Training, TrainingResult, TrainingShows};

/// The report of the trials so far.
pub(super) fn report(
    experiment: &Experiment,
    training: &Training,
    scale: Scale,
    journal: &Journal<Trained>,
    facts: &Facts,
) -> Result<String, JournalError> {
    let results = training.results(&experiment.id, scale, journal)?;
    let made: usize = results.iter().flat_map(|it| &it.learners).map(|(_, it)| it.len()).sum();
    let ordered = training.drills(&experiment.id, scale).len() as u64;
    let mut parts = vec![
        format!("# {}", experiment.title),
        head(experiment, scale, "trials", made as u64, ordered),
        "## Results".to_owned(),
    ];
    match training.shows {
        TrainingShows::Tests => parts.extend([LEGEND.to_owned(), tests(training, &results)]),
        TrainingShows::Curves => {
            parts.push(format!("![What learners get while they learn]({})", facts.figure));
            parts.extend([CURVES.to_owned(), curves(training, &results)]);
        }
    }
    parts.extend(discussion(experiment));
    parts.extend(["## How it was done".to_owned(), method(training, scale, &results, facts)]);
    Ok(parts.join("\n\n") + "\n")
}

const LEGEND: &str = "The mean goal of the learner in tests, and behind the stroke those of the others. In games of one role, one of those that others \
                      are played by is tested in the place of the learner.";

const CURVES: &str =
    "The mean goal of the learner in the first matches and in the last ones that it learns from.";

/// What learners got in tests.
fn tests(training: &Training, results: &[TrainingResult]) -> String {
    let titles = training.learners.iter().flat_map(|it| [it.title.clone(), "features".to_owned()]);
    let first = ["Game", "Role", "Document"].map(str::to_owned);
    let mut table = Table::new(first.into_iter().chain(titles));
    for result in results {
        let reported = match result.role.reported.split_first() {
            None => "–".to_owned(),
            Some((own, others)) => beside(
                format!("{own:.2}"),
                others.iter().map(|other| format!("{other:.2}")).collect(),
            ),
        };
        let cells = (0..result.learners.len()).flat_map(|place| {
            let others = result.others(place).iter().map(mean).collect();
            let features = result.learners[place].1.first().map(|it| it.features.to_string());
            [beside(mean(&result.tested(place)), others), features.unwrap_or("–".to_owned())]
        });
        let names = [result.row.title.clone(), result.role.name.clone(), reported];
        table.row(names.into_iter().chain(cells));
    }
    table.text
}

/// What a learner got, and what the others did.
fn beside(own: String, others: Vec<String>) -> String {
    match others.is_empty() {
        true => own,
        false => format!("**{own}** / {}", others.join(", ")),
    }
}

/// What learners got at first and at last.
fn curves(training: &Training, results: &[TrainingResult]) -> String {
    let titles = training
        .learners
        .iter()
        .flat_map(|it| [format!("{}: at first", it.title), "at last".to_owned()]);
    let first = ["Game", "Role"].map(str::to_owned);
    let mut table = Table::new(first.into_iter().chain(titles));
    for result in results {
        let cells = (0..result.learners.len()).flat_map(|place| {
            let points = result.points(place);
            let whole = points.iter().find(|point| point.matches >= result.window());
            [whole, points.last()]
                .map(|point| point.map_or("–".to_owned(), |point| mean(&point.sample)))
        });
        let names = [result.row.title.clone(), result.role.name.clone()];
        table.row(names.into_iter().chain(cells));
    }
    table.text
}

fn method(training: &Training, scale: Scale, results: &[TrainingResult], facts: &Facts) -> String {
    let all = results.iter().flat_map(|it| &it.learners).flat_map(|(_, drilled)| drilled);
    let hours = all.map(|it| it.seconds).sum::<f64>() / 3600.0;
    let learner = |it: &Trainee| {
        let Trainee { title, extended, experts, simulations, .. } = it;
        let features = match extended {
            true => "features that go beyond the document, with restrictions that loosen",
            false => "the document's features",
        };
        let experts = match experts {
            0 => String::new(),
            count => format!(
                ", and first from {count} matches of `agon` against itself with {simulations} simulations for a move"
            ),
        };
        format!("{title} learns with {features}{experts}")
    };
    let learners = training.learners.iter().map(learner);
    let items = [
        format!("**Learners.** {}.", learners.collect::<Vec<String>>().join("; ")),
        format!(
            "**Matches.** {} to learn from, and {} to be tested in, {} times for each cell. No more than {} features are expanded.",
            training.matches.of(scale),
            training.tests.of(scale),
            training.trials.of(scale),
            training.expanded.of(scale)
        ),
        format!("**Settings.** {}", training.settings),
    ];
    let items = items.into_iter().chain(of_trials(facts, scale, training.seed, hours));
    items.map(|item| format!("- {item}")).collect::<Vec<String>>().join("\n")
}
