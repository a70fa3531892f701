//! The results that are committed in `lab/results`: every file is read to its last line, fits its experiment, and is
//! left as it is by being read.

#![allow(clippy::disallowed_methods, reason = "a test that reads committed files")]

use agon_lab::{Experiment, Scale};
use std::fs;
use std::path::{Path, PathBuf};

/// The committed files, each with the number of its lines.
const FILES: [(&str, usize); 23] = [
    ("against-flux", 96),
    ("agon-against-cadia", 240),
    ("cadia-table-1", 5400),
    ("feature-trees", 36),
    ("features-table-6-1", 99),
    ("features-table-6-2", 33),
    ("features-table-6-3", 33),
    ("gifl-table-1", 2400),
    ("gifl-table-2", 320),
    ("guided-playouts", 300),
    ("kuhl-table-4-2", 1555),
    ("kuhl-workers", 160),
    ("symmetry-figures", 180),
    ("td-against-agon", 240),
    ("td-against-cadia", 240),
    ("td-against-flux", 240),
    ("td-figures", 240),
    ("td-table-6-5", 120),
    ("transfer-checkers", 90),
    ("transfer-minichess", 180),
    ("transfer-tictactoe", 90),
    ("uct-source", 270),
    ("uct-target", 900),
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../lab/results")
}

fn read(name: &str) -> (Experiment, Vec<u8>) {
    let experiment = agon_lab::find(name).expect("it is bundled");
    let path = folder().join(format!("{name}-full.jsonl"));
    (experiment, fs::read(path).expect("it is committed"))
}

#[test]
fn every_committed_file_is_known() {
    let entries = fs::read_dir(folder()).expect("there are results");
    let paths = entries.map(|entry| entry.expect("a readable folder").path());
    let is_results = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "jsonl");
    let mut names: Vec<String> = paths
        .filter(is_results)
        .map(|path| path.file_stem().expect("a name").to_string_lossy().into_owned())
        .collect();
    names.sort();
    let known = FILES.map(|(name, _)| format!("{name}-full"));
    assert_eq!(names, known);
}

#[test]
fn every_line_is_read_and_belongs_to_its_experiment() {
    for (name, lines) in FILES {
        let (experiment, bytes) = read(name);
        assert_eq!(agon_lab::whole_lines(&bytes), bytes.len(), "{name}");
        let plan = experiment.plan(Scale::Full, &[], &bytes).expect(name);
        assert_eq!((plan.done, plan.missing), (lines, plan.total - lines), "{name}");
    }
}

#[test]
fn nothing_of_a_line_is_lost() {
    for (name, _) in FILES {
        let (experiment, bytes) = read(name);
        let json = experiment.export(Scale::Full, &bytes, agon_lab::Format::Json).expect(name);
        let new: Vec<serde_json::Value> = serde_json::from_str(&json).expect("it is JSON");
        let text = String::from_utf8(bytes).expect("it is text");
        let old = text
            .lines()
            .map(|line| -> serde_json::Value { serde_json::from_str(line).expect("it is JSON") });
        let mut new: Vec<_> = new.into_iter().map(|line| (key(&line), line)).collect();
        let mut old: Vec<_> = old.map(|line| (key(&line), line)).collect();
        new.sort_by(|one, other| one.0.cmp(&other.0));
        old.sort_by(|one, other| one.0.cmp(&other.0));
        for ((key, new), (_, old)) in new.iter().zip(&old) {
            let (mut found, mut expected) = (values(new), values(old));
            found.sort();
            expected.sort();
            // What was written is there, and besides only what new lines say in addition.
            let missing = expected.iter().find(|value| !take(&mut found, value));
            assert_eq!(missing, None, "{name} {key:?}");
        }
    }
}

fn key(line: &serde_json::Value) -> (String, u64) {
    let cell = line["cell"].as_str().expect("a cell").to_owned();
    (cell, line["number"].as_u64().unwrap_or(0))
}

/// Takes a value out of a list; `false` if it is not there.
fn take(all: &mut Vec<String>, value: &str) -> bool {
    let place = all.iter().position(|other| other == value);
    place.map(|place| all.swap_remove(place)).is_some()
}

/// Returns all texts, numbers and lists in a value.
fn values(value: &serde_json::Value) -> Vec<String> {
    match value {
        serde_json::Value::Object(fields) => fields.values().flat_map(values).collect(),
        serde_json::Value::Null => Vec::new(),
        other => vec![other.to_string()],
    }
}
