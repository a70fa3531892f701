//! `agon learn features` and `agon learn td`.

use crate::run::{agon, players};
use std::fs;

#[test]
fn features_are_shown_drawn_and_verified() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let [picture, graph] = ["f.svg", "f.dot"].map(|name| folder.path().join(name));
    let [svg, dot] = [&picture, &graph].map(|path| path.to_str().expect("a plain path"));
    let output =
        agon(&["learn", "features", "tic-tac-toe", "--verify", "50", "--svg", svg, "--dot", dot]);
    assert_eq!(output.code, 0, "{}", output.stderr);
    assert!(output.stdout.contains("regress-formula"), "{}", output.stdout);
    assert!(output.stdout.contains("agree with the reference machine in 50 states"));
    let picture = fs::read_to_string(picture).expect("there is a picture");
    assert!(picture.starts_with("<svg") && picture.contains("<title>"), "{picture}");
    let graph = fs::read_to_string(graph).expect("there is a graph");
    assert!(graph.starts_with("digraph") && graph.contains("(true (cell ?a 1 x))"), "{graph}");
    let drawn = agon(&["learn", "features", "tic-tac-toe", "--dot", "-"]);
    assert_eq!((drawn.code, drawn.stdout), (0, graph));
    let loosened = agon(&["learn", "features", "tic-tac-toe", "--loosen", "20", "--all"]);
    assert_eq!(loosened.code, 0, "{}", loosened.stderr);
    assert!(loosened.stdout.contains("split-disjunction         (true (cell ?a 1 x))"));
}

#[test]
fn weights_are_learnt_and_go_on_from_their_file() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("learnt.td");
    let file = path.to_str().expect("a plain path");
    let train = |matches: &str, more: &[&str]| {
        let first = ["learn", "td", "tic-tac-toe", "--out", file, "--games", matches];
        agon(&[&first, more].concat())
    };
    let output = train("200", &["--role", "xplayer"]);
    assert_eq!(output.code, 0, "{}", output.stderr);
    assert!(output.stdout.contains("xplayer: ") && !output.stdout.contains("oplayer: "));
    // What is there is not learnt again; the other role is.
    let output = train("300", &["--opponent", "self"]);
    assert_eq!(output.code, 0, "{}", output.stderr);
    let lines: Vec<&str> = output.stdout.lines().collect();
    let own = lines.iter().position(|line| line.starts_with("oplayer")).expect("it learns too");
    assert_eq!(lines[..own].iter().filter(|line| line.contains(" 300 ")).count(), 1, "{lines:?}");
    assert!(!lines[..own].iter().any(|line| line.contains(" 100 ")), "{lines:?}");
    let player = format!("td-learner:td.file={file},random");
    let output = agon(
        &[
            &["match", "tic-tac-toe"],
            &players(&player)[..],
            &["--games", "2", "--simulations", "9"],
        ]
        .concat(),
    );
    assert_eq!(output.code, 0, "{}", output.stderr);
    for (wrong, said) in
        [("{}", "not a file of learnt weights"), ("", "not a file of learnt weights")]
    {
        fs::write(&path, wrong).expect("it is writable");
        let output = train("10", &[]);
        assert!(output.code == 1 && output.stderr.contains(said), "{}", output.stderr);
        assert_eq!(fs::read_to_string(&path).expect("it is there"), wrong);
    }
    let output =
        agon(&["learn", "td", "tic-tac-toe", "--out", "/nowhere/at/all", "--role", "nobody"]);
    assert!(
        output.code == 2 && output.stderr.contains("there is no role `nobody`"),
        "{}",
        output.stderr
    );
}
