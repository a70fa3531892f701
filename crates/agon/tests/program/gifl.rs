//! `agon learn gifl`, and the players that use what it learns.

use crate::run::{agon, json, players};
use std::fs;
use std::path::Path;

fn text(path: &Path) -> &str {
    path.to_str().expect("a path in UTF-8")
}

#[test]
fn features_are_learnt_shown_and_used() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("ttt.json");
    let output =
        agon(&["learn", "gifl", "train", "tic-tac-toe", "--games", "200", "--out", text(&path)]);
    assert_eq!(output.code, 0, "{}", output.stderr);
    assert!(
        output.stdout.contains(" features of 200 games; facts of the last state explain the wins"),
        "{}",
        output.stdout
    );
    let saved = json(&fs::read_to_string(&path).expect("a file"));
    assert_eq!((&saved["runs"], &saved["levels"]), (&200.into(), &3.into()));
    let output = agon(&["learn", "gifl", "show", text(&path), "--most", "3"]);
    assert_eq!(output.code, 0, "{}", output.stderr);
    for part in ["level 1, offensive: ", "level 3, defensive: ", "xplayer: (mark ", "more\n"] {
        assert!(output.stdout.contains(part), "{part}: {}", output.stdout);
    }
    let player = format!("gifl:gifl.file={},random", text(&path));
    let more = ["--games", "4", "--simulations", "50", "--json"];
    let output = agon(&[&["match", "tic-tac-toe"], &players(&player)[..], &more].concat());
    assert_eq!(output.code, 0, "{}", output.stderr);
    let output = agon(&[&["match", "connect-four"], &players(&player)[..], &more].concat());
    assert_eq!(output.code, 1);
    assert!(output.stderr.contains("these are features of another one"), "{}", output.stderr);
}

#[test]
fn what_cannot_be_learnt_or_shown_is_said() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("none.json");
    for (game, message) in [("hanoi", "has 1 role(s)"), ("roshambo", "both roles have a choice")] {
        let output = agon(&["learn", "gifl", "train", game, "--out", text(&path)]);
        assert_eq!(output.code, 1);
        assert!(output.stderr.contains(message), "{}", output.stderr);
        assert!(!path.exists());
    }
    let output = agon(&["learn", "gifl", "show", text(&path)]);
    assert!(output.code == 1 && output.stderr.contains("none.json"), "{}", output.stderr);
    fs::write(&path, "{\"features\": 3}").expect("writable");
    let output = agon(&["learn", "gifl", "show", text(&path)]);
    assert!(output.code == 2 && output.stderr.contains("does not hold"), "{}", output.stderr);
    let output = agon(&[
        "match",
        "roshambo",
        "--player",
        "gifl",
        "--player",
        "random",
        "--games",
        "1",
        "--simulations",
        "5",
    ]);
    assert_eq!(output.code, 0, "{}", output.stderr);
    let player = format!("gifl:gifl.file={},random", text(&path));
    let output = agon(
        &[&["match", "nim"], &players(&player)[..], &["--games", "1", "--simulations", "5"]]
            .concat(),
    );
    assert!(output.code == 1 && output.stderr.contains("does not hold"), "{}", output.stderr);
}
