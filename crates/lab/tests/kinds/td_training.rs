//! Experiments in which learners of features are trained and tested.

use crate::common::{
    definition, experiment, figure, goes_on_from_anywhere, has_parts, is_of_another, is_refused,
    is_whole_at_any_time, is_wrong, lines, report,
};
use agon_lab::kinds::td_training::{Finding, Task, TdTraining};
use agon_lab::{Experiment, Job, Kind, Scale};

const TRAINING: &str = "id = 't'\ntitle = 'T'\nquestion = 'How much?'\ndocument = 'guenther'\nplace = 'T'\nfound = 'Much.'\nkind = 'td-training'
    [td-training]
    seed = 3
    settings = 'None.'
    trials = { small = 1, full = 2 }
    matches = { small = 50, full = 100 }
    tests = { small = 10, full = 20 }
    expanded = { small = 10, full = 20 }
    enough = 5
    shows = 'tests'
    learners = [
      { name = 'plain', title = 'Plain' },
      { name = 'experts', title = 'Experts', extended = true, experts = 7, simulations = 9 },
    ]
    rows = [
      { game = 'nim', title = 'Nim', roles = [{ name = 'you', reported = [50.0, 40.0] }, { name = 'me' }] },
    ]";

/// The learner gets one more in every step, and 30 in each test; the other gets 10 there, and in all of them one less
/// for each match of experts.
fn made_up(job: &Job<Task>) -> Finding {
    let task = &job.task;
    Finding {
        features: 12,
        sums: (0..task.matches / task.step).map(|step| step + job.number).collect(),
        learner: 30 * task.tests,
        others: vec![10 * task.tests - task.method.experts],
    }
}

fn training(shows: &str) -> Experiment {
    experiment(&TRAINING.replace("'tests'", &format!("'{shows}'")))
}

#[test]
fn tests_stand_beside_those_of_the_document() {
    let experiment = training("tests");
    let cells = ["nim.you/plain", "nim.you/experts", "nim.me/plain", "nim.me/experts"];
    assert_eq!(experiment.cells(), cells);
    let jobs = definition::<TdTraining>(&experiment).jobs(Scale::Full);
    assert_eq!(jobs.len(), 8);
    assert!(jobs.iter().all(|job| job.task.step == 2 && job.task.tests == 20));
    let text = lines::<TdTraining>(&experiment, Scale::Full, 36, &made_up);
    has_parts(
        &report(&experiment, &text),
        &[
            "| Nim | you | **50.00** / 40.00 | **30.0 (30.0 to 30.0)** / 10.0 (10.0 to 10.0) | 12 | **30.0 (30.0 to 30.0)** / 9.7 (9.7 to 9.7) | 12 |",
            "| Nim | me | – |",
            "Experts learns with features that go beyond the document, with loosened restrictions, and first from 7 matches",
            "0.08 hours of one core",
        ],
    );
    assert_eq!(figure(&experiment, &text), None);
    is_whole_at_any_time(&experiment, &text, &[0, 1, 3]);
}

#[test]
fn curves_are_shown_and_drawn() {
    let experiment = training("curves");
    let text = lines::<TdTraining>(&experiment, Scale::Full, 1, &made_up);
    // Steps of two matches: the first five have 0 to 4, the last five 45 to 49; half a point more in the second trial.
    let parts =
        ["| Nim | you | 1.2 (", "| 23.8 (", "![Goals of learners while they learn](t-full.svg)"];
    has_parts(&report(&experiment, &text), &parts);
    let figure = figure(&experiment, &text).expect("there is one");
    assert_eq!(figure.matches("<polyline").count(), 4);
    assert!(figure.contains("Nim, me: mean of the last 10 matches"), "{figure}");
}

#[test]
fn training_that_was_killed_anywhere_goes_on_to_the_same_end() {
    goes_on_from_anywhere::<TdTraining>(&training("tests"), &made_up);
}

#[test]
fn training_that_does_not_fit_is_refused() {
    let experiment = training("tests");
    let text = lines::<TdTraining>(&experiment, Scale::Small, 1, &made_up);
    for (from, to, said) in [
        ("\"learner\":300", "\"learner\":1001", "numbers do not fit together"),
        ("\"sums\":[0,", "\"sums\":[101,", "numbers do not fit together"),
        ("\"sums\":[0,", "\"sums\":[", "numbers do not fit together"),
        ("\"others\":[100]", "\"others\":[1001]", "numbers do not fit together"),
        ("\"features\":12", "\"futures\":12", "unknown field `futures`"),
    ] {
        is_refused(&experiment, &text, (from, to), said);
    }
    let text = lines::<TdTraining>(&experiment, Scale::Full, 1, &made_up);
    is_of_another(&experiment, &text, ("\"enough\":5", "\"enough\":6"));
}

#[test]
fn everything_that_makes_no_sense_is_reported() {
    let broken = TRAINING
        .replace("trials = { small = 1", "trials = { small = 0")
        .replace("full = 20 }\n    expanded", "full = 2000000 }\n    expanded")
        .replace("name = 'experts'", "name = 'plain'")
        .replace("simulations = 9", "simulations = 0")
        .replace("50.0, 40.0", "50.0, 400.0");
    is_wrong(
        &broken,
        &[
            "td-training.learners: `plain` is there twice",
            "td-training.trials: 0 is not",
            "td-training.tests: 2000000 is not",
            "td-training.learners.plain.experts: they make from 1 to",
            "td-training.rows.nim.roles.you: goals are from 0 to 100",
        ],
    );
}
