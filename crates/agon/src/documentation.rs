//! Tests that compare docs/commands.md with the commands that there are.

use crate::{Cli, old_names};
use clap::{Command, CommandFactory};
use std::collections::BTreeSet;
use std::path::Path;

/// Returns the text of docs/commands.md.
fn page() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/commands.md");
    std::fs::read_to_string(path).expect("the page is readable")
}

/// The groups whose commands have rows of their own.
const GROUPS: [&str; 3] = ["learn", "net", "dev"];

/// Returns the words of every command that needs a row.
fn commands() -> BTreeSet<String> {
    let cli = Cli::command();
    let mut found = BTreeSet::new();
    for command in cli.get_subcommands() {
        let name = command.get_name();
        if GROUPS.contains(&name) {
            found.extend(command.get_subcommands().map(|sub| format!("{name} {}", sub.get_name())));
        } else {
            found.insert(name.to_owned());
        }
    }
    found
}

/// Returns the words of a command line that are names of commands.
fn names(line: &str) -> String {
    let is_name = |word: &&str| word.chars().all(|c| c.is_ascii_lowercase());
    let words: Vec<&str> = line.split(' ').skip(1).take_while(is_name).collect();
    let length = if words.first().is_some_and(|word| GROUPS.contains(word)) { 2 } else { 1 };
    words.into_iter().take(length).collect::<Vec<_>>().join(" ")
}

#[test]
fn every_command_has_a_row_and_every_row_is_a_command() {
    let page = page();
    let tables = page.split("## Old names").next().expect("the tables come first");
    let lines = tables.lines().filter_map(|line| line.strip_prefix("| `agon ")).collect::<Vec<_>>();
    let rows = lines.iter().filter_map(|line| line.split('`').next());
    let rows: BTreeSet<String> = rows.map(|row| names(&format!("agon {row}"))).collect();
    assert_eq!(rows, commands());
}

/// Adds the words of every command below this one that has `--machine`.
fn add_commands_with_machine(command: &Command, path: &str, found: &mut BTreeSet<String>) {
    for sub in command.get_subcommands() {
        let path = format!("{path} {}", sub.get_name());
        if sub.get_arguments().any(|argument| argument.get_long() == Some("machine")) {
            found.insert(path.trim_start().to_owned());
        }
        add_commands_with_machine(sub, &path, found);
    }
}

#[test]
fn every_command_with_machine_is_listed() {
    let page = page();
    let (_, section) = page.split_once("## Machines\n\n").expect("the section exists");
    let list = section.split("\n\n").next().expect("it begins with the list");
    let listed = list.split('`').skip(1).step_by(2).skip(1).map(str::to_owned);
    let mut existing = BTreeSet::new();
    add_commands_with_machine(&Cli::command(), "", &mut existing);
    assert_eq!(listed.collect::<BTreeSet<_>>(), existing);
}

#[test]
fn old_names_are_listed() {
    let page = page();
    for (old, new) in old_names::commands() {
        let row = format!("| `agon {old}` | `agon {new}` |");
        assert!(page.contains(&row), "{row}");
    }
    for (command, old, new) in old_names::flags() {
        let row = format!("| `agon {command} {old}` | `agon {command} {new}` |");
        assert!(page.contains(&row), "{row}");
    }
    for (command, flag, value) in old_names::removed() {
        let row = format!("| `agon {command} {flag} {value}` | `agon {command}` |");
        assert!(page.contains(&row), "{row}");
    }
}

#[test]
fn every_flag_on_the_page_exists() {
    fn flags(command: &Command, found: &mut BTreeSet<String>) {
        let longs = command.get_arguments().filter_map(|argument| argument.get_long());
        found.extend(longs.map(|long| format!("--{long}")));
        command.get_subcommands().for_each(|sub| flags(sub, found));
    }
    let mut known = BTreeSet::from(["--help".to_owned(), "--version".to_owned()]);
    flags(&Cli::command(), &mut known);
    let page = page();
    let page = page.split("## Old names").next().expect("the tables come first");
    // Flags of cargo are not flags of the program.
    let lines = page.lines().filter(|line| !line.contains("cargo ") && !line.contains("`--bench "));
    let is_part = |c: char| c.is_ascii_lowercase() || c == '-';
    let is_flag = |word: &str| {
        word.strip_prefix("--")
            .is_some_and(|name| name.starts_with(|c: char| c.is_ascii_lowercase()))
    };
    for line in lines {
        for word in line.split(|c| !is_part(c)).filter(|word| is_flag(word)) {
            assert!(known.contains(word), "{word} in: {line}");
        }
    }
}

#[test]
fn every_command_and_every_option_has_a_help_text() {
    fn check(command: &Command, path: &str) {
        let about = command.get_about().map(ToString::to_string).unwrap_or_default();
        assert!(about.split(' ').count() >= 3, "{path}: {about}");
        for argument in command.get_arguments().filter(|argument| !argument.is_hide_set()) {
            let help = argument.get_help().map(ToString::to_string).unwrap_or_default();
            assert!(help.split(' ').count() >= 2, "{path} {}: {help}", argument.get_id());
        }
        for sub in command.get_subcommands() {
            check(sub, &format!("{path} {}", sub.get_name()));
        }
    }
    check(&Cli::command(), "agon");
}
