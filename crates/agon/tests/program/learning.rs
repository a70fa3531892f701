//! `agon learn values`, `agon learn transfer`, and players that remember.

use crate::run::{agon, root};

/// Returns the path of a new file of knowledge, and its temporary folder.
fn knowledge() -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().expect("there is room");
    let file = folder.path().join("k").to_str().expect("it is text").to_owned();
    (folder, file)
}

/// Writes the rules of a game in other words and returns the path.
fn scrambled(game: &str, folder: &std::path::Path) -> String {
    let text = std::fs::read_to_string(root().join("games").join(game).join("rules.kif"));
    let text = text.expect("the game is there");
    let path = folder.join(format!("{game}-scrambled.kif"));
    std::fs::write(&path, gdl::Scrambler::new(&text, 7).scramble(&text)).expect("there is room");
    path.to_str().expect("it is text").to_owned()
}

#[test]
fn what_is_learnt_is_remembered_and_brought_over() {
    let (folder, file) = knowledge();
    let lesson = ["--games", "2000", "--starts", "shuffled", "--knowledge", &file];
    let learn = |game: &str| agon(&[&["learn", "values", game][..], &lesson].concat());
    let first = learn("minichess-3x3");
    assert!(first.stdout.contains("the values of white are remembered with minichess-3x3"));
    // The mean goal grows.
    let goal = |line: &str| -> f64 {
        line.split_whitespace().nth(1).expect("a number").parse().expect("a number")
    };
    let lines: Vec<&str> = first.stdout.lines().collect();
    assert!(goal(lines[10]) > goal(lines[1]) + 5.0, "{}", first.stdout);
    // In other words it is the same game, and what was learnt is known at once.
    let other = scrambled("minichess-3x3", folder.path());
    let again = learn(&other);
    assert!(again.stdout.starts_with("known: the values of "), "{}", again.stdout);
    assert!(again.stdout.contains("which is the same game"), "{}", again.stdout);
    let better = goal(again.stdout.lines().nth(2).expect("a line"));
    assert!(better > goal(lines[1]) + 5.0, "{}", again.stdout);
    assert!(again.stdout.contains("are remembered with minichess-3x3"), "{}", again.stdout);
    // And so it is for a variant.
    let variant =
        agon(&[&["learn", "values", "minichess", "--games", "10"][..], &lesson[2..]].concat());
    let known = "which is a variant (board size, 3 x 3 and 4 x 4)";
    assert!(variant.stdout.contains(known), "{}", variant.stdout);
    let list = agon(&["knowledge", "list", &file]).stdout;
    assert_eq!(list.lines().count(), 2, "{list}");
    assert_eq!(agon(&["knowledge", "check", &file]).code, 0);
    assert_eq!(agon(&["learn", "values", "minichess", "--role", "green"]).code, 2);
}

#[test]
fn a_puzzle_that_was_solved_once_is_solved_at_once() {
    let (folder, file) = knowledge();
    let play = |game: &str, player: &str, simulations: &str| {
        let output = agon(&[
            "match",
            game,
            "--player",
            player,
            "--games",
            "1",
            "--simulations",
            simulations,
            "--json",
            "--knowledge",
            &file,
        ]);
        let value: serde_json::Value = serde_json::from_str(&output.stdout).expect("it is JSON");
        (value["played"][0]["goals"][0].as_u64(), output.stderr)
    };
    assert_eq!(play("hanoi", "legal", "1").0, Some(0), "it is not solved by chance");
    let (goal, said) = play("hanoi", "exhaustive", "2000000");
    assert_eq!((goal, said.contains("known:")), (Some(100), false), "{said}");
    let (goal, said) = play("hanoi", "legal", "1");
    assert_eq!(goal, Some(100), "{said}");
    assert!(said.contains("known: a solution of "), "{said}");
    let (goal, said) = play(&scrambled("hanoi", folder.path()), "legal", "1");
    assert_eq!(goal, Some(100), "{said}");
}

#[test]
fn transfer_says_whether_it_helps() {
    let (folder, _) = knowledge();
    let picture = folder.path().join("curves.svg");
    let picture = picture.to_str().expect("it is text");
    let output = agon(&[
        "learn",
        "transfer",
        "tic-tac-toe",
        "tic-tac-toe-inverted",
        "--before",
        "5000",
        "--games",
        "300",
        "--starts",
        "random",
        "--trials",
        "6",
        "--svg",
        picture,
    ]);
    let start = "tic-tac-toe-inverted and tic-tac-toe: inverted goal\n";
    assert!(output.stdout.starts_with(start), "{}", output.stdout);
    let first = output.stdout.lines().find(|line| line.starts_with("| 300 |"));
    assert!(first.is_some_and(|line| line.contains('▲')), "{}", output.stdout);
    let drawn = std::fs::read_to_string(picture).expect("it is drawn");
    assert!(drawn.starts_with("<svg") && drawn.contains("polyline"));
    let output = agon(&["learn", "transfer", "hex", "nim"]);
    assert_eq!((output.code, output.stdout.as_str()), (1, "hex and nim are not related\n"));
}

#[test]
fn recognising_games_is_timed() {
    let output = agon(&["dev", "bench", "--graphs", "nim", "minichess"]);
    let lines: Vec<&str> = output.stdout.lines().collect();
    assert_eq!(lines.len(), 3, "{}", output.stdout);
    assert!(lines[1].starts_with("nim ") && lines[2].starts_with("minichess "));
}
