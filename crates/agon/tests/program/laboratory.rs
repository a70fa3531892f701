//! `agon lab`: lists, runs that can be stopped anywhere, reports, and experiments that are wrong.

use crate::run::{agon, json, root};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

const TINY: &str = "crates/lab/tests/tiny.toml";
const TIMED: &str = "crates/lab/tests/timed.toml";
const STATES: &str = "crates/lab/tests/states.toml";

fn folder() -> TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a plain path")
}

/// Runs the tiny experiment; what was printed.
fn run(out: &Path, more: &[&str]) -> String {
    let output = agon(&[&["lab", "run", TINY, "--results", text(out)], more].concat());
    assert_eq!(output.code, 0, "{}", output.stderr);
    output.stdout
}

/// Returns the lines of a file of results without the times.
fn results(path: &Path) -> Vec<String> {
    timeless_lines(path, &["thought", "pace"])
}

/// Returns the lines of a file of results without these times in the findings, and without program and machine.
fn timeless_lines(path: &Path, times: &[&str]) -> Vec<String> {
    let text = fs::read_to_string(path).expect("there are results");
    let timeless = |line: &str| {
        let mut value = json(line);
        let object = value.as_object_mut().expect("it is an object");
        object.remove("commit");
        for key in ["seconds", "threads", "version", "machine"] {
            assert!(object.remove(key).is_some(), "there is no `{key}`");
        }
        let finding = value["finding"].as_object_mut().expect("it is an object");
        for key in times {
            assert!(finding.remove(*key).is_some(), "there is no `{key}`");
        }
        value.to_string()
    };
    text.lines().map(timeless).collect()
}

#[test]
fn experiments_are_listed() {
    let output = agon(&["lab", "list"]);
    assert_eq!(output.code, 0, "{}", output.stderr);
    let lines: Vec<&str> = output.stdout.lines().collect();
    let words = |line: usize| lines[line].split_whitespace().collect::<Vec<&str>>();
    assert_eq!(words(0), ["name", "kind", "small", "full", "title"]);
    assert_eq!(words(1)[..5], ["against-flux", "matches", "24", "96", "matches"]);
    assert!(words(3).starts_with(&["cadia-table-1", "matches", "270", "5400", "matches"]));
    assert!(lines[3].contains("Finnsson and Björnsson 2010, Table 1: "), "{}", lines[3]);
}

#[test]
fn an_experiment_is_described_with_its_results() {
    let folder = folder();
    run(folder.path(), &["--cell", "nim/self"]);
    let output = agon(&["lab", "list", TINY, "--results", text(folder.path())]);
    assert_eq!(output.code, 0, "{}", output.stderr);
    for part in [
        "tiny: A tiny experiment\nquestion: Does making",
        "\ndocument: Kuhlmann 2010, Table 0: Nobody can tell.\nkind: matches\n",
        "\ngames: nim, tic-tac-toe\ncells: nim/chance, nim/self, tic-tac-toe/chance, ",
        "\nsmall: 2 of 8 matches are in ",
        "\nfull: 28 matches, none finished in ",
    ] {
        assert!(output.stdout.contains(part), "{}", output.stdout);
    }
}

#[test]
fn every_line_tells_the_program_and_the_machine() {
    let folder = folder();
    run(folder.path(), &["--cell", "nim/self"]);
    let lines = fs::read_to_string(folder.path().join("tiny-small.jsonl")).expect("results");
    for line in lines.lines().map(json) {
        assert_eq!(line["version"], env!("CARGO_PKG_VERSION"));
        assert!(line["machine"].as_str().is_some_and(|it| it.contains(" core")), "{line}");
    }
}

#[test]
fn results_are_exported() {
    let folder = folder();
    run(folder.path(), &["--threads", "1"]);
    let export = |more: &[&str]| {
        let arguments = ["lab", "export", TINY, "--results", text(folder.path())];
        let output = agon(&[&arguments, more].concat());
        assert_eq!(output.code, 0, "{}", output.stderr);
        output.stdout
    };
    let csv = export(&[]);
    let rows: Vec<&str> = csv.lines().collect();
    assert!(rows[0].starts_with("experiment,cell,number,seed,task.budgets,task.game,"), "{csv}");
    assert!(rows[0].contains(",finding.goals,") && rows[0].contains(",seconds,threads,"), "{csv}");
    assert_eq!((rows.len(), &rows[1][..18]), (9, "tiny,nim/chance,0,"));
    let values = json(&export(&["--format", "json"]));
    assert_eq!(values.as_array().map(Vec::len), Some(8));
    assert_eq!(values[0]["task"]["game"], "nim");
    let file = folder.path().join("tiny.csv");
    assert_eq!(export(&["--out", text(&file), "--scale", "small"]), "");
    assert_eq!(fs::read_to_string(&file).expect("it is written"), csv);
    let output =
        agon(&["lab", "export", TINY, "--results", text(folder.path()), "--scale", "full"]);
    assert_eq!((output.code, output.stdout.as_str()), (1, ""));
    let missing = "there are no results of tiny at the scale full in ";
    assert!(output.stderr.contains(missing), "{}", output.stderr);
    assert!(output.stderr.contains("--scale full --results "), "{}", output.stderr);
}

#[test]
fn a_sheet_is_found_beside_the_experiment_and_must_have_its_content() {
    let folder = folder();
    let definition = fs::read_to_string(root().join(TINY)).expect("it is there");
    let rules = fs::read(root().join("games/nim/rules.kif")).expect("it is there");
    fs::write(folder.path().join("heaps.kif"), &rules).expect("it is writable");
    let file = folder.path().join("mine.toml");
    let write = |sha256: &str| {
        let sheet = format!("[sheets.heaps]\npath = \"heaps.kif\"\nsha256 = \"{sha256}\"\n");
        let text = definition.replace("game = \"nim\"", "game = \"heaps\"");
        fs::write(&file, text.replace("[matches]", &format!("{sheet}[matches]")))
            .expect("writable");
    };
    write(&"0".repeat(64));
    let arguments =
        ["lab", "run", text(&file), "--results", text(folder.path()), "--cell", "heaps/self"];
    let output = agon(&arguments);
    assert_eq!((output.code, output.stdout.as_str()), (1, ""));
    assert!(output.stderr.contains("heaps.kif has the SHA-256 "), "{}", output.stderr);
    let found = output.stderr.split("has the SHA-256 ").nth(1).expect("it is said");
    write(&found[..64]);
    let output = agon(&arguments);
    assert_eq!(output.code, 0, "{}", output.stderr);
    assert!(output.stdout.contains("2 of 8 matches are in "), "{}", output.stdout);
    fs::remove_file(folder.path().join("heaps.kif")).expect("it is there");
    let output = agon(&arguments);
    assert!(output.code == 1 && output.stderr.contains("heaps.kif"), "{}", output.stderr);
}

#[test]
fn two_runs_give_the_same_matches() {
    let (first, second) = (folder(), folder());
    run(first.path(), &["--threads", "1"]);
    run(second.path(), &["--threads", "3"]);
    let expected = results(&first.path().join("tiny-small.jsonl"));
    let mut found = results(&second.path().join("tiny-small.jsonl"));
    assert_eq!(expected.len(), 8);
    found.sort();
    let mut sorted = expected;
    sorted.sort();
    assert_eq!(found, sorted);
}

#[test]
fn a_run_goes_on_where_it_was_killed() {
    let folder = folder();
    let path = folder.path().join("tiny-small.jsonl");
    run(folder.path(), &["--threads", "1"]);
    let expected = results(&path);
    let bytes = fs::read(&path).expect("there are results");
    for length in [0, 10, bytes.len() / 2, bytes.len() - 1] {
        fs::write(&path, &bytes[..length]).expect("it is writable");
        run(folder.path(), &["--threads", "1"]);
        assert_eq!(results(&path), expected, "{length}");
    }
    let bytes = fs::read(&path).expect("there are results");
    let printed = run(folder.path(), &[]);
    assert!(printed.contains("8 of 8 matches are in "), "{printed}");
    assert_eq!(
        fs::read(&path).expect("there are results").len(),
        bytes.len(),
        "nothing was played"
    );
}

#[test]
fn matches_by_time_are_played_on_no_more_threads_than_processors() {
    let folder = folder();
    let arguments = ["lab", "run", TIMED, "--results", text(folder.path())];
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let output = agon(&[&arguments[..], &["--threads", &(processors + 1).to_string()]].concat());
    assert_eq!((output.code, output.stdout.as_str()), (2, ""));
    assert!(output.stderr.contains(&format!("at most {processors} matches")), "{}", output.stderr);
    let output = agon(&arguments);
    assert_eq!(output.code, 0, "{}", output.stderr);
    assert!(output.stdout.contains("4 of 4 matches are in "), "{}", output.stdout);
    assert!(!output.stdout.contains("document"), "{}", output.stdout);
    let lines = fs::read_to_string(folder.path().join("timed-small.jsonl")).expect("results");
    let (timed, counted): (Vec<_>, Vec<_>) =
        lines.lines().map(json).partition(|line| line["cell"] == "nim/uct");
    assert_eq!((timed.len(), counted.len()), (2, 2));
    for record in &timed {
        let (task, finding) = (&record["task"], &record["finding"]);
        let tested = task["tested"].as_u64().expect("a role") as usize;
        assert!(task["budgets"][1]["clock"] == 0.02, "{record}");
        assert!(finding["playouts"][tested].as_u64() > Some(0), "{record}");
        // Once for a move at least; what was thought before the first one is not counted.
        assert!(finding["thought"][tested].as_f64() >= Some(0.02), "{record}");
        assert_eq!(record["threads"], processors);
    }
    assert!(counted.iter().all(|it| it["task"]["budgets"][0]["simulations"] == 20), "{counted:?}");
    let output = agon(&["lab", "report", TIMED, "--results", text(folder.path())]);
    assert_eq!(output.code, 0, "{}", output.stderr);
    let report = fs::read_to_string(folder.path().join("timed-small.md")).expect("a report");
    assert!(
        report.contains("## Speed") && report.contains("does not give the same match"),
        "{report}"
    );
}

#[test]
fn a_second_run_of_an_experiment_is_refused() {
    let folder = folder();
    run(folder.path(), &["--cell", "nim/self"]);
    let path = folder.path().join("tiny-small.jsonl");
    let mut first = fs::OpenOptions::new().append(true).open(&path).expect("there are results");
    first.try_lock().expect("nobody has it");
    first.write_all(b"{").expect("it is writable");
    let output = agon(&["lab", "run", TINY, "--results", text(folder.path())]);
    assert_eq!((output.code, output.stdout.as_str()), (1, ""));
    let said = "tiny-small.jsonl: another run is adding its results to this file";
    assert!(output.stderr.contains(said), "{}", output.stderr);
    assert!(fs::read(&path).expect("there are results").ends_with(b"\n{"), "nothing was changed");
    let report = agon(&["lab", "report", TINY, "--results", text(folder.path())]);
    assert_eq!(report.code, 0, "reports can be had at any time: {}", report.stderr);
    // Closing the file would not do: a program that another test is about to start may still have it open.
    first.unlock().expect("it is ours");
    assert!(run(folder.path(), &[]).contains("8 of 8 matches"));
}

#[test]
fn single_cells_can_be_run() {
    let folder = folder();
    let printed = run(folder.path(), &["--cell", "nim/self", "--scale", "full"]);
    assert!(printed.contains("7 of 28 matches are in "), "{printed}");
    assert_eq!(printed.lines().count(), 3, "{printed}");
    let lines = results(&folder.path().join("tiny-full.jsonl"));
    assert!(lines.iter().all(|line| json(line)["cell"] == "nim/self"), "{lines:?}");
}

#[test]
fn reports_are_written_for_all_that_was_run() {
    let folder = folder();
    let report =
        || agon(&["lab", "report", TINY, "--results", text(folder.path()), "--commit", "abc"]);
    let output = report();
    assert_eq!((output.code, output.stdout.as_str()), (1, ""));
    let missing = "there are no results of tiny in ";
    assert!(output.stderr.contains(missing), "{}", output.stderr);
    assert!(output.stderr.contains("crates/lab/tests/tiny.toml --results "), "{}", output.stderr);
    run(folder.path(), &[]);
    run(folder.path(), &["--scale", "full"]);
    let output = report();
    assert_eq!(output.code, 0, "{}", output.stderr);
    let names = ["tiny-small.md", "tiny-small.svg", "tiny-full.md", "tiny-full.svg"];
    let paths = names.map(|name| folder.path().join(name));
    assert_eq!(output.stdout.lines().collect::<Vec<_>>(), paths.each_ref().map(|path| text(path)));
    let report = fs::read_to_string(&paths[2]).expect("there is a report");
    assert!(report.contains("all 28 matches are finished"), "{report}");
    assert!(report.contains("](tiny-full.svg)"), "{report}");
    // Only results that did not record a commit get the one of the command line.
    let lines = fs::read_to_string(folder.path().join("tiny-full.jsonl")).expect("results");
    let line = json(lines.lines().next().expect("a line"));
    let commit = line["commit"].as_str().unwrap_or("abc");
    assert!(report.contains(&format!("commit {commit}")), "{report}");
}

#[test]
fn notes_beside_the_file_become_the_discussion() {
    let folder = folder();
    let file = folder.path().join("tiny.toml");
    fs::copy(root().join(TINY), &file).expect("it can be copied");
    fs::write(folder.path().join("tiny.notes.md"), "Chance **rules**.\n").expect("it is writable");
    let out = ["--results", text(folder.path())];
    assert_eq!(agon(&[&["lab", "run", text(&file)], &out[..]].concat()).code, 0);
    assert_eq!(agon(&[&["lab", "report", text(&file)], &out[..]].concat()).code, 0);
    let report = fs::read_to_string(folder.path().join("tiny-small.md")).expect("a report");
    let note = "*This discussion is about the run at full scale.*";
    let discussion = format!("## Discussion\n\n{note}\n\nChance **rules**.\n\n## In detail");
    assert!(report.contains(&discussion), "{report}");
}

/// Runs the tiny experiment with something replaced; the exit code and what was said.
#[track_caller]
fn complaint(from: &str, to: &str) -> (i32, String) {
    let folder = folder();
    let path: PathBuf = folder.path().join("mine.toml");
    let definition = fs::read_to_string(root().join(TINY)).expect("it is there");
    assert!(definition.contains(from), "`{from}` is not in the definition");
    fs::write(&path, definition.replace(from, to)).expect("it is writable");
    let output = agon(&["lab", "run", text(&path), "--results", text(folder.path())]);
    let played = fs::read_to_string(folder.path().join("tiny-small.jsonl")).unwrap_or_default();
    assert_eq!((output.stdout.as_str(), played.as_str()), ("", ""), "something was played");
    (output.code, output.stderr)
}

#[test]
fn wrong_experiments_are_reported_before_anything_is_played() {
    let wrong = [
        ("swap = true", "swop = true", "mine.toml: ", "unknown field `swop`"),
        ("simulations = 10", "simulations = 0", "mine.toml: ", "matches.rows.nim.simulations"),
        ("player = \"random\"", "player = \"nobody\"", "mine.toml: ", "no player `nobody`"),
        ("simulations = 10", "simulations = 10\nplayers = { chance = 'no' }", "", "no player `no`"),
        ("player = \"random\"", "player = \"random:c=1\"", "player `random`", "no setting `c`"),
        ("game = \"nim\"", "game = \"nimm\"", "mine.toml: nimm/chance: ", "did you mean `nim`"),
        ("game = \"nim\"", "game = \"lights-out\"", "lights-out/chance", "and there are 2 players"),
    ];
    for (from, to, first, second) in wrong {
        let (code, said) = complaint(from, to);
        assert!(code != 0 && said.contains(first) && said.contains(second), "{to}: {said}");
    }
}

#[test]
fn results_of_an_experiment_that_has_changed_are_not_mixed_with_new_ones() {
    let folder = folder();
    run(folder.path(), &[]);
    let definition = fs::read_to_string(root().join(TINY)).expect("it is there");
    let file = folder.path().join("tiny.toml");
    fs::write(&file, definition.replace("simulations = 10", "simulations = 11")).expect("writable");
    for command in ["run", "report"] {
        let output = agon(&["lab", command, text(&file), "--results", text(folder.path())]);
        assert_eq!(output.code, 1);
        let expected = "was made with `budgets` [{\"simulations\":10},{\"simulations\":10}], and the experiment has [{\"simulations\":11}";
        assert!(output.stderr.contains(expected), "{}", output.stderr);
        assert!(output.stderr.contains("tiny-small.jsonl"), "{}", output.stderr);
    }
}

#[test]
fn what_is_not_there_is_a_usage_error() {
    let wrong: [&[&str]; 5] = [
        &["lab"],
        &["lab", "run", "cadia-table-9"],
        &["lab", "report", "cadia-table-9"],
        &["lab", "run", TINY, "--cell", "nim/nobody", "--results", "/nonexistent"],
        &["lab", "run", TINY, "--scale", "huge"],
    ];
    for arguments in wrong {
        let output = agon(arguments);
        assert_eq!((output.code, output.stdout.as_str()), (2, ""), "{arguments:?}");
    }
    let output = agon(&["lab", "run", TINY, "--cell", "nim/nobody"]);
    assert!(output.stderr.contains("`nim/chance`, `nim/self`"), "{}", output.stderr);
    let output = agon(&["lab", "run", "cadia-table-9"]);
    assert!(output.stderr.contains("`cadia-table-1`"), "{}", output.stderr);
}

/// Runs an experiment with something in its definition replaced; the exit code, what was printed and what was said.
pub fn run_changed(
    definition: &str,
    out: &Path,
    [from, to]: [&str; 2],
    more: &[&str],
) -> (i32, String, String) {
    let definition = fs::read_to_string(root().join(definition)).expect("it is there");
    assert!(definition.contains(from), "`{from}` is not in the definition");
    let file = out.join("mine.toml");
    fs::write(&file, definition.replace(from, to)).expect("it is writable");
    let output = agon(&[&["lab", "run", text(&file), "--results", text(out)], more].concat());
    (output.code, output.stdout, output.stderr)
}

/// Returns the lines of a file of results, sorted, without these times in the findings.
pub fn timeless(path: &Path, times: &[&str]) -> Vec<String> {
    let mut lines = timeless_lines(path, times);
    lines.sort();
    lines
}

fn estimate(out: &Path, change: [&str; 2], more: &[&str]) -> (i32, String, String) {
    run_changed(STATES, out, change, more)
}

fn trials(path: &Path) -> Vec<String> {
    timeless(path, &[])
}

#[test]
fn estimates_are_the_same_again_and_go_on_where_they_were_killed() {
    let (first, second) = (folder(), folder());
    let same = ["seed = 5", "seed = 5"];
    let (code, printed, said) = estimate(first.path(), same, &["--threads", "1"]);
    assert_eq!(code, 0, "{said}");
    assert!(printed.contains("tic-tac-toe critical") && printed.contains("3 of 3 trials are in "));
    assert_eq!(estimate(second.path(), same, &["--threads", "3"]).0, 0);
    let [path, other] = [&first, &second].map(|it| it.path().join("states-small.jsonl"));
    let expected = trials(&path);
    assert_eq!((expected.len(), &expected), (3, &trials(&other)));
    let drawn =
        json(&expected[0])["finding"]["critical"]["estimates"].as_array().map_or(0, Vec::len);
    assert!((1..=5).contains(&drawn), "{}", expected[0]);
    let bytes = fs::read(&path).expect("there are results");
    fs::write(&path, &bytes[..bytes.len() / 2]).expect("it is writable");
    assert_eq!(estimate(first.path(), same, &[]).0, 0);
    assert_eq!(trials(&path), expected);
    let output = agon(&["lab", "report", STATES, "--results", text(first.path())]);
    assert_eq!(output.code, 0, "{}", output.stderr);
    assert_eq!(output.stdout.lines().count(), 1, "there is no figure: {}", output.stdout);
    let report = fs::read_to_string(first.path().join("states-small.md")).expect("a report");
    assert!(report.contains("| Tic-tac-toe | critical | 3 |"), "{report}");
    let (code, _, said) = estimate(first.path(), ["playouts = 10", "playouts = 11"], &[]);
    assert!(code == 1 && said.contains("the experiment has changed"), "{said}");
}

#[test]
fn wrong_estimates_are_reported_before_anything_is_played() {
    let wrong = [
        ["max.goal", "max.beauty", "tic-tac-toe: there is no heuristic `max.beauty`; there are"],
        ["game = \"tic-tac-toe\"", "game = \"tic-tac-tow\"", "did you mean `tic-tac-toe`"],
        ["visits = 10", "visits = 0", "estimates.visits: 0 is not"],
        ["[estimates]", "[wins]\n[estimates]", "unknown field `wins`"],
    ];
    for [from, to, expected] in wrong {
        let folder = folder();
        let (code, printed, said) = estimate(folder.path(), [from, to], &[]);
        assert!(code != 0 && said.contains(expected), "{to}: {said}");
        let played = fs::read_to_string(folder.path().join("states-small.jsonl"));
        assert_eq!((printed.as_str(), played.unwrap_or_default().as_str()), ("", ""));
    }
}

/// Asserts that after Ctrl-C during a run its finished tasks are kept, and the next run goes on after them.
#[cfg(unix)]
#[track_caller]
fn is_stopped_by_ctrl_c(file: &Path, out: &Path, path: &Path) {
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};
    let child = Command::new(env!("CARGO_BIN_EXE_agon"))
        .args(["lab", "run", text(file), "--scale", "full", "--results", text(out)])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let begun = Instant::now();
    while fs::metadata(path).map_or(0, |data| data.len()) == 0 {
        assert!(begun.elapsed() < Duration::from_secs(60), "nothing is played");
        std::thread::sleep(Duration::from_millis(5));
    }
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.expect("there is a `kill`").success());
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stderr).expect("it is text");
    assert!(said.contains("stopped; the same command goes on from here"), "{said}");
    let text = fs::read_to_string(path).expect("there are results");
    assert!(text.ends_with('\n'), "{text}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_leaves_whole_lines() {
    let folder = folder();
    let path = folder.path().join("tiny-full.jsonl");
    let definition = fs::read_to_string(root().join(TINY)).expect("it is there");
    let file = folder.path().join("tiny.toml");
    let endless = definition.replace("full = 7", "full = 100000").replace("seed = 5", "seed = 6");
    fs::write(&file, endless).expect("it is writable");
    is_stopped_by_ctrl_c(&file, folder.path(), &path);
    assert!(!results(&path).is_empty());
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_tree_search_of_estimates() {
    let folder = folder();
    let path = folder.path().join("states-full.jsonl");
    is_stopped_by_ctrl_c(&root().join(STATES), folder.path(), &path);
    let finished = trials(&path).len();
    assert!((1..1000).contains(&finished), "{finished}");
}

#[test]
fn features_are_counted_and_told() {
    let folder = folder();
    let features = "crates/lab/tests/features.toml";
    let run = || agon(&["lab", "run", features, "--results", text(folder.path())]);
    let output = run();
    assert_eq!(output.code, 0, "{}", output.stderr);
    assert!(output.stdout.contains("4 of 4 trials are in "), "{}", output.stdout);
    let path = folder.path().join("features-small.jsonl");
    let counts = || timeless(&path, &["generating", "selecting", "evaluating"]);
    let before = counts();
    fs::remove_file(&path).expect("there is a file");
    assert_eq!(run().code, 0);
    assert_eq!(counts(), before);
    let output = agon(&["lab", "report", features, "--results", text(folder.path())]);
    assert_eq!(output.code, 0, "{}", output.stderr);
    let report = fs::read_to_string(folder.path().join("features-small.md")).expect("a report");
    assert!(report.contains("| Tic-tac-toe | – | "), "{report}");
}

#[test]
fn learners_are_trained_and_tested() {
    let folder = folder();
    let training = "crates/lab/tests/training.toml";
    let run = || agon(&["lab", "run", training, "--results", text(folder.path())]);
    let output = run();
    assert_eq!(output.code, 0, "{}", output.stderr);
    assert!(output.stdout.contains("4 of 4 trials are in "), "{}", output.stdout);
    let path = folder.path().join("training-small.jsonl");
    let results = || timeless(&path, &[]);
    let before = results();
    for line in &before {
        let finding = &json(line)["finding"];
        assert_eq!(finding["sums"].as_array().map(Vec::len), Some(50));
        assert!(finding["features"].as_u64() > Some(0), "there are no features");
    }
    fs::remove_file(&path).expect("there is a file");
    assert_eq!(run().code, 0);
    assert_eq!(results(), before);
    let output = agon(&["lab", "report", training, "--results", text(folder.path())]);
    assert_eq!(output.code, 0, "{}", output.stderr);
    let report = fs::read_to_string(folder.path().join("training-small.md")).expect("a report");
    assert!(report.contains("| Circle solitaire | taker | "), "{report}");
    assert!(folder.path().join("training-small.svg").is_file());
}
