//! A game is grounded once: `-v` tells how many times rules were grounded.

use crate::arena::{Program, open_with};
use crate::run::{self, agon, root};
use crate::soak::ask;
use serde_json::json;
use std::collections::BTreeSet;
use std::io::Read;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Returns the last line of standard error.
fn said(stderr: &str) -> &str {
    stderr.lines().last().unwrap_or_default()
}

#[test]
fn a_match_grounds_its_game_once() {
    // Lanes, an evaluation of goals made fuzzy, features that are learnt, and their memory of the game.
    for players in ["agon,flux", "gifl,cadia-2010", "uct-guided,uct-values"] {
        let more = ["--simulations", "5", "--games", "2", "--swap", "-v"];
        let output =
            agon(&[&["match", "breakthrough-6x6"], &run::players(players)[..], &more].concat());
        assert_eq!(output.code, 0, "{players}: {}", output.stderr);
        assert_eq!(said(&output.stderr), "rules were grounded 1 time", "{players}");
    }
}

#[test]
fn a_match_with_knowledge_grounds_its_game_once() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("knowledge.db");
    let file = file.to_str().expect("a plain path");
    let added = agon(&["knowledge", "add", file, "tic-tac-toe"]);
    assert_eq!(added.code, 0, "{}", added.stderr);
    let players = ["--player", "agon", "--player", "random", "--games", "1", "--simulations", "5"];
    let more = ["--knowledge", file, "-v"];
    let output = agon(&[&["match", "tic-tac-toe"][..], &players, &more].concat());
    assert_eq!(output.code, 0, "{}", output.stderr);
    assert_eq!(said(&output.stderr), "rules were grounded 1 time");
}

/// Returns the names of the games in an experiment's file, each once.
fn games(file: &str) -> BTreeSet<String> {
    let text = std::fs::read_to_string(root().join(file)).expect("an experiment");
    let names = text.lines().filter_map(|line| line.strip_prefix("game = "));
    names.map(str::to_owned).collect()
}

#[test]
fn experiments_of_all_kinds_ground_each_game_once() {
    for name in ["tiny", "training", "trees", "states", "features"] {
        let file = format!("crates/lab/tests/{name}.toml");
        let folder = tempfile::tempdir().expect("a temporary folder");
        let out = folder.path().to_str().expect("a plain path");
        let more = ["--threads", "2", "--results", out, "-v"];
        let output = agon(&[&["lab", "run", &file][..], &more].concat());
        assert_eq!(output.code, 0, "{}", output.stderr);
        let results = folder.path().join(format!("{name}-small.jsonl"));
        let lines = std::fs::read_to_string(results).expect("results").lines().count();
        let games = games(&file).len();
        assert!(games > 0 && lines > games, "{name}: several tasks of a game");
        let times = if games == 1 { "time" } else { "times" };
        assert_eq!(said(&output.stderr), format!("rules were grounded {games} {times}"), "{name}");
    }
}

#[test]
fn commands_ground_each_game_once() {
    let commands: [(&[&str], &str); 5] = [
        (
            &[
                "match",
                "tic-tac-toe",
                "--machine",
                "reference",
                "--player",
                "flux",
                "--player",
                "flux",
                "--games",
                "2",
                "--simulations",
                "5",
            ],
            "1 time",
        ),
        (&["learn", "heuristics", "nim", "--games", "1", "--nodes", "5"], "1 time"),
        (&["learn", "values", "tic-tac-toe", "--games", "10"], "1 time"),
        (
            &[
                "learn",
                "transfer",
                "tic-tac-toe",
                "tic-tac-toe-inverted",
                "--before",
                "10",
                "--games",
                "100",
                "--trials",
                "2",
            ],
            "2 times",
        ),
        (
            &[
                "match",
                "tic-tac-toe",
                "--player",
                "td-learner:td.matches=10",
                "--player",
                "random",
                "--games",
                "1",
                "--simulations",
                "5",
            ],
            "1 time",
        ),
    ];
    for (command, times) in commands {
        let output = agon(&[command, &["-v"]].concat());
        assert_eq!(output.code, 0, "{command:?}: {}", output.stderr);
        assert_eq!(said(&output.stderr), format!("rules were grounded {times}"), "{command:?}");
    }
}

#[cfg(unix)]
#[test]
fn matches_in_the_arena_ground_their_game_once() {
    let (mut program, _, address) = open_with(&["serve", "--port", "0", "-v"], Stdio::piped());
    for players in [["agon", "flux"], ["gifl", "agon"]] {
        let wish = json!({ "game": "tic-tac-toe", "players": players, "seconds": 0.1 });
        let begun = ask(&address, "POST", "/api/matches", &wish.to_string());
        let id = begun["id"].as_str().unwrap_or_else(|| panic!("{begun}")).to_owned();
        wait_for_end(&address, &id);
    }
    assert_eq!(said(&interrupted(&mut program)), "rules were grounded 1 time");
}

fn wait_for_end(address: &str, id: &str) {
    let begun = Instant::now();
    while ask(address, "GET", &format!("/api/matches/{id}"), "")["status"] != "over" {
        assert!(begun.elapsed() < Duration::from_secs(60), "the match does not end");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// Interrupts a program and returns its standard error.
fn interrupted(program: &mut Program) -> String {
    let number = program.0.id().to_string();
    assert!(Command::new("kill").args(["-INT", &number]).status().expect("kill").success());
    assert_eq!(program.0.wait().expect("it ends").code(), Some(0));
    let mut stderr = String::new();
    program.0.stderr.take().expect("it is piped").read_to_string(&mut stderr).expect("it is text");
    stderr
}
