//! Matches with a program that shares nothing with ours but the protocol: `tests/peers/manager.py`.

use crate::network::{held, is_true, without_errors};
use crate::player::Player;
use crate::run::root;
use std::io::Write;
use std::process::{Command, Output};

const PEER: &str = "crates/agon/tests/peers/manager.py";

/// Returns the command that runs the peer in Python, or `None`, with a message, if Python is missing.
fn peer(arguments: &[&str]) -> Option<Command> {
    if Command::new("python3").arg("--version").output().is_err() {
        // Not by `eprintln`, which the test runner keeps to itself.
        let _ = writeln!(std::io::stderr(), "skipped: there is no python3");
        return None;
    }
    let mut command = Command::new("python3");
    command.arg(PEER).args(arguments).current_dir(root());
    Some(command)
}

/// Runs the peer as a referee of matches of `game`, which it knows itself, while it sends `rules` to the player.
fn managed(player: &Player, game: &str, rules: &str, matches: &str) -> Option<Output> {
    let rules = format!("games/{rules}/rules.kif");
    // Whether answers are in time is not a question for a machine on which all tests run at once.
    let more = ["--matches", matches, "--grace", "60"];
    let mut peer = peer(&[&["manage", &player.address, game, &rules], &more[..]].concat())?;
    Some(peer.output().expect("the peer runs"))
}

#[test]
fn a_foreign_manager_is_content_with_our_player() {
    let player = Player::new("cadia-2007");
    for (game, matches) in [("tic-tac-toe", "2"), ("connect-four", "1")] {
        let Some(output) = managed(&player, game, game, matches) else { return };
        let said = String::from_utf8_lossy(&output.stdout);
        let faults = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), &*faults), (Some(0), ""), "{said}");
        assert!(said.contains("peer.0: ") && said.contains("latest answer: "), "{said}");
    }
}

/// Shows that the test above can fail.
#[test]
fn a_foreign_manager_sees_what_is_wrong() {
    let player = Player::new("legal");
    let Some(output) = managed(&player, "connect-four", "tic-tac-toe", "1") else { return };
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("FAULT: answer to START: 'busy' instead of 'ready'"), "{said}");
    assert!(said.contains("FAULT: peer.0: 'busy' is not among ['(drop 1)'"), "{said}");
}

#[test]
fn a_foreign_player_is_content_with_our_referee() {
    let ours = Player::new("cadia-2008");
    let Some(mut program) = peer(&["play", "--matches", "2"]) else { return };
    let theirs = Player::of(&mut program);
    for players in [[&ours, &theirs], [&theirs, &ours]] {
        let players = players.map(|player| player.address.as_str()).join(",");
        let (_, record) = held("tic-tac-toe", &players, &[]);
        assert!(without_errors(&record), "{record}");
        is_true("tic-tac-toe", &record);
    }
    assert_eq!(theirs.ends(), Some(0), "it said what was wrong");
}
