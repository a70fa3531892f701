//! `agon solve`: what games are worth.

use crate::run::agon;

#[test]
fn small_games_are_solved() {
    let output = agon(&["solve", "nim"]);
    let lines: Vec<&str> = output.stdout.lines().collect();
    assert_eq!(lines[0], "white gets 100, with (take 2)");
    assert!(lines[1].starts_with("solved at depth 3; "), "{}", lines[1]);
    assert_eq!(lines[2], "  ((take 2) noop)");
    let output = agon(&["solve", "tic-tac-toe", "--role", "oplayer", "--json"]);
    let value: serde_json::Value = serde_json::from_str(&output.stdout).expect("it is JSON");
    assert_eq!((value["role"].as_str(), value["value"].as_f64()), (Some("oplayer"), Some(50.0)));
}
