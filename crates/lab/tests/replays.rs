//! Committed results that are made again: single cells of experiments of several kinds, which take a moment. Everything
//! must be the same but times, threads, the program and the machine.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "a test reads files and a clock"
)]

use agon_lab::{Ended, Environment, Format, Games, Provenance, RunRequest, Scale};
use serde_json::Value;
use std::path::Path;
use std::time::Instant;

/// A line without what differs from run to run.
fn repeatable(mut line: Value) -> Value {
    for key in ["seconds", "threads", "version", "commit", "machine"] {
        line.as_object_mut().expect("it is an object").remove(key);
    }
    for key in ["thought", "pace", "generating", "selecting", "evaluating"] {
        line["finding"].as_object_mut().expect("it is an object").remove(key);
    }
    line
}

/// Makes cells of an experiment again at the full scale; returns the number of lines.
#[track_caller]
fn replays(name: &str, cells: &[&str]) -> usize {
    let experiment = agon_lab::find(name).expect("it is bundled");
    let cells: Vec<String> = cells.iter().map(|cell| (*cell).to_owned()).collect();
    let begun = Instant::now();
    let environment =
        Environment { games: Games::new(|| false), clock: &|| begun.elapsed(), go_on: &|| true };
    let request = RunRequest {
        scale: Scale::Full,
        cells: &cells,
        journal: &[],
        threads: 2,
        provenance: &Provenance::default(),
        environment: &environment,
    };
    let mut text = String::new();
    let ended = experiment.run(&request, &mut |line| {
        text += line;
        Ok(())
    });
    assert_eq!(ended.expect(name), Ended::Done);
    let lines = |bytes: &[u8]| -> Vec<Value> {
        let json = experiment.export(Scale::Full, bytes, Format::Json).expect(name);
        let lines: Vec<Value> = serde_json::from_str(&json).expect("it is JSON");
        let is_chosen =
            |line: &Value| cells.is_empty() || cells.iter().any(|cell| line["cell"] == **cell);
        lines.into_iter().filter(is_chosen).map(repeatable).collect()
    };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../lab/results");
    let committed = std::fs::read(folder.join(format!("{name}-full.jsonl"))).expect("results");
    let (new, old) = (lines(text.as_bytes()), lines(&committed));
    assert_eq!(new.len(), old.len(), "{name}");
    for (new, old) in new.iter().zip(&old) {
        assert_eq!(new, old, "{name}");
    }
    new.len()
}

#[test]
fn matches_are_the_same() {
    assert_eq!(replays("kuhl-table-4-2", &["nothello/chance"]), 500);
}

#[test]
fn learning_curves_are_the_same() {
    assert_eq!(replays("transfer-tictactoe", &["inverted/scratch"]), 30);
}

#[test]
fn feature_counts_are_the_same() {
    assert_eq!(replays("features-table-6-2", &["hanoi/document", "tic-tac-toe/document"]), 2);
}

#[test]
fn trained_learners_are_the_same() {
    let cells = ["circle-solitaire.taker/document", "tic-tac-toe.xplayer/document"];
    assert_eq!(replays("td-table-6-5", &cells), 2);
}
