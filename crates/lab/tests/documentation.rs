//! The table of experiments in docs/lab.md has a row for each experiment, with its document and its report.

#![allow(clippy::disallowed_methods, reason = "a test that reads a page and looks for reports")]

use agon_lab::{Document, Experiment};
use std::path::{Path, PathBuf};

/// Returns the root of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns the row that the table should have for an experiment.
fn row(experiment: &Experiment) -> String {
    let Experiment { id, title, document, .. } = experiment;
    let after = |Document { publication, place, .. }: &Document| {
        format!("[`{}`](bibliography.md), {place}", publication.key)
    };
    let after = document.as_ref().map_or("our own".to_owned(), after);
    let report = format!("lab/results/{id}-full.md");
    let report = if root().join(&report).is_file() {
        format!("[{title}](../{report})")
    } else {
        format!("{title} (no report yet)")
    };
    format!("| `{id}` | {after} | {report} |")
}

#[test]
fn every_experiment_has_a_row_and_every_row_is_an_experiment() {
    let page = std::fs::read_to_string(root().join("docs/lab.md")).expect("the page is readable");
    let table = page.lines().skip_while(|line| !line.starts_with("| experiment | after |"));
    let rows: Vec<&str> = table.skip(2).take_while(|line| line.starts_with('|')).collect();
    let expected: Vec<String> = agon_lab::experiments().map(|it| row(&it)).collect();
    for (row, expected) in rows.iter().zip(&expected) {
        assert_eq!(row, expected);
    }
    assert_eq!(rows.len(), expected.len());
}
