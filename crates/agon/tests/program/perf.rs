//! `agon dev perf`: the file that programs which compare engines read.

use crate::run::{Output, agon};
use std::collections::BTreeMap;

/// Runs `agon dev perf` and reads the file it wrote.
fn perf(rules: &str, more: &[&str]) -> (Output, Vec<(String, String)>) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("result.txt");
    std::fs::write(&file, "of an earlier run").expect("it is writable");
    let path = file.to_str().expect("a plain path");
    let output = agon(&[&["dev", "perf", rules, path, "0.1"], more].concat());
    let files = std::fs::read_dir(folder.path()).expect("it is readable").count();
    assert_eq!(files, 1, "nothing else is left in the folder");
    let text = std::fs::read_to_string(&file).expect("it is there");
    let lines = text.lines().map(|line| line.split_once('=').expect("key=value"));
    (output, lines.map(|(key, value)| (key.to_owned(), value.to_owned())).collect())
}

fn keys(lines: &[(String, String)]) -> Vec<&str> {
    lines.iter().map(|(key, _)| key.as_str()).collect()
}

#[test]
fn the_speed_is_written_to_the_file() {
    for machine in ["auto", "reference", "circuit", "lanes"] {
        let (output, lines) = perf("tic-tac-toe", &["--machine", machine, "--seed", "3"]);
        assert_eq!((output.code, output.stdout.as_str()), (0, ""), "{}", output.stderr);
        let expected = ["version", "millisecondsTaken", "numStateChanges", "numRollouts"];
        assert_eq!(keys(&lines), expected);
        let values: BTreeMap<_, _> = lines.into_iter().collect();
        assert!(values["version"].starts_with("agon "));
        let number = |key: &str| values[key].parse::<f64>().expect("a number");
        assert!((100.0..2000.0).contains(&number("millisecondsTaken")), "{values:?}");
        let length = number("numStateChanges") / number("numRollouts");
        assert!((6.5..8.5).contains(&length), "{length}");
    }
}

#[test]
fn what_is_wrong_is_written_to_the_file() {
    let check = |rules: &str, code: i32, message: &str| {
        let (output, lines) = perf(rules, &[]);
        assert_eq!((output.code, output.stdout.as_str()), (code, ""), "{}", output.stderr);
        assert_eq!(keys(&lines), ["version", "errorMessage"]);
        assert_eq!(lines[1].1, message);
        assert!(output.stderr.contains("error: "), "{}", output.stderr);
    };
    check(
        "games/bad/unsafe-variable/rules.kif",
        1,
        "games/bad/unsafe-variable/rules.kif cannot be played: it has errors (3)",
    );
    check(
        "games/bad/no-legal-move/rules.kif",
        1,
        "role hedgehog has no legal move in the state (at b2)",
    );
    check(
        "three-trials",
        2,
        "there is no file and no bundled game `three-trials`; did you mean `three-trails`?",
    );
}

#[test]
fn a_file_that_cannot_be_written_is_an_error() {
    let output = agon(&["dev", "perf", "nim", "nowhere/result.txt", "0.05"]);
    assert_eq!(output.code, 1);
    assert!(output.stderr.starts_with("error: nowhere/result.txt: "), "{}", output.stderr);
    assert_eq!(agon(&["dev", "perf", "nim", "..", "0.05"]).code, 1);
}

#[test]
fn the_time_must_be_a_positive_number() {
    for arguments in [&["dev", "perf", "nim", "result"][..], &["dev", "perf", "nim", "result", "0"]]
    {
        assert_eq!(agon(arguments).code, 2, "{arguments:?}");
    }
    let output = agon(&["dev", "perf", "nim", "result", "soon"]);
    assert_eq!(output.code, 2);
    assert!(output.stderr.contains("not a positive number of seconds"), "{}", output.stderr);
}
