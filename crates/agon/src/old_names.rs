//! Names that commands and flags had before this version. They still work, with a hint on standard error; nothing else in
//! the program knows them.

use crate::commands::learn;
use clap::Subcommand;
use std::ffi::OsString;

/// Commands that are in a group now: the old name, and the words in its place.
const COMMANDS: [(&str, [&str; 2]); 16] = [
    ("train", ["learn", "td"]),
    ("gifl", ["learn", "gifl"]),
    ("heuristics", ["learn", "heuristics"]),
    ("features", ["learn", "features"]),
    ("trees", ["learn", "trees"]),
    ("transfer", ["learn", "transfer"]),
    ("player", ["net", "player"]),
    ("referee", ["net", "referee"]),
    ("bench", ["dev", "bench"]),
    ("perf", ["dev", "perf"]),
    ("circuit", ["dev", "circuit"]),
    ("graph", ["dev", "graph"]),
    ("perft", ["dev", "perft"]),
    ("playthrough", ["dev", "playthrough"]),
    ("verify", ["dev", "verify"]),
    ("completions", ["dev", "completions"]),
];

/// Flags that took a list with commas: the command, the old name, and the flag that is repeated in its place. Without
/// one, the parts of the list are arguments now.
const LISTS: [(&str, &str, Option<&str>); 4] = [
    ("match", "--players", Some("--player")),
    ("referee", "--players", Some("--address")),
    ("player", "--agent", Some("--player")),
    ("bench", "--games", None),
];

/// Flags that were named differently: the command, the old name, and the new one.
const FLAGS: [(&str, &str, &str); 17] = [
    ("play", "--as", "--role"),
    ("play", "--seconds", "--play-clock"),
    ("serve", "--matches", "--threads"),
    ("learn values", "--matches", "--games"),
    ("learn td", "--matches", "--games"),
    ("learn td", "--seconds", "--stage-seconds"),
    ("learn features", "--seconds", "--stage-seconds"),
    ("learn heuristics", "--matches", "--games"),
    ("learn heuristics", "--simulations", "--nodes"),
    ("learn transfer", "--matches", "--games"),
    ("learn gifl", "--trials", "--test-games"),
    ("learn gifl", "--runs", "--games"),
    ("learn trees", "--learn", "--learn-games"),
    ("net referee", "--player", "--address"),
    ("lab run", "--out", "--results"),
    ("lab list", "--out", "--results"),
    ("lab report", "--out", "--results"),
];

/// Flags that are gone, because they had one value only: the command, the flag, and the value.
const REMOVED: [(&str, &str, &str); 1] = [("learn td", "--learner", "td")];

/// Groups whose commands are two words.
const GROUPS: [&str; 4] = ["net", "dev", "learn", "lab"];

/// Returns the command, the old and the new name of every flag that was renamed.
#[cfg(test)]
pub fn flags() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    FLAGS.into_iter()
}

/// Returns the command, the name and the only value of every flag that is gone.
#[cfg(test)]
pub fn removed() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    REMOVED.into_iter()
}

/// Returns the old and the new names of commands.
#[cfg(test)]
pub fn commands() -> impl Iterator<Item = (&'static str, String)> {
    COMMANDS.iter().map(|(old, new)| (*old, new.join(" ")))
}

/// Returns the command line with all old names replaced, and a hint for each of them.
pub fn replaced(mut words: Vec<OsString>) -> (Vec<OsString>, Vec<String>) {
    let mut hints = Vec::new();
    let is_command = |word: &OsString| word.to_str().is_some_and(|word| !word.starts_with('-'));
    let Some(mut place) = words.iter().skip(1).position(is_command).map(|place| place + 1) else {
        return (words, hints);
    };
    let is_help = words[place] == "help";
    place += usize::from(is_help);
    if let Some((old, new)) =
        COMMANDS.iter().find(|(old, _)| words.get(place).is_some_and(|word| word == old))
    {
        hints.push(format!("`agon {old}` is `agon {}` now", new.join(" ")));
        words.splice(place..=place, new.map(OsString::from));
    } else if !is_help && is_values_of_old(&words[place..]) {
        hints.push("`agon learn RULES` is `agon learn values RULES` now".to_owned());
        words.insert(place + 1, "values".into());
    }
    let command = command_at(&words[place..]);
    let last = command.rsplit(' ').next().unwrap_or_default();
    for &(_, old, new) in LISTS.iter().filter(|(of, ..)| *of == last) {
        replace_list(&mut words, old, new, &mut hints);
    }
    for &(_, old, new) in FLAGS.iter().filter(|(of, ..)| *of == command) {
        replace_flag(&mut words, old, new, &mut hints);
    }
    for &(_, flag, value) in REMOVED.iter().filter(|(of, ..)| *of == command) {
        remove_flag(&mut words, flag, value, &mut hints);
    }
    (words, hints)
}

/// Returns the words of the command with which a command line begins.
fn command_at(words: &[OsString]) -> String {
    let text = |word: &OsString| word.to_str().unwrap_or_default().to_owned();
    let first = words.first().map(text).unwrap_or_default();
    match words.get(1).map(text) {
        Some(second) if GROUPS.contains(&&*first) => format!("{first} {second}"),
        _ => first,
    }
}

/// Replaces `--old VALUE` and `--old=VALUE` by `--new VALUE` and `--new=VALUE`.
fn replace_flag(words: &mut [OsString], old: &str, new: &str, hints: &mut Vec<String>) {
    let mut is_found = false;
    for word in words.iter_mut() {
        let Some(rest) = word.to_str().and_then(|word| word.strip_prefix(old)) else { continue };
        if rest.is_empty() || rest.starts_with('=') {
            *word = format!("{new}{rest}").into();
            is_found = true;
        }
    }
    if is_found {
        hints.push(format!("`{old}` is `{new}` now"));
    }
}

/// Removes `--flag VALUE` and `--flag=VALUE`. With another value the flag stays, and clap refuses it.
fn remove_flag(words: &mut Vec<OsString>, flag: &str, value: &str, hints: &mut Vec<String>) {
    let count = words.len();
    let joined = OsString::from(format!("{flag}={value}"));
    words.retain(|word| *word != joined);
    while let Some(place) = words.windows(2).position(|pair| pair[0] == flag && pair[1] == value) {
        words.drain(place..place + 2);
    }
    if words.len() < count {
        hints.push(format!("`{flag}` is not needed any more: `{value}` was its only value"));
    }
}

/// Whether these words are `learn` without one of its commands.
fn is_values_of_old(words: &[OsString]) -> bool {
    let (Some("learn"), Some(next)) = (words[0].to_str(), words.get(1)) else { return false };
    let is_new = |next: &str| {
        matches!(next, "help" | "-h" | "--help" | "-v" | "--verbose")
            || learn::Command::has_subcommand(next)
    };
    !next.to_str().is_some_and(is_new)
}

/// Replaces `--old A,B` and `--old=A,B` by `--new A --new B`, or by `A B`.
fn replace_list(words: &mut Vec<OsString>, old: &str, new: Option<&str>, hints: &mut Vec<String>) {
    let with_value = format!("{old}=");
    let is_old = |word: &OsString| {
        word.to_str().is_some_and(|word| word == old || word.starts_with(&with_value))
    };
    while let Some(place) = words.iter().position(is_old) {
        let inside = words[place]
            .to_str()
            .and_then(|word| word.strip_prefix(&with_value))
            .map(str::to_owned);
        let length = if inside.is_some() { 1 } else { 2 };
        let list = inside.or_else(|| words.get(place + 1)?.to_str().map(str::to_owned));
        // Without a list the command line is wrong anyway, and clap says so.
        let Some(list) = list else { return };
        let parts = parts(&list);
        let parts = parts.iter().flat_map(|part| new.into_iter().chain([part.as_str()]));
        let parts: Vec<OsString> = parts.map(OsString::from).collect();
        hints.push(match new {
            Some(new) => format!("`{old}` is `{new}` now, once for each"),
            None => format!("`{old}` is not needed any more: names are arguments"),
        });
        words.splice(place..place + length, parts);
    }
}

/// Splits a list at its commas. The settings of a player have commas between them, too: a part with a value that is no
/// player belongs to the player before it.
fn parts(list: &str) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    for part in list.split(',') {
        match parts.last_mut() {
            Some(player) if part.contains('=') && !part.contains(':') => {
                player.push(',');
                player.push_str(part);
            }
            _ => parts.push(part.trim().to_owned()),
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Cli;
    use clap::CommandFactory;

    fn check(before: &str, after: &str, hints: usize) {
        let words = before.split(' ').map(OsString::from).collect();
        let (words, told) = replaced(words);
        let words: Vec<&str> = words.iter().filter_map(|word| word.to_str()).collect();
        assert_eq!(words.join(" "), after);
        assert_eq!(told.len(), hints, "{told:?}");
    }

    #[test]
    fn old_names_become_new_ones() {
        check("agon perft nim 3", "agon dev perft nim 3", 1);
        check("agon -v gifl train nim", "agon -v learn gifl train nim", 1);
        check("agon help train", "agon help learn td", 1);
        check("agon learn nim --role white", "agon learn values nim --role white", 1);
        check("agon learn --role white nim", "agon learn values --role white nim", 1);
        check("agon player --agent agon", "agon net player --player agon", 2);
        check("agon bench --games nim,hex --json", "agon dev bench nim hex --json", 2);
        check("agon dev bench --games=nim", "agon dev bench nim", 1);
        check(
            "agon referee nim --players a:1,b:2",
            "agon net referee nim --address a:1 --address b:2",
            2,
        );
    }

    #[test]
    fn old_flags_become_new_ones() {
        check(
            "agon play nim --as white --seconds=2",
            "agon play nim --role white --play-clock=2",
            2,
        );
        check("agon learn nim --matches 5", "agon learn values nim --games 5", 2);
        check("agon -v lab run a --out b", "agon -v lab run a --results b", 1);
        check("agon gifl train nim --trials 5", "agon learn gifl train nim --test-games 5", 2);
        check(
            "agon heuristics nim --matches 5 --simulations 9",
            "agon learn heuristics nim --games 5 --nodes 9",
            3,
        );
        check("agon learn gifl train nim --runs=5", "agon learn gifl train nim --games=5", 1);
        check("agon trees nim --learn 5", "agon learn trees nim --learn-games 5", 2);
        check("agon net referee nim --player a:1", "agon net referee nim --address a:1", 1);
        check("agon learn td nim --learner td --out f", "agon learn td nim --out f", 1);
        check("agon train nim --learner=td --out f", "agon learn td nim --out f", 2);
        check("agon learn td nim --learner sarsa", "agon learn td nim --learner sarsa", 0);
    }

    #[test]
    fn every_new_flag_exists_and_no_old_one_does() {
        let cli = Cli::command();
        for (path, old, new) in FLAGS {
            let mut command = &cli;
            for name in path.split(' ') {
                command = command.find_subcommand(name).expect(path);
            }
            // The flags of `learn gifl` are those of its commands.
            let inner = command.get_subcommands().next();
            let command = inner.filter(|_| command.get_arguments().count() < 3).unwrap_or(command);
            let has =
                |flag: &str| command.get_arguments().any(|it| it.get_long() == Some(&flag[2..]));
            assert!(has(new) && !has(old), "{path}: {old}, {new}");
        }
    }

    #[test]
    fn settings_stay_with_their_player() {
        let after = "agon match nim --player cadia-2007:uct.c=30,uct.c=40 --player random";
        check("agon match nim --players cadia-2007:uct.c=30,uct.c=40,random", after, 1);
    }

    #[test]
    fn new_names_stay() {
        let lines = [
            "agon",
            "agon --version",
            "agon learn",
            "agon learn --help",
            "agon learn td hex --out f",
            "agon lab export cadia-table-1 --results a --out f",
            "agon learn transfer nim nim --trials 5",
        ];
        let more = [
            "agon sim nim --games 5",
            "agon help learn",
            "agon play bench",
            "agon sim bench --games 5",
            "agon match nim --player a",
        ];
        lines.into_iter().chain(more).for_each(|line| check(line, line, 0));
    }

    #[test]
    fn every_new_name_exists_and_no_old_one_does() {
        let cli = Cli::command();
        for (old, [group, name]) in COMMANDS {
            let group = cli.find_subcommand(group).expect("the group exists");
            assert!(group.find_subcommand(name).is_some(), "{name}");
            assert!(cli.find_subcommand(old).is_none(), "{old}");
        }
    }
}
