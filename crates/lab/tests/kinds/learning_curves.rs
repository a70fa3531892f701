//! Experiments of learning curves.

use crate::common::{
    definition, experiment, figure, goes_on_from_anywhere, is_of_another, is_refused,
    is_whole_at_any_time, is_wrong, lines, report,
};
use agon_lab::kinds::learning_curves::{Finding, LearningCurves, Task};
use agon_lab::{Job, Kind, Scale};

const CURVES: &str = "id = 'c'\ntitle = 'C'\nquestion = 'Why?'\ndocument = 'kuhl'\nplace = 'T'\nfound = 'F'\nkind = 'learning-curves'
    [learning-curves]
    seed = 1
    settings = 'As usual.'
    trials = { small = 2, full = 5 }
    [[learning-curves.panels]]
    name = 'nim'
    title = 'Nim'
    game = 'nim'
    rule = 'sarsa'
    opponent = { look-ahead = 1 }
    starts = 'random'
    matches = { small = 100, full = 400 }
    window = 100
    learners = [
      { name = 'scratch', title = 'From scratch' },
      { name = 'better', title = 'With values', transfer = { what = 'values', game = 'nim', matches = 50 } },
      { name = 'worse', title = 'With symmetries', transfer = { what = 'symmetries', game = 'nim' } },
    ]
    [[learning-curves.panels]]
    name = 'soon'
    title = 'Nim, soon'
    game = 'nim'
    rule = 'q-learning'
    opponent = 'random'
    starts = 'initial'
    matches = { small = 100, full = 400 }
    window = 10
    until = 50.0
    learners = [
      { name = 'scratch', title = 'From scratch', reported = 52 },
      { name = 'tree', title = 'With a tree', reported = 379, transfer = { what = 'uct', simulations = 100 } },
    ]";

/// Learners that get better by a point with every step, from 50, 70 and 20 on, with a little noise.
fn made_up(job: &Job<Task>) -> Finding {
    let task = &job.task;
    let (first, steps) = match job.cell.as_str() {
        "nim/better" => (70, task.matches / task.step),
        "nim/worse" => (20, task.matches / task.step),
        "soon/tree" => (50, 300 + job.number),
        "soon/scratch" if job.number == 0 => (50, task.matches),
        "soon/scratch" => (50, 100 + job.number),
        _ => (50, task.matches / task.step),
    };
    let steps = steps.min(task.matches / task.step);
    let sum = |step: u64| match task.step {
        1 => 0,
        many => (many * (first + step / 4)).min(many * 100) + job.number % 3,
    };
    Finding { sums: (0..steps).map(sum).collect(), afterstates: 10, known: 4 }
}

#[test]
fn learners_are_compared_with_the_first() {
    let experiment = experiment(CURVES);
    let jobs = definition::<LearningCurves>(&experiment).jobs(Scale::Full);
    assert_eq!(jobs.len(), 25);
    assert_eq!(jobs[1].cell, "nim/better");
    let text = lines::<LearningCurves>(&experiment, Scale::Full, 1, &made_up);
    insta::assert_snapshot!(report(&experiment, &text));
    insta::assert_snapshot!(figure(&experiment, &text).expect("a panel has curves"));
    is_whole_at_any_time(&experiment, &text, &[0, 1, 4]);
    is_of_another(&experiment, &text, ("\"look-ahead\":1", "\"look-ahead\":2"));
    for (from, to) in [
        ("\"known\":4", "\"known\":11"),
        ("\"step\":10", "\"step\":0"),
        ("\"sums\":[", "\"sums\":[9999,"),
    ] {
        is_refused(&experiment, &text, (from, to), "its numbers do not fit together");
    }
}

#[test]
fn curves_that_were_killed_anywhere_go_on_to_the_same_end() {
    goes_on_from_anywhere::<LearningCurves>(&experiment(CURVES), &made_up);
}

#[test]
fn everything_that_makes_no_sense_is_reported() {
    let broken = CURVES
        .replace("window = 10\n", "window = 0\n")
        .replace("{ look-ahead = 1 }", "{ look-ahead = 9 }")
        .replace("matches = 50 }", "matches = 0 }")
        .replace("until = 50.0", "until = 101.0")
        .replace("small = 2,", "small = 0,");
    is_wrong(
        &broken,
        &[
            "learning-curves.trials: 0 is not",
            "learning-curves.panels.nim.opponent: 9 is not from 1 to 6",
            "learning-curves.panels.nim.learners.better.transfer: ",
            "learning-curves.panels.soon.window: 0 is not",
            "learning-curves.panels.soon.until: ",
        ],
    );
}
