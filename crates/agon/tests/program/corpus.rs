//! The public rule sheets and an independent engine's record of play on them. Data that is not part of
//! the project: the tests skip, with a message, where it is absent.

use crate::run::{agon, shared};
use std::path::{Path, PathBuf};

fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("the folder is readable")
        .map(|entry| entry.expect("its entries too").path())
        .filter(|path| path.to_string_lossy().ends_with(ending))
        .collect();
    files.sort();
    files
}

#[test]
fn check_accepts_every_public_sheet() {
    let Some(corpus) = shared("corpus") else { return };
    let sheets = files(&corpus, ".kif");
    assert!(sheets.len() > 200, "only {} sheets", sheets.len());
    let paths: Vec<String> = sheets.iter().map(|path| path.display().to_string()).collect();
    let arguments: Vec<&str> =
        std::iter::once("check").chain(paths.iter().map(String::as_str)).collect();
    let output = agon(&arguments);
    assert_eq!(output.code, 0, "{}", output.stdout);
}

#[test]
fn check_names_the_fault_of_every_faulty_sheet() {
    let Some(faulty) = shared("corpus/faulty") else { return };
    let named = [
        ("badparens1", "unclosed-parenthesis"),
        ("badparens2", "unopened-parenthesis"),
        ("badparens3", "unopened-parenthesis"),
        ("badparens5", "expected-name"),
        ("baseDependsOnTrue", "depends-on-state"),
        ("inconsistent-case-alexChess", "inconsistent-case"),
        ("inconsistent-case-wargame01", "inconsistent-case"),
        ("inconsistent-case-wargame02", "inconsistent-case"),
        ("inconsistent-case-wargame03", "inconsistent-case"),
        ("misplacedDatalogKeyword1", "misplaced-keyword"),
        ("misplacedDatalogKeyword2", "misplaced-keyword"),
        ("test_invalid_function_arities_differ", "arity-mismatch"),
        ("test_invalid_sentence_arities_differ", "arity-mismatch"),
        ("unsafe-head", "unsafe-variable"),
        ("unsafe-head-2", "unsafe-variable"),
        ("varInTopLevelSentence", "variable-in-fact"),
    ];
    assert_eq!(files(&faulty, ".kif").len(), named.len());
    for (name, fault) in named {
        let output = agon(&["check", &faulty.join(format!("{name}.kif")).display().to_string()]);
        assert!(output.stdout.contains(&format!("[{fault}]")), "{name}: {}", output.stdout);
        assert_eq!(output.code, i32::from(fault != "inconsistent-case"), "{name}");
    }
}

#[test]
fn verify_passes_every_trace() {
    let (Some(corpus), Some(traces)) = (shared("corpus"), shared("traces")) else { return };
    let traces = files(&traces, ".jsonl.gz");
    assert_eq!(traces.len(), 229);
    for trace in traces {
        let name = trace.file_name().expect("a file").to_string_lossy().into_owned();
        let sheet = corpus.join(name.replace(".jsonl.gz", ".kif")).display().to_string();
        let output = agon(&["verify", &sheet, "--trace", &trace.display().to_string()]);
        assert_eq!(output.code, 0, "{name}\n{}{}", output.stdout, output.stderr);
        assert!(output.stdout.contains(" agree"), "{name}: {}", output.stdout);
    }
}
