//! `agon dev bench`: the table, its rows as JSON, and the signature.

use crate::run::{agon, json};
use lanes::Backend;

fn bench(arguments: &[&str]) -> Vec<String> {
    let output = agon(&[&["dev", "bench", "--seconds", "0.02"], arguments].concat());
    assert_eq!(output.code, 0, "{}", output.stderr);
    output.stdout.lines().map(str::to_owned).collect()
}

fn words(line: &str) -> Vec<&str> {
    line.split_whitespace().collect()
}

#[test]
fn every_game_has_a_line_and_the_signature_comes_last() {
    let lines = bench(&["nim", "tic-tac-toe"]);
    assert_eq!(lines.len(), 4, "{lines:?}");
    assert!(lines[0].starts_with("game                  facts  moves    gates "), "{}", lines[0]);
    assert_eq!(words(&lines[1])[..3], ["nim", "8", "3"]);
    assert_eq!(words(&lines[1])[7], "-", "the reference machine was not asked for");
    assert_eq!(words(&lines[2])[..3], ["tic-tac-toe", "29", "10"]);
    assert!(words(&lines[2])[8..].iter().all(|word| *word != "-" || !cfg!(target_os = "linux")));
    assert_eq!(words(&lines[3])[0], "signature");
}

#[test]
fn each_machine_can_be_measured_alone() {
    let speeds = |machine: &str| {
        let lines = bench(&["nim", "--json", "--machine", machine]);
        assert_eq!(lines.len(), 2, "{lines:?}");
        assert_eq!(json(&lines[1])["signature"].as_str().map(str::len), Some(16));
        let row = json(&lines[0]);
        assert_eq!(row["game"], "nim");
        assert!(row["build_seconds"].as_f64() > Some(0.0), "{row}");
        let keys = ["reference_changes", "circuit_changes", "lanes_changes", "lanes_playouts"];
        keys.map(|key| row[format!("{key}_per_second")].as_f64().is_some())
    };
    assert_eq!(speeds("auto"), [false, true, true, true]);
    assert_eq!(speeds("reference"), [true, false, false, false]);
    assert_eq!(speeds("circuit"), [false, true, false, false]);
    assert_eq!(speeds("lanes"), [false, false, true, true]);
}

#[test]
fn what_cannot_be_measured_is_said_and_found() {
    let stuck = "games/bad/no-legal-move";
    let output = agon(&["dev", "bench", stuck, "nim", "--seconds", "0.02"]);
    assert_eq!(output.code, 1);
    assert_eq!(output.stderr, "no-legal-move: role hedgehog has no legal move in the state\n");
    assert_eq!(output.stdout.lines().count(), 4, "{}", output.stdout);
}

#[test]
fn the_signature_is_the_same_on_every_backend() {
    let signature = |arguments: &[&str]| bench(&[&["--signature"], arguments].concat());
    let first = signature(&[]);
    assert_eq!(first.len(), 1, "{first:?}");
    for backend in Backend::all_available() {
        assert_eq!(signature(&["--backend", backend.name()]), first, "{backend}");
    }
}

#[test]
fn wrong_arguments_are_usage_errors() {
    let wrong: [&[&str]; 5] = [
        &["--backend", "abacus"],
        &["nim", "chest"],
        &["nowhere.kif"],
        &["--signature", "nim"],
        &["nim", "--seconds", "0"],
    ];
    for arguments in wrong {
        let output = agon(&[&["dev", "bench"], arguments].concat());
        assert_eq!((output.code, output.stdout.as_str()), (2, ""), "{arguments:?}");
    }
    let output = agon(&["dev", "bench", "--backend", "abacus"]);
    assert!(output.stderr.contains("avx512, avx2 and portable"), "{}", output.stderr);
}
