//! `agon knowledge`: what is remembered, by several programs at once, some of which are killed.

use crate::run::{agon, root};
use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

#[test]
fn games_are_added_found_shown_and_forgotten() {
    let folder = tempfile::tempdir().expect("there is room");
    let path = folder.path().join("games.knowledge");
    let file = path.to_str().expect("it is text");
    assert_eq!(agon(&["knowledge", "list", file]).code, 1);
    let output = agon(&["knowledge", "add", file, "nim", "games/minichess/rules.kif"]);
    assert_eq!(output.stdout, "nim is known now\nminichess is known now\n", "{}", output.stderr);
    assert_eq!(agon(&["knowledge", "add", file, "nim"]).stdout, "nim is known already\n");
    let list = agon(&["knowledge", "list", file]).stdout;
    assert_eq!(list, "minichess: analysis, symmetries\nnim: analysis, symmetries\n");
    let found = agon(&["knowledge", "find", file, "minichess-5x5"]);
    assert_eq!(found.stdout, "minichess: board size, 4 x 4 and 5 x 5\n");
    assert_eq!(agon(&["knowledge", "find", file, "hex"]).code, 1);
    assert!(agon(&["knowledge", "show", file, "nim"]).stdout.contains("\"order\": \"succ\""));
    assert_eq!(agon(&["knowledge", "check", file]).stdout, "all is well\n");
    assert_eq!(agon(&["knowledge", "forget", file, "nim"]).code, 0);
    assert_eq!(agon(&["knowledge", "show", file, "nim"]).code, 1);
    let output = agon(&["knowledge", "add", "README.md", "nim"]);
    assert!(output.stderr.contains("it is left as it is"), "{}", output.stderr);
}

/// Number of games that each of two programs imports.
const GAMES: usize = 50;

/// Returns an export to import again: the same small game under many names.
fn exported(file: &str, prefix: &str) -> String {
    let line = agon(&["knowledge", "export", file]).stdout;
    let named =
        |number| line.replacen("\"name\":\"nim\"", &format!("\"name\":\"{prefix}{number}\""), 1);
    (0..GAMES).map(named).collect()
}

fn import(file: &str, from: &Path) -> Child {
    Command::new(env!("CARGO_BIN_EXE_agon"))
        .args(["knowledge", "import", file])
        .arg(from)
        .current_dir(root())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

/// Reads the names of up to `most` games that a program reports as stored, and kills it.
fn killed_after(mut child: Child, most: usize) -> Vec<String> {
    let lines = BufReader::new(child.stdout.take().expect("it is piped")).lines();
    let lines = lines.map(|line| line.expect("it is text"));
    let stored = lines.filter_map(|line| line.strip_suffix(" is known now").map(str::to_owned));
    let stored: Vec<String> = stored.take(most).collect();
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
    stored
}

#[test]
fn nothing_that_was_reported_as_stored_is_lost_when_programs_are_killed() {
    let folder = tempfile::tempdir().expect("there is room");
    let path = folder.path().join("one.knowledge");
    agon(&["knowledge", "add", path.to_str().expect("it is text"), "nim"]);
    let sources = ["a", "b"].map(|prefix| {
        let text = exported(path.to_str().expect("it is text"), prefix);
        let source = folder.path().join(prefix);
        std::fs::write(&source, text).expect("there is room");
        source
    });
    let path = folder.path().join("many.knowledge");
    let file = path.to_str().expect("it is text");
    let mut reported: BTreeSet<String> = BTreeSet::new();
    let mut kills = 0;
    while reported.len() < 2 * GAMES {
        let running = sources.each_ref().map(|source| import(file, source));
        let stored = std::thread::scope(|scope| {
            let most = 5 + kills % 4;
            let handles = running.map(|child| scope.spawn(move || killed_after(child, most)));
            handles.map(|handle| handle.join().expect("nobody panics"))
        });
        kills += 1;
        reported.extend(stored.into_iter().flatten());
        let list = agon(&["knowledge", "list", file]).stdout;
        let known: BTreeSet<&str> =
            list.lines().filter_map(|line| line.split_once(':').map(|(name, _)| name)).collect();
        assert!(reported.iter().all(|name| known.contains(name.as_str())), "{reported:?} {list}");
        // What was stored just before a program was killed need not have been reported.
        reported.extend(known.into_iter().map(str::to_owned));
        assert_eq!(agon(&["knowledge", "check", file]).stdout, "all is well\n");
    }
    assert!(kills > 3, "{kills}");
}
