//! `agon analyze`, `agon similar` and `agon dev graph`: what is said about games.

use crate::run::agon;
use serde_json::Value;

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&agon(arguments).stdout).expect("it is JSON")
}

#[test]
fn what_games_are_made_of_is_told_to_people_and_programs() {
    let text = agon(&["analyze", "breakthrough-6x6"]).stdout;
    for line in [
        "  together they get 100",
        "  (cell + + -)  board of 6 x 6 cells, ordered by succ",
        "the board (x y) can be turned to (-x y); - reverses an axis",
        "  signs of arguments: + input, - output (determined by the inputs), . other",
    ] {
        let is_there = text.lines().any(|other| other.contains(line.trim()));
        assert!(is_there, "`{line}` is not in\n{text}");
    }
    let value = json(&["analyze", "auction", "--json"]);
    assert_eq!(value["renamings"].as_array().map(Vec::len), Some(5));
    let scrambled = json(&["analyze", "auction", "--json", "--scrambled"]);
    assert_eq!(scrambled["renamings"].as_array().map(Vec::len), Some(5));
}

#[test]
fn games_are_compared() {
    let output = agon(&["similar", "nim", "nim"]);
    assert_eq!((output.stdout.as_str(), output.code), ("the same game\n", 0));
    let output = agon(&["similar", "tic-tac-toe", "tic-tac-toe-inverted"]);
    assert_eq!((output.stdout.as_str(), output.code), ("variants: inverted goal\n", 0));
    let output = agon(&["similar", "nim", "hex"]);
    assert_eq!(output.code, 1);
    assert!(
        output.stdout.starts_with("not related\n\nAll rules were compared"),
        "{}",
        output.stdout
    );
    assert!(output.stdout.contains("boards "), "{}", output.stdout);
    let value = json(&["similar", "nim", "hex", "--json"]);
    assert_eq!(
        (&value["related"], &value["contrasts"][1]["figure"]),
        (&false.into(), &"boards".into())
    );
    let value = json(&["similar", "minichess", "minichess-5x5", "--json"]);
    assert_eq!(value["differences"][0], "board size, 4 x 4 and 5 x 5");
    assert_eq!(value["names"]["cell"], "cell");
    assert_eq!(agon(&["similar", "nim", "no-such-game"]).code, 2);
}

#[test]
fn graphs_are_drawn() {
    let output = agon(&["dev", "graph", "nim"]);
    assert_eq!(output.stdout, "161 vertices, 239 edges\n");
    let dot = agon(&["dev", "graph", "nim", "--dot", "-"]).stdout;
    assert_eq!(dot.matches(" -> ").count(), 239);
    let svg = agon(&["dev", "graph", "nim", "--svg", "-", "--free"]).stdout;
    assert!(svg.starts_with("<svg ") && svg.contains(">control</text>"), "{svg}");
    assert_eq!(agon(&["dev", "graph", "nim", "--dot", "no/such/folder/nim.dot"]).code, 1);
}
