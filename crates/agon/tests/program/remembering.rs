//! Players that remember more than values: heuristics, symmetries and features, in other words and in variants.

use crate::run::{Output, agon, json, root};
use std::path::Path;

/// Returns the path of a new file of knowledge, and its temporary folder.
fn knowledge() -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().expect("there is room");
    let file = text(&folder.path().join("k"));
    (folder, file)
}

fn text(path: &Path) -> String {
    path.to_str().expect("it is text").to_owned()
}

/// Writes the rules of a game in other words; returns the path and the scrambler.
fn scrambled(game: &str, folder: &Path) -> (String, gdl::Scrambler) {
    let rules = std::fs::read_to_string(root().join("games").join(game).join("rules.kif"));
    let rules = rules.expect("the game is there");
    let scrambler = gdl::Scrambler::new(&rules, 7);
    let path = folder.join(format!("{game}-scrambled.kif"));
    std::fs::write(&path, scrambler.scramble(&rules)).expect("there is room");
    (text(&path), scrambler)
}

/// Solves a game by a player that uses a file of knowledge.
fn solve(game: &str, player: &str, nodes: &str, file: &str) -> Output {
    let output = agon(&["solve", game, "--player", player, "--nodes", nodes, "--knowledge", file]);
    assert!(output.code < 2 && !output.stderr.contains("error"), "{}", output.stderr);
    output
}

#[test]
fn heuristics_that_did_well_are_used_in_other_words_and_turned_round_in_the_inverted_game() {
    let (folder, file) = knowledge();
    let arguments = ["--games", "20", "--nodes", "200", "--knowledge", &file];
    let output = agon(&[&["learn", "heuristics", "nothello"][..], &arguments].concat());
    assert_eq!(output.code, 0, "{}", output.stderr);
    let row = output.stdout.lines().find(|line| line.starts_with("min.cell.black "));
    assert!(row.is_some_and(|row| row.ends_with("better")), "{}", output.stdout);
    assert!(output.stdout.contains("heuristics of black are remembered with nothello"));
    let again = agon(&["learn", "heuristics", "nothello", "--games", "20", "--nodes", "200"]);
    assert!(output.stdout.starts_with(&again.stdout), "the same seed gives the same");
    // In the same game, whatever it is called.
    let (other, scrambler) = scrambled("nothello", folder.path());
    for (game, name) in [
        ("nothello", "min.cell.black".to_owned()),
        (&other, {
            let [cell, black] = ["cell", "black"].map(|word| scrambler.scramble(word));
            format!("min.{}.{}", cell.trim(), black.trim())
        }),
        // Whoever has fewer wins there, and whoever has more here.
        ("othello", "max.cell.black".to_owned()),
    ] {
        let output = solve(game, "kuhl", "400", &file);
        let said =
            output.stdout.lines().find(|line| line.contains("; uses remembered heuristics "));
        assert!(said.is_some_and(|said| said.contains(&name)), "{name}: {}", output.stdout);
        assert!(output.stderr.contains("known: heuristics of "), "{}", output.stderr);
        assert!(output.stderr.contains(&name), "{}", output.stderr);
    }
    let without = agon(&["solve", "nothello", "--player", "kuhl", "--nodes", "400"]);
    assert!(!without.stdout.contains("remembered heuristics"), "{}", without.stdout);
    assert_eq!(agon(&["learn", "heuristics", "nothello", "--role", "green"]).code, 2);
}

#[test]
fn features_that_were_learnt_once_are_used_in_other_words() {
    let (folder, file) = knowledge();
    let output =
        agon(&["learn", "gifl", "train", "tic-tac-toe", "--games", "200", "--knowledge", &file]);
    assert!(output.stdout.contains("the features are remembered with tic-tac-toe"));
    assert_eq!(
        agon(&["learn", "gifl", "train", "tic-tac-toe"]).code,
        2,
        "they would be for nothing"
    );
    let (other, _) = scrambled("tic-tac-toe", folder.path());
    for game in ["tic-tac-toe", &other] {
        let output = solve(game, "gifl-alphabeta", "100", &file);
        assert!(output.stdout.contains(" remembered features; "), "{}", output.stdout);
        let known = "features of the ends of tic-tac-toe, which is the same game";
        assert!(output.stderr.contains(known), "{}", output.stderr);
    }
    let players = ["--player", "gifl", "--player", "agon", "--games", "2", "--simulations", "20"];
    let output = agon(&[&["match", &other], &players[..], &["--knowledge", &file]].concat());
    assert_eq!(output.code, 0, "{}", output.stderr);
    assert!(output.stderr.contains("features of the ends of"), "{}", output.stderr);
    // What wins there loses here.
    let output = solve("tic-tac-toe-inverted", "gifl-alphabeta", "100", &file);
    assert!(!output.stdout.contains("remembered feature"), "{}", output.stdout);
}

#[test]
fn features_are_used_where_only_the_start_is_another() {
    let (_folder, file) = knowledge();
    let output = agon(&[
        "learn",
        "gifl",
        "train",
        "mini-checkers-5",
        "--games",
        "100",
        "--knowledge",
        &file,
    ]);
    assert!(output.stdout.contains("are remembered with"), "{}", output.stderr);
    let output = solve("mini-checkers-4", "gifl-alphabeta", "100", &file);
    let known = "features of the ends of mini-checkers-5, which is a variant (number of markers)";
    assert!(output.stderr.contains(known), "{}", output.stderr);
    assert!(output.stdout.contains(" remembered feature"), "{}", output.stdout);
}

#[test]
fn symmetries_are_known_in_other_words_and_on_other_boards() {
    let (folder, file) = knowledge();
    agon(&["knowledge", "add", &file, "capture-go-3x3"]);
    let (other, _) = scrambled("capture-go-3x3", folder.path());
    let player = "exhaustive:search.symmetries=true";
    let nodes = |output: &Output| {
        let (_, rest) = output.stdout.split_once("; ").expect("a note");
        rest.split(' ').next().expect("a number").parse::<u64>().expect("a number")
    };
    for game in ["capture-go-3x3", &other] {
        let fresh = agon(&["solve", game, "--player", player]);
        let known = solve(game, player, "1000000", &file);
        assert_eq!(nodes(&known), nodes(&fresh), "{}", known.stderr);
        assert!(known.stderr.contains("symmetries of capture-go-3x3, which is the same game"));
    }
    let known = solve("capture-go-4x4", player, "100", &file);
    let said = "7 symmetries of capture-go-3x3, which is a variant (board size, 3 x 3 and 4 x 4)";
    assert!(known.stderr.contains(said), "{}", known.stderr);
}

/// Values of the wrong shape, or of the right one and without sense.
const JUNK: &str = r#"[null, 3, [], {}, "x", {"turns": "x"}, {"turns": ["-x y"], "boards": null, "renamings": []},
    {"turns": ["-x y"], "boards": {"fluents": [["cell", 3, [9, 9]]], "values": [["1"], []]}, "renamings": []},
    {"turns": [], "boards": null, "renamings": [{"names": [], "arguments": [["cell", 3, [7, 7, 7]]]}]},
    {"heuristics": 4}, {"heuristics": [{"name": "x"}]},
    {"heuristics": [{"name": "x", "score": 1e300, "even": 0, "matches": 1, "heuristic":
        {"is_minimised": true, "subject": {"feature": {"fluent": "cell", "arity": 3,
        "what": {"position": {"with": [[99, "x"]], "axis": {"argument": 77, "values": []}}}}}}}]},
    {"game": "x", "runs": 1, "levels": 1, "terminal_facts": true, "features": [{"level": 0, "kind": "offensive",
        "role": "xplayer", "facts": ["((", "(nothing)", ""], "moves": ["(fly)"], "count": 1}]}]"#;

#[test]
fn what_makes_no_sense_is_not_used() {
    let (folder, file) = knowledge();
    agon(&["knowledge", "add", &file, "tic-tac-toe"]);
    let line = json(&agon(&["knowledge", "export", &file]).stdout);
    for (number, junk) in json(JUNK).as_array().expect("a list").iter().enumerate() {
        let mut line = line.clone();
        let items = line["items"].as_array_mut().expect("a list");
        items.retain(|item| item["kind"] != "symmetries");
        for (kind, role, name) in [
            ("symmetries", None, ""),
            ("heuristic", Some("xplayer"), ""),
            ("features", None, "gifl"),
        ] {
            items.push(
                serde_json::json!({ "kind": kind, "role": role, "name": name, "value": junk }),
            );
        }
        let (from, file) =
            (folder.path().join("export"), text(&folder.path().join(number.to_string())));
        std::fs::write(&from, line.to_string()).expect("there is room");
        assert_eq!(agon(&["knowledge", "import", &file, &text(&from)]).code, 0);
        for player in ["kuhl", "exhaustive:search.symmetries=true", "gifl-alphabeta:gifl.runs=5"] {
            let output = solve("tic-tac-toe", player, "200", &file);
            assert!(!output.stdout.contains("remember"), "{junk}: {}", output.stdout);
        }
    }
}
