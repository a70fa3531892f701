//! Tests of the kind `estimates`: its report from findings that are made up, lines that are refused, and faults.

use crate::common::{
    definition, experiment, figure, goes_on_from_anywhere, is_of_another, is_refused,
    is_whole_at_any_time, is_wrong, lines, report,
};
use agon_lab::kinds::estimates::{Estimate, Estimates, Finding, Sampled, Task};
use agon_lab::{Job, Kind, Scale};

const ESTIMATES: &str = "id = 'e'\ntitle = 'E'\nquestion = 'Why?'\ndocument = 'kuhl'\nplace = 'S'\nfound = 'F'\nkind = 'estimates'
    [estimates]
    seed = 1
    settings = 'As usual.'
    trials = { small = 2, full = 4 }
    states = { small = 2, full = 3 }
    looks = { small = 4, full = 5 }
    playouts = 10
    visits = 5
    look = 7
    critical = 40.0
    calm = 10.0
    rows = [
      { game = 'nim', title = 'Nim', heuristic = 'max.mobility', simulations = { small = 10, full = 20 } },
      { game = 'hex', title = 'Hex', heuristic = 'max.goal|min.goal', simulations = { small = 10, full = 20 } },
    ]";

/// Guided playouts are better in critical states of nim, worse in calm ones, and the same in hex, where there are no
/// calm states.
fn made_up(job: &Job<Task>) -> Finding {
    let number = job.number as f64;
    let sampled = |spread: f64, random: f64, guided: f64| {
        let state = Estimate { spread, reference: 60.0, random: 60.0 - random, guided };
        Sampled { proposed: 9, looked: 4, estimates: vec![state; job.task.states as usize] }
    };
    let (critical, calm) = match job.cell.as_str() {
        "nim" => (sampled(50.0, 20.0 + number, 65.0), sampled(5.0, 1.0, 70.0 + number)),
        _ => (sampled(100.0, 10.0, 70.0), Sampled::default()),
    };
    Finding { critical, calm }
}

#[test]
fn trials_count_once_with_the_mean_of_their_states() {
    let experiment = experiment(ESTIMATES);
    assert_eq!(experiment.cells(), ["nim", "hex"]);
    assert_eq!(definition::<Estimates>(&experiment).jobs(Scale::Full).len(), 8);
    let text = lines::<Estimates>(&experiment, Scale::Full, 1, &made_up);
    insta::assert_snapshot!(report(&experiment, &text));
    assert_eq!(figure(&experiment, &text), None);
    is_whole_at_any_time(&experiment, &text, &[0, 1, 3]);
}

#[test]
fn estimates_that_were_killed_anywhere_go_on_to_the_same_end() {
    goes_on_from_anywhere::<Estimates>(&experiment(ESTIMATES), &made_up);
}

#[test]
fn estimates_that_do_not_fit_are_refused() {
    let experiment = experiment(ESTIMATES);
    let text = lines::<Estimates>(&experiment, Scale::Full, 1, &made_up);
    let hostile = [
        ("\"proposed\":9", "\"proposed\":3", "numbers do not fit together"),
        ("\"states\":3", "\"states\":2", "numbers do not fit together"),
        ("\"looks\":5", "\"looks\":3", "numbers do not fit together"),
        ("\"looked\":4", "\"looked\":2", "numbers do not fit together"),
        ("\"spread\":50.0", "\"spread\":39.9", "numbers do not fit together"),
        ("\"spread\":50.0", "\"spread\":100.1", "numbers do not fit together"),
        ("\"spread\":5.0", "\"spread\":-10.1", "numbers do not fit together"),
        ("\"spread\":5.0", "\"spread\":10.1", "numbers do not fit together"),
        ("\"reference\":60.0", "\"reference\":-1.0", "numbers do not fit together"),
        ("\"guided\":65.0", "\"guided\":1e9", "numbers do not fit together"),
        ("\"guided\":65.0", "\"guided\":null", "invalid type"),
        ("\"proposed\":9", "\"met\":9", "unknown field `met`"),
    ];
    for (from, to, said) in hostile {
        is_refused(&experiment, &text, (from, to), said);
    }
    for (from, to) in [
        ("\"heuristic\":\"max.mobility\"", "\"heuristic\":\"max.goal\""),
        ("\"experiment\":\"e\"", "\"experiment\":\"f\""),
    ] {
        is_of_another(&experiment, &text, (from, to));
    }
}

#[test]
fn everything_that_makes_no_sense_is_reported() {
    let broken = ESTIMATES
        .replace("trials = { small = 2,", "trials = { small = 0,")
        .replace("full = 3 }", "full = 10001 }")
        .replace("looks = { small = 4,", "looks = { small = 0,")
        .replace("playouts = 10", "playouts = 0")
        .replace("visits = 5", "visits = 0")
        .replace("look = 7", "look = 0")
        .replace("calm = 10.0", "calm = 40.0")
        .replace("game = 'hex'", "game = 'nim'")
        .replacen("{ small = 10, full = 20 }", "{ small = 0, full = 20000000 }", 1);
    is_wrong(
        &broken,
        &[
            "estimates.rows: `nim` is there twice",
            "estimates.trials: 0 is not",
            "estimates.states: 10001 is not",
            "estimates.looks: 0 is not",
            "estimates.playouts: 0 is not",
            "estimates.visits: 0 is not",
            "estimates.look: 0 is not",
            "estimates.calm: 40 is not",
            "estimates.rows.nim.simulations: 0 is not",
            "estimates.rows.nim.simulations: 20000000 is not",
        ],
    );
    for critical in ["nan", "101.0", "-1.0"] {
        let broken = ESTIMATES.replace("critical = 40.0", &format!("critical = {critical}"));
        is_wrong(&broken, &["estimates.critical: "]);
    }
}
