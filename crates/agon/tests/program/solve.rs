//! `agon solve`: finds the value of games and the best moves.

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

#[test]
fn the_exit_code_says_whether_the_value_is_proven() {
    for (player, nodes, code) in [
        ("exhaustive", "100000", 0),
        ("exhaustive", "50", 1),
        ("kuhl", "100000", 0),
        ("kuhl", "50", 1),
    ] {
        let arguments = ["solve", "tic-tac-toe", "--player", player, "--nodes", nodes, "--json"];
        let output = agon(&arguments);
        assert_eq!(output.code, code, "{player} {nodes}: {}", output.stdout);
        let value: serde_json::Value = serde_json::from_str(&output.stdout).expect("it is JSON");
        assert_eq!(value["solved"].as_bool(), Some(code == 0), "{player} {nodes}: {value}");
        assert!(value["depth"].as_u64().is_some_and(|depth| depth > 0), "{value}");
    }
}

#[test]
fn players_that_prove_nothing_are_refused() {
    let output = agon(&["solve", "nim", "--player", "cadia-2010"]);
    assert_eq!(output.code, 2);
    assert!(output.stderr.contains("`exhaustive`"), "{}", output.stderr);
}
