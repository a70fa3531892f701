//! The public rule sheets and an independent engine's record of play on them. Data that is not part of
//! the project: the tests skip, with a message, where it is absent.

use crate::run::{Output, agon, shared};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

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

/// Sheets whose ground rules are more than memory holds.
const NOT_GROUNDED: [&str; 3] = ["laikLee_hex", "merrills", "sudoku"];

/// A sheet and its trace.
struct Recorded {
    name: String,
    sheet: String,
    trace: String,
}

fn recorded() -> Option<Vec<Recorded>> {
    let (corpus, traces) = (shared("corpus")?, shared("traces")?);
    let traces = files(&traces, ".jsonl.gz").into_iter().map(|trace| {
        let file = trace.file_name().expect("a file").to_string_lossy().into_owned();
        let name = file.trim_end_matches(".jsonl.gz").to_owned();
        let sheet = corpus.join(format!("{name}.kif")).display().to_string();
        Recorded { name, sheet, trace: trace.display().to_string() }
    });
    Some(traces.collect())
}

impl Recorded {
    fn verify(&self, machine: &str) -> Output {
        let trace = ["--trace", &self.trace, "--machine", machine, "-v"];
        agon(&[&["verify", &self.sheet], &trace[..]].concat())
    }

    fn agrees(&self, machine: &str) -> Output {
        self.must_agree(machine, self.verify(machine))
    }

    fn must_agree(&self, machine: &str, output: Output) -> Output {
        let Recorded { name, .. } = self;
        assert_eq!(output.code, 0, "{name} on {machine}\n{}{}", output.stdout, output.stderr);
        assert!(output.stdout.contains(" agree"), "{name} on {machine}: {}", output.stdout);
        output
    }

    fn is_grounded(&self) -> bool {
        !NOT_GROUNDED.contains(&self.name.as_str())
    }
}

/// Does the work on all processors.
fn for_each<T: Sync>(items: &[T], work: impl Fn(&T) + Sync) {
    let next = AtomicUsize::new(0);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
                    work(item);
                }
            });
        }
    });
}

#[test]
fn verify_passes_every_trace() {
    let Some(recorded) = recorded() else { return };
    assert_eq!(recorded.len(), 229);
    let late = AtomicUsize::new(0);
    for_each(&recorded, |recorded| {
        recorded.agrees("reference");
        if !recorded.is_grounded() {
            return;
        }
        let output = recorded.verify("circuit");
        if output.stderr.contains(LATE) {
            late.fetch_add(1, Ordering::Relaxed);
        } else {
            recorded.must_agree("circuit", output);
        }
    });
    assert!(late.into_inner() <= 3, "grounding takes too long");
}

/// What is said when grounding takes too long, as it may for a few on a machine that does much else.
const LATE: &str = "it took more than 60 seconds";

#[test]
fn what_cannot_be_grounded_is_played_by_the_reference_machine_alone() {
    let Some(recorded) = recorded() else { return };
    // With the others it takes longer to find out.
    let sudoku = recorded.iter().find(|recorded| recorded.name == "sudoku").expect("it is there");
    let stderr = sudoku.agrees("auto").stderr;
    let reason = "reference machine, because the rules cannot be grounded: ";
    assert!(stderr.starts_with(reason) && stderr.contains(" more than "), "{stderr}");
    let output = sudoku.verify("circuit");
    assert_eq!((output.code, output.stdout.as_str()), (1, ""));
    let reason = "the rules cannot be grounded (--machine reference plays without that): ";
    assert!(output.stderr.contains(reason), "{}", output.stderr);
    assert!(output.stderr.contains(" more than "), "{}", output.stderr);
}
