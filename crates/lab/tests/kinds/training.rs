//! Experiments in which learners of features are trained and tested.

use crate::common::{figure, is_of_another, is_refused, is_said, report};
use lab::{
    ArenaError, Drill, Drilled, Ended, Entry, Experiment, Journal, Kind, Scale, Trained, Trainer,
    Training,
};

const TRAINING: &str = "id = 't'\ntitle = 'T'\nquestion = 'How much?'\ndocument = '001'\nplace = 'T'\nfound = 'Much.'\nkind = 'training'
    [training]
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

/// The learner gets one more in every step, and 30 in each test; the other gets 10 there, and in all of them one less for each match of experts.
struct Coach;

impl Trainer for Coach {
    fn drill(&self, drill: &Drill) -> Result<Option<Drilled>, ArenaError> {
        let task = &drill.task;
        Ok(Some(Drilled {
            features: 12,
            sums: (0..task.matches / task.step).map(|step| step + drill.number).collect(),
            learner: 30 * task.tests,
            others: vec![10 * task.tests - task.method.experts],
            seconds: 36.0,
        }))
    }
}

fn experiment(shows: &str) -> Experiment {
    let text = TRAINING.replace("'tests'", &format!("'{shows}'"));
    Experiment::read("t.toml", &text).expect("it is right")
}

fn training(experiment: &Experiment) -> &Training {
    match &experiment.kind {
        Kind::Training(training) => training,
        other => panic!("it is training, and not {other:?}"),
    }
}

fn drilled(drills: &[Drill]) -> String {
    let mut text = String::new();
    let ended = lab::train(drills, &Coach, 1, &|| false, &mut |trained| {
        text += &trained.line();
        Ok(())
    });
    assert!(matches!(ended, Ok(Ended::Done)));
    text
}

#[test]
fn tests_are_told_beside_those_of_the_document() {
    let experiment = experiment("tests");
    let cells = ["nim.you/plain", "nim.you/experts", "nim.me/plain", "nim.me/experts"];
    assert_eq!(experiment.kind.cells(), cells);
    let drills = training(&experiment).drills("t", Scale::Full);
    assert_eq!(drills.len(), 8);
    assert!(drills.iter().all(|drill| drill.task.step == 2 && drill.task.tests == 20));
    let text = drilled(&drills);
    let report = report(&experiment, &text);
    for expected in [
        "| Nim | you | **50.00** / 40.00 | **30.0 ± 0.0** / 10.0 ± 0.0 | 12 | **30.0 ± 0.0** / 9.7 ± 0.0 | 12 |",
        "| Nim | me | – |",
        "Experts learns with features that go beyond the document, with restrictions that loosen, and first from 7 matches",
        "0.08 hours of one core",
    ] {
        assert!(report.contains(expected), "`{expected}` is not in\n{report}");
    }
    assert_eq!(figure(&experiment, &text), None);
}

#[test]
fn curves_are_told_and_drawn() {
    let experiment = experiment("curves");
    let text = drilled(&training(&experiment).drills("t", Scale::Full));
    let report = report(&experiment, &text);
    // Steps of two matches: the first five have 0 to 4, the last five 45 to 49; half a point more in the second trial.
    assert!(report.contains("| Nim | you | 1.2 ± "), "{report}");
    assert!(report.contains("| 23.8 ± "), "{report}");
    assert!(report.contains("![What learners get while they learn](t-full.svg)"), "{report}");
    let figure = figure(&experiment, &text);
    let figure = figure.expect("there is one");
    assert_eq!(figure.matches("<polyline").count(), 4);
    assert!(figure.contains("Nim, me: mean of the last 10 matches"), "{figure}");
}

#[test]
fn training_that_was_killed_anywhere_goes_on_to_the_same_end() {
    let experiment = experiment("tests");
    let drills = training(&experiment).drills("t", Scale::Small);
    let all = drilled(&drills);
    for length in (0..=all.len()).step_by(7) {
        let journal = Journal::<Trained>::read(&all.as_bytes()[..length]).expect("it is whole");
        let missing = journal.missing(drills.clone()).expect("it is the same experiment");
        assert_eq!(format!("{}{}", &all[..journal.whole()], drilled(&missing)), all, "{length}");
    }
}

#[test]
fn training_that_does_not_fit_is_refused() {
    let experiment = experiment("tests");
    let text = drilled(&training(&experiment).drills("t", Scale::Small));
    for (from, to, said) in [
        ("\"learner\":300", "\"learner\":1001", "numbers do not fit together"),
        ("\"sums\":[0,", "\"sums\":[101,", "numbers do not fit together"),
        ("\"sums\":[0,", "\"sums\":[", "numbers do not fit together"),
        ("\"others\":[100]", "\"others\":[1001]", "numbers do not fit together"),
        ("\"features\":12", "\"futures\":12", "unknown field `futures`"),
    ] {
        is_refused(&experiment, &text, (from, to), said);
    }
    is_of_another(&experiment, &text, ("\"enough\":5", "\"enough\":6"));
}

#[test]
fn what_makes_no_sense_in_training_is_said() {
    let broken = TRAINING
        .replace("trials = { small = 1", "trials = { small = 0")
        .replace("full = 20 }\n    expanded", "full = 2000000 }\n    expanded")
        .replace("name = 'experts'", "name = 'plain'")
        .replace("simulations = 9", "simulations = 0")
        .replace("50.0, 40.0", "50.0, 400.0");
    is_said(
        &broken,
        &[
            "training.learners: `plain` is there twice",
            "training.trials: 0 is not",
            "training.tests: 2000000 is not",
            "training.learners.plain.experts: they make from 1 to",
            "training.rows.nim.roles.you: goals are from 0 to 100",
        ],
    );
}
