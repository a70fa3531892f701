//! The tables of docs/players.md are those of the list of players.
//!
//! A table stands between a comment that says what it contains and `<!-- end -->`. The comments are
//! `<!-- players -->` and `<!-- settings of NAME -->`, or `<!-- settings of NAME without those of OTHER -->`.
//! `UPDATE_EXPECTED=1 cargo test -p agon-search --test documentation` writes the tables anew.

#![allow(clippy::disallowed_methods, reason = "a test that compares a committed file")]

use agon_search::players::{self, PlayerKind};
use agon_search::{PlayerSettings, Seat, Setting};
use game::Role;
use std::fmt::Display;

/// The document with the tables.
const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/players.md");

/// The end of a table.
const END: &str = "<!-- end -->";

fn player(name: &str) -> &'static PlayerKind {
    players::find(name).unwrap_or_else(|| panic!("docs/players.md: there is no player `{name}`"))
}

/// Returns the table of all players.
fn list() -> Vec<String> {
    let joined = |all: &[&dyn Display]| {
        all.iter().map(ToString::to_string).collect::<Vec<String>>().join(", ")
    };
    let header = [
        "| player | what it does | needs | uses if it can | memory |",
        "| --- | --- | --- | --- | --- |",
    ];
    let row = |kind: &PlayerKind| {
        let [needs, uses] = [kind.requires, kind.uses]
            .map(|all| joined(&all.iter().map(|it| it as &dyn Display).collect::<Vec<_>>()));
        let PlayerKind { name, description, memory, .. } = kind;
        format!("| `{name}` | {description} | {needs} | {uses} | {memory} |")
    };
    header.into_iter().map(str::to_owned).chain(players::all().map(row)).collect()
}

/// Returns the table of the settings of a player, without those of another one.
fn settings(name: &str, without: Option<&str>) -> Vec<String> {
    let omitted = without.map_or(Vec::new(), |name| player(name).settings());
    let is_kept = |it: &Setting| omitted.iter().all(|other| other.key != it.key);
    let header = ["| setting | default | values | meaning |", "| --- | ---: | --- | --- |"];
    let row = |setting: Setting| {
        let condition = setting.condition().map_or(String::new(), |it| format!(" ({it})"));
        let Setting { key, default, values, meaning, .. } = setting;
        let cells = [default, values.to_owned(), format!("{meaning}{condition}")];
        let [default, values, meaning] = cells.map(|cell| cell.replace('|', "\\|"));
        format!("| `{key}` | {default} | {values} | {meaning} |")
    };
    let rows = player(name).settings().into_iter().filter(is_kept).map(row);
    header.into_iter().map(str::to_owned).chain(rows).collect()
}

/// Returns the table that a comment asks for; `None` for other lines.
fn table(line: &str) -> Option<Vec<String>> {
    let wanted = line.strip_prefix("<!-- ")?.strip_suffix(" -->")?;
    if wanted == "players" {
        return Some(list());
    }
    let wanted = wanted.strip_prefix("settings of ")?;
    match wanted.split_once(" without those of ") {
        Some((name, other)) => Some(settings(name, Some(other))),
        None => Some(settings(wanted, None)),
    }
}

#[test]
fn the_tables_of_the_players_are_up_to_date() {
    let text = std::fs::read_to_string(FILE).unwrap();
    let (mut lines, mut renewed, mut tables) = (text.lines(), Vec::new(), 0);
    while let Some(line) = lines.next() {
        renewed.push(line.to_owned());
        if let Some(table) = table(line) {
            renewed.push(String::new());
            renewed.extend(table);
            renewed.push(String::new());
            renewed.push(END.to_owned());
            assert!(lines.any(|line| line == END), "no end of the table after {line}");
            tables += 1;
        }
    }
    let renewed = renewed.join("\n") + "\n";
    if std::env::var_os("UPDATE_EXPECTED").is_some() {
        std::fs::write(FILE, &renewed).unwrap();
    }
    let text = std::fs::read_to_string(FILE).unwrap();
    assert!(tables > 5, "{tables}");
    assert!(
        text == renewed,
        "docs/players.md is out of date: UPDATE_EXPECTED=1 writes its tables anew"
    );
    for kind in players::all() {
        assert!(text.contains(&format!("| `{}` |", kind.name)), "{}", kind.name);
        for setting in kind.settings() {
            assert!(text.contains(&format!("| `{}` |", setting.key)), "{}", setting.key);
        }
    }
}

#[test]
fn every_document_is_in_the_bibliography() {
    for kind in players::all() {
        let key = kind.document.map(|document| document.split(',').next().unwrap());
        assert!(
            key.is_none_or(|key| library::publication(key).is_some()),
            "{}: {key:?}",
            kind.name
        );
    }
}

#[test]
fn a_player_that_needs_the_rules_says_so() {
    let machine = oracle::machine("tic-tac-toe");
    for kind in players::all() {
        let seat = Seat::bare(Box::new(machine.clone()), Role(0), 1);
        let built = players::build(kind.name, &PlayerSettings::default(), seat);
        assert_eq!(built.is_err(), !kind.requires.is_empty(), "{}", kind.name);
    }
}
