//! The public rule sheets and an independent engine's record of play on them. They are not part of the project: the
//! tests are skipped, with a message, where they are absent.

use crate::run::{Output, agon};
use oracle::corpus;
use std::sync::atomic::{AtomicUsize, Ordering};

#[test]
fn check_accepts_every_public_sheet() {
    let Some(sheets) = corpus::sheets() else { return };
    assert!(sheets.len() > 200, "only {} sheets", sheets.len());
    let paths: Vec<String> = sheets.iter().map(|path| path.display().to_string()).collect();
    let arguments: Vec<&str> =
        std::iter::once("check").chain(paths.iter().map(String::as_str)).collect();
    let output = agon(&arguments);
    assert_eq!(output.code, 0, "{}", output.stdout);
    // The last line says how many sheets were checked.
    let words = output.stdout.lines().last().and_then(|line| line.split_once(" sheets checked: "));
    let checked = words.and_then(|(count, _)| count.parse().ok()).unwrap_or(0);
    corpus::report("agon check", checked, sheets.len(), "public sheets");
    assert_eq!(checked, sheets.len());
}

#[test]
fn check_names_the_fault_of_every_faulty_sheet() {
    let Some(faulty) = corpus::shared("corpus/faulty") else { return };
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
    let sheets = corpus::files(&faulty, ".kif").len();
    assert_eq!(sheets, named.len());
    for (name, fault) in named {
        let output = agon(&["check", &faulty.join(format!("{name}.kif")).display().to_string()]);
        assert!(output.stdout.contains(&format!("[{fault}]")), "{name}: {}", output.stdout);
        assert_eq!(output.code, i32::from(fault != "inconsistent-case"), "{name}");
    }
    corpus::report("agon check", named.len(), sheets, "faulty sheets");
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
    let folder = corpus::shared("corpus")?;
    let traces = corpus::traces()?.into_iter().map(|trace| {
        let file = trace.file_name().expect("a file").to_string_lossy().into_owned();
        let name = file.trim_end_matches(".jsonl.gz").to_owned();
        let sheet = folder.join(format!("{name}.kif")).display().to_string();
        Recorded { name, sheet, trace: trace.display().to_string() }
    });
    Some(traces.collect())
}

impl Recorded {
    fn verify(&self, machine: &str) -> Output {
        let trace = ["--trace", &self.trace, "--machine", machine, "-v"];
        agon(&[&["dev", "verify", &self.sheet], &trace[..]].concat())
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

/// Does the work for each item, on all processors.
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
    let [by_reference, by_circuit] = [const { AtomicUsize::new(0) }; 2];
    for_each(&recorded, |recorded| {
        recorded.agrees("reference");
        by_reference.fetch_add(1, Ordering::Relaxed);
        if !recorded.is_grounded() {
            return;
        }
        let output = recorded.verify("circuit");
        if !output.stderr.contains(LATE) {
            recorded.must_agree("circuit", output);
            by_circuit.fetch_add(1, Ordering::Relaxed);
        }
    });
    let [by_reference, by_circuit] = [by_reference, by_circuit].map(AtomicUsize::into_inner);
    corpus::report("agon verify, reference", by_reference, recorded.len(), "traces");
    corpus::report("agon verify, circuit", by_circuit, recorded.len(), "traces");
    assert_eq!(by_reference, recorded.len());
    let late = recorded.len() - NOT_GROUNDED.len() - by_circuit;
    assert!(late <= 3, "grounding takes too long for {late} sheets");
}

/// Message when grounding takes too long, as it may for a few sheets on a busy computer.
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
