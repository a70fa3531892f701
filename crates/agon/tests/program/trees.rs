//! `agon learn trees`, and experiments with feature trees.

use crate::laboratory::{run_changed, timeless};
use crate::run::agon;
use std::fs;
use std::path::Path;

const TREES: &str = "crates/lab/tests/trees.toml";

fn text(path: &Path) -> &str {
    path.to_str().expect("a plain path")
}

#[test]
fn features_that_matter_are_chosen() {
    let run = |more: &[&str]| {
        let output = agon(&[&["learn", "trees", "nim", "--states", "500"], more].concat());
        assert_eq!(output.code, 0, "{}", output.stderr);
        output.stdout
    };
    let first = run(&[]);
    assert!(
        first.starts_with("nim: 18 features at 11 nodes; 4 of them (22 %) never change"),
        "{first}"
    );
    assert!(first.contains("matters to white") || first.contains("matter to white"), "{first}");
    assert!(first.contains("  F:num "), "{first}");
    assert_eq!(run(&[]), first, "the same seed gives the same matches");
    let black = run(&["--role", "black", "--alone", "--most", "1", "--depth", "2"]);
    assert!(black.contains("to black") && !black.contains("white"), "{black}");
    let chosen = black.lines().skip(3).filter(|line| !line.contains("not chosen"));
    assert!(chosen.count() <= 1, "{black}");
    // Two draws can always come out so.
    let few = run(&["--draws", "2", "--seed", "7"]);
    assert!(few.contains("no feature that matters to white was found"), "{few}");
}

#[test]
fn weights_of_all_features_are_learnt_against_chance() {
    let output = agon(&[
        "learn",
        "trees",
        "minichess",
        "--learn-games",
        "1500",
        "--most",
        "3",
        "--seed",
        "3",
    ]);
    assert_eq!(output.code, 0, "{}", output.stderr);
    let lines: Vec<&str> = output.stdout.lines().collect();
    let means: Vec<f64> = lines[3..13]
        .iter()
        .map(|line| line.split_whitespace().nth(1).expect("a mean").parse().expect("a number"))
        .collect();
    // Chance gives mate in one of fifty matches.
    assert!(lines[1].starts_with("white by chance: "), "{lines:?}");
    assert!(means[9] > means[0] + 20.0, "{means:?}");
    assert_eq!((lines[13].trim(), lines.len()), ("weight", 17), "{lines:?}");
}

#[test]
fn games_that_have_no_such_features_are_refused() {
    for (arguments, code, said) in [
        (&["lights-out"][..], 1, "features matter in games of two roles, and this one has 1"),
        (&["roshambo"], 1, "both roles have a choice at the same time"),
        (&["nim", "--role", "nobody"], 2, "there is no role `nobody`; there are `white`, `black`"),
        (&["nimm"], 2, "did you mean `nim`"),
        (&["nim", "--draws", "1"], 2, "1 is not in 2..=100000"),
        (&["nim", "--learn-games", "5", "--alone"], 2, "cannot be used with"),
    ] {
        let output = agon(&[&["learn", "trees"], arguments].concat());
        assert_eq!((output.code, output.stdout.as_str()), (code, ""), "{arguments:?}");
        assert!(output.stderr.contains(said), "{arguments:?}: {}", output.stderr);
    }
}

/// Ctrl-C ends trials and learning, and the features found so far are printed.
#[cfg(unix)]
#[test]
fn ctrl_c_stops() {
    use std::io::{BufRead, BufReader, Read};
    use std::process::{Command, Stdio};
    for (more, expected) in [
        (&["--draws", "100000"][..], "stopped before a feature"),
        (&["--learn-games", "100000000"], "weight"),
    ] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_agon"))
            .args([&["learn", "trees", "hallway", "--states", "100"], more].concat())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut out = BufReader::new(child.stdout.take().expect("it is piped"));
        let mut text = String::new();
        // It waits for Ctrl-C from its first line on.
        out.read_line(&mut text).expect("it is text");
        let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(killed.expect("there is a `kill`").success());
        out.read_to_string(&mut text).expect("it is text");
        assert_eq!(child.wait().expect("the program ends").code(), Some(1), "{text}");
        assert!(text.contains(expected), "{text}");
    }
}

fn experiment(out: &Path, change: [&str; 2], more: &[&str]) -> (i32, String, String) {
    run_changed(TREES, out, change, more)
}

fn trials(path: &Path) -> Vec<String> {
    timeless(path, &[])
}

#[test]
fn experiments_with_trees_are_the_same_again_and_go_on_where_they_were_killed() {
    let folders = [(); 2].map(|()| tempfile::tempdir().expect("a temporary folder"));
    let [first, second] = folders.each_ref().map(|folder| folder.path());
    let same = ["seed = 9", "seed = 9"];
    let (code, printed, said) = experiment(first, same, &["--threads", "1"]);
    assert_eq!(code, 0, "{said}");
    assert!(printed.contains("12 of 12 trials are in "), "{printed}");
    assert!(printed.contains("nim.black           learnt   "), "{printed}");
    assert_eq!(experiment(second, same, &["--threads", "3"]).0, 0);
    let [path, other] = [first, second].map(|folder| folder.join("trees-small.jsonl"));
    let expected = trials(&path);
    assert_eq!((expected.len(), &expected), (12, &trials(&other)));
    let bytes = fs::read(&path).expect("there are results");
    fs::write(&path, &bytes[..bytes.len() / 2]).expect("it is writable");
    assert_eq!(experiment(first, same, &[]).0, 0);
    assert_eq!(trials(&path), expected);
    let output = agon(&["lab", "report", TREES, "--results", text(first)]);
    assert_eq!(output.code, 0, "{}", output.stderr);
    assert_eq!(output.stdout.lines().count(), 1, "there is no figure: {}", output.stdout);
    let report = fs::read_to_string(first.join("trees-small.md")).expect("a report");
    assert!(report.contains("| Tic-tac-toe | oplayer | – | alone | "), "{report}");
    let (code, _, said) = experiment(first, ["reach = 2", "reach = 1"], &[]);
    assert!(code == 1 && said.contains("the experiment has changed"), "{said}");
}

#[test]
fn wrong_trees_are_reported_before_anything_is_played() {
    for [from, to, expected] in [
        ["game = \"nim\"", "game = \"nimm\"", "did you mean `nim`"],
        [
            "\"white\", \"black\"",
            "\"white\", \"blue\"",
            "nim.blue/document: there is no role `blue`",
        ],
        ["opponent = \"cadia-2007\"", "opponent = \"nobody\"", "no player `nobody`"],
        ["depth = 1", "depth = 99", "feature-trees.depth: 99 is not"],
        ["[feature-trees]", "[wins]\n[feature-trees]", "unknown field `wins`"],
    ] {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let (code, printed, said) = experiment(folder.path(), [from, to], &[]);
        assert!(code != 0 && said.contains(expected), "{to}: {said}");
        let played = fs::read_to_string(folder.path().join("trees-small.jsonl"));
        assert_eq!((printed.as_str(), played.unwrap_or_default().as_str()), ("", ""));
    }
}
