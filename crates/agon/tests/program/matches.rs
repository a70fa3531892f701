//! `agon match`, `agon tournament` and `agon players`.

use crate::run::{Output, agon, json, masked};
use serde_json::Value;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Removes what depends on how fast things went.
fn timeless(mut value: Value) -> Value {
    match &mut value {
        Value::Object(fields) => {
            fields.retain(|name, _| {
                let times = ["seconds", "longest", "pace"];
                !name.ends_with("_per_second") && !times.contains(&name.as_str())
            });
            fields.values_mut().for_each(|field| *field = timeless(field.take()));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| *item = timeless(item.take())),
        _ => {}
    }
    value
}

fn run_match(rules: &str, players: &str, more: &[&str]) -> Output {
    agon(&[&["match", rules], &crate::run::players(players)[..], more].concat())
}

#[test]
fn players_are_listed() {
    let output = agon(&["players"]);
    assert_eq!(output.code, 0);
    assert!(output.stdout.contains("random ") && output.stdout.contains("legal "));
    let lines = agon(&["players", "--json"]).stdout;
    let names: Vec<Value> = lines.lines().map(|line| json(line)["name"].take()).collect();
    assert!(names.contains(&"random".into()));
    for name in names {
        let text = name.as_str().expect("a name");
        let more = ["--games", "1", "--simulations", "2"];
        let output = run_match("nim", &format!("{text},random"), &more);
        assert_eq!(output.code, 0, "{text}: {}", output.stderr);
    }
}

#[test]
fn a_player_is_explained_with_its_settings() {
    let output = agon(&["players", "cadia-2009"]);
    assert_eq!(output.code, 0);
    for text in [
        "RAVE (rapid action value estimation)",
        "rave.k = 500",
        "Finnsson and Björnsson 2010, section 3.3",
    ] {
        assert!(output.stdout.contains(text), "{text}: {}", output.stdout);
    }
    assert!(agon(&["players"]).stdout.contains("The strongest is `agon`."));
    let one = json(&agon(&["players", "td-search", "--json"]).stdout);
    let setting = |key: &str| {
        let settings = one["settings"].as_array().expect("its settings");
        settings.iter().find(|setting| setting["key"] == key).expect("it has this setting").clone()
    };
    assert_eq!(setting("td.matches")["default"], "100");
    assert_eq!(setting("uct.c")["only_with"], "td.tree=true");
    let strongest = agon(&["players", "agon"]).stdout;
    let (always, as_cadia) = strongest.split_once("\nonly where it plays as").expect("two parts");
    assert!(always.contains("as in `agon:search.c=…`") && as_cadia.contains("\n  uct.c = 40 "));
    assert!(!always.contains("uct.c") && !as_cadia.contains("search."), "{strongest}");
    let unknown = agon(&["players", "cadia-2011"]);
    assert_eq!(unknown.code, 2);
    let asked = "there is no player `cadia-2011`; did you mean `cadia-2010`?";
    assert!(unknown.stderr.contains(asked), "{}", unknown.stderr);
}

#[test]
fn misspelt_names_get_a_suggestion() {
    let check = |arguments: &[&str], meant: &str| {
        let output = agon(arguments);
        assert_eq!(output.code, 2, "{arguments:?}: {}", output.stderr);
        let asked = format!("did you mean `{meant}`?");
        assert!(output.stderr.contains(&asked), "{arguments:?}: {}", output.stderr);
    };
    check(&["match", "tic-tac-toe", "--player", "agno"], "agon");
    check(&["match", "tic-tac-toe", "--player", "agon:uct.k=1"], "uct.c");
    check(&["lab", "run", "cadia-table"], "cadia-table-1");
    check(&["explain", "empty-boddy"], "empty-body");
}

#[test]
fn a_match_shows_what_came_of_it() {
    let more = ["--games", "20", "--simulations", "3", "--swap", "--seed", "5"];
    let output = run_match("tic-tac-toe", "random,legal", &more);
    assert_eq!(output.code, 0, "{}", output.stderr);
    let first =
        "tic-tac-toe: 20 matches with seed 5 in # s; 3 simulations per move, at most 1000 moves\n";
    let text = masked(&output.stdout);
    assert!(text.starts_with(first), "{text}");
    let titles = ["player", "matches", "won", "drawn", "lost", "win", "goal", "errors"];
    assert!(titles.iter().all(|title| text.contains(title)), "{text}");
    for row in ["\nrandom ", "\nlegal ", "\n  as xplayer ", "\n  as oplayer "] {
        assert!(text.contains(row), "{text}");
    }
}

#[test]
fn the_figures_of_a_match_follow_from_what_was_played() {
    let more = ["--games", "9", "--simulations", "3", "--swap", "--json"];
    let value = json(&run_match("tic-tac-toe", "random,legal", &more).stdout);
    assert_eq!((&value["matches"], &value["unfinished"]), (&9.into(), &0.into()));
    let played = value["played"].as_array().expect("all matches");
    let mut points = 0.0;
    for one in played {
        let number = one["number"].as_u64().expect("a number");
        let seat = usize::from(number % 2 == 1);
        assert_eq!(one["players"][seat], "random");
        let [mine, other] = [&one["goals"][seat], &one["goals"][1 - seat]];
        let [mine, other] = [mine, other].map(|goal| goal.as_u64().expect("a goal"));
        points += f64::from(u8::from(mine > other) + u8::from(mine >= other)) / 2.0;
        assert_eq!(one["conduct"][0]["errors"], 0);
    }
    assert_eq!(value["players"][0]["share_won"], points / 9.0);
    assert_eq!(value["players"][0]["roles"][0]["matches"], 5);
    assert_eq!(value["players"][0]["roles"][1]["matches"], 4);
}

#[test]
fn the_same_seed_gives_the_same_matches_on_any_number_of_threads() {
    let run = |machine: &str, more: &[&str]| {
        let usual = ["--games", "6", "--simulations", "5", "--swap", "--json", "--machine"];
        let arguments = [&usual[..], &[machine], more].concat();
        timeless(json(&run_match("checkers", "cadia-2008,cadia-2007:uct.c=30", &arguments).stdout))
    };
    for machine in ["auto", "reference"] {
        assert_eq!(run(machine, &["--threads", "1"]), run(machine, &["--threads", "3"]));
    }
    assert_ne!(run("auto", &[]), run("auto", &["--seed", "2"]));
}

#[test]
fn games_for_one_and_for_many_have_no_winner() {
    let more = ["--games", "3", "--simulations", "1", "--json"];
    let puzzle = json(&run_match("hanoi", "random", &more).stdout);
    assert_eq!(puzzle["players"][0]["share_won"], Value::Null);
    let game = library::games().find(|game| game.about().roles.len() == 3).expect("there is one");
    let output = run_match(game.name(), "random,legal,random", &[&more[..], &["--swap"]].concat());
    let value = json(&output.stdout);
    // In three matches everybody had every role once.
    for player in value["players"].as_array().expect("the players") {
        let roles = player["roles"].as_array().expect("its roles");
        assert_eq!(roles.iter().map(|role| &role["matches"]).collect::<Vec<_>>(), [1, 1, 1]);
    }
}

#[test]
fn clocks_are_kept_and_shown() {
    let more = ["--games", "1", "--play-clock", "0.02", "--start-clock", "0.05"];
    let output = run_match("nim", "cadia-2007,random", &more);
    assert_eq!(output.code, 0, "{}", output.stderr);
    assert!(output.stdout.contains("0.02 s per move, 0.05 s before the first"));
    assert!(output.stdout.contains("longest s"), "{}", output.stdout);
}

#[test]
fn long_matches_are_aborted() {
    let more = ["--games", "2", "--simulations", "1", "--max-length", "3"];
    let output = run_match("connect-four", "random,random", &more);
    assert!(output.stdout.contains("2 of them were aborted"), "{}", output.stdout);
    assert!(output.stdout.contains("mean length unknown"), "{}", output.stdout);
}

#[test]
fn what_makes_no_sense_is_refused_before_anything_runs() {
    let check = |rules: &str, players: &str, more: &[&str], expected: &str| {
        let output = run_match(rules, players, more);
        assert_eq!((output.code, output.stdout.as_str()), (2, ""), "{players} {more:?}");
        assert!(output.stderr.contains(expected), "{}", output.stderr);
    };
    let usual = &["--games", "1", "--simulations", "1"][..];
    check("nim", "random,nobody", usual, "there is no player `nobody`; there are `random`, ");
    check("nim", "random,legal:uct.c=3", usual, "player `legal` has no setting `uct.c`");
    check("nim", "random", usual, "nim: the game has 2 roles for players (`white`, `black`)");
    check("hanoi", "random,legal", usual, "and 2 were given");
    check("no-game", "random,legal", usual, "no bundled game `no-game`");
    check("nim", "random,legal", &["--games", "0", "--simulations", "1"], "--games");
    check("nim", "random,legal", &["--games", "1"], "--simulations");
    check("nim", "random,legal", &["--games", "1", "--simulations", "0"], "--simulations");
    let both = ["--games", "1", "--simulations", "1", "--play-clock", "1"];
    check("nim", "random,legal", &both, "--play-clock");
    let start = ["--games", "1", "--simulations", "1", "--start-clock", "1"];
    check("nim", "random,legal", &start, "--start-clock");
    check("nim", "random,legal", &[usual, &["--machine", "lanes"]].concat(), "--machine auto");
    check("nim", "random,legal", &["--games", "1", "--play-clock", "nan"], "positive number");
    let faulty = run_match("games/bad/unsafe-variable/rules.kif", "random,legal", usual);
    assert_eq!(faulty.code, 1);
    assert!(faulty.stderr.contains("error[unsafe-variable]"), "{}", faulty.stderr);
}

#[test]
fn rules_that_leave_a_role_without_a_move_are_an_error() {
    let usual = ["--games", "100", "--simulations", "1"];
    let output = run_match("games/bad/no-legal-move/rules.kif", "random", &usual);
    assert_eq!((output.code, output.stdout.as_str()), (1, ""));
    assert!(output.stderr.contains("role `hedgehog` has no legal move in the state (at b2)"));
}

const CUP: &str = "games = ['tic-tac-toe', 'own']\nplayers = ['random', 'legal', 'cadia-2007']\n\
                   matches = 2\nsimulations = 5\nseed = 7\n";

/// A folder with a tournament, whose second game lies beside it.
struct Cup {
    folder: tempfile::TempDir,
}

impl Cup {
    fn new(file: &str) -> Cup {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let own = folder.path().join("own");
        fs::create_dir(&own).expect("it is writable");
        let nim = oracle::bundled("nim");
        fs::write(own.join("rules.kif"), nim.rules()).expect("it is writable");
        fs::write(folder.path().join("cup.toml"), file).expect("it is writable");
        Cup { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn run(&self, more: &[&str]) -> Output {
        let path = self.path("cup.toml");
        agon(&[&["tournament", path.to_str().expect("a plain path")], more].concat())
    }

    /// Returns the sorted results without times.
    fn results(&self) -> Vec<String> {
        sorted(&self.path("cup.results.jsonl"))
    }
}

fn sorted(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).expect("there are results");
    let mut lines: Vec<String> =
        text.lines().map(|line| timeless(json(line)).to_string()).collect();
    lines.sort();
    lines
}

#[test]
fn a_tournament_is_played_and_reported() {
    let cup = Cup::new(CUP);
    let output = cup.run(&[]);
    assert_eq!(output.code, 0, "{}", output.stderr);
    let text = &output.stdout;
    assert!(text.contains("Played: 12 matches, with seed 7, 5 simulations per move"), "{text}");
    assert!(text.contains("## Ratings\n\n| player | rating | interval |"), "{text}");
    assert!(text.contains("## tic-tac-toe\n\n6 matches") && text.contains("## own\n\n6 matches"));
    assert_eq!(cup.results().len(), 12);
    assert_eq!(cup.run(&["--report"]).stdout, *text);
    let again = cup.run(&[]);
    assert_eq!((again.code, again.stdout == *text), (0, true), "nothing was left to play");
    assert_eq!(cup.results().len(), 12);
}

#[test]
fn a_killed_tournament_goes_on_where_it_was() {
    let cup = Cup::new(CUP);
    assert_eq!(cup.run(&["--threads", "1"]).code, 0);
    let (path, whole) = (cup.path("cup.results.jsonl"), cup.results());
    let text = fs::read_to_string(&path).expect("there are results");
    for length in [0, 1, text.len() / 3, text.len() / 2, text.len() - 1] {
        fs::write(&path, &text[..length]).expect("it is writable");
        let output = cup.run(&[]);
        assert_eq!(output.code, 0, "{}", output.stderr);
        assert_eq!(cup.results(), whole, "after {length} bytes");
    }
}

#[test]
fn a_second_run_of_a_tournament_is_refused() {
    let cup = Cup::new(CUP);
    assert_eq!(cup.run(&[]).code, 0);
    let path = cup.path("cup.results.jsonl");
    let mut first = fs::OpenOptions::new().append(true).open(&path).expect("there are results");
    first.try_lock().expect("nobody has it");
    first.write_all(b"{").expect("it is writable");
    let output = cup.run(&[]);
    assert_eq!((output.code, output.stdout.as_str()), (1, ""));
    let said = "cup.results.jsonl: another run is adding its results to this file";
    assert!(output.stderr.contains(said), "{}", output.stderr);
    assert!(fs::read(&path).expect("there are results").ends_with(b"\n{"), "nothing was changed");
    let report = cup.run(&["--report"]);
    assert_eq!(report.code, 0, "reports can be had at any time: {}", report.stderr);
    // Closing the file would not do: a program that another test is about to start may still have it open.
    first.unlock().expect("it is ours");
    assert_eq!(cup.run(&[]).stdout, report.stdout);
}

#[test]
fn a_tournament_survives_being_killed() {
    let long = CUP.replace("matches = 2", "matches = 20").replace("= 5", "= 100");
    let cup = Cup::new(&long);
    let path = cup.path("cup.results.jsonl");
    let mut child = Command::new(env!("CARGO_BIN_EXE_agon"))
        .args(["tournament".as_ref(), cup.path("cup.toml").as_os_str()])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let begun = Instant::now();
    while fs::read(&path).map_or(0, |bytes| bytes.len()) < 1000 && begun.elapsed().as_secs() < 60 {
        std::thread::sleep(Duration::from_millis(1));
    }
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
    let output = cup.run(&[]);
    assert_eq!(output.code, 0, "{}", output.stderr);
    assert_eq!(cup.results().len(), 120);
    let other = cup.path("other.jsonl");
    assert_eq!(cup.run(&["--out", other.to_str().expect("a plain path")]).code, 0);
    assert_eq!(cup.results(), sorted(&other));
}

#[test]
fn two_runs_with_the_same_seed_are_the_same() {
    let cup = Cup::new(CUP);
    assert_eq!(cup.run(&["--threads", "2"]).code, 0);
    let other = cup.path("other.jsonl");
    let output = cup.run(&["--threads", "1", "--out", other.to_str().expect("a plain path")]);
    assert_eq!(output.code, 0);
    assert_eq!(cup.results(), sorted(&other));
    // More players leave the matches of the others as they were.
    let more = Cup::new(&CUP.replace("'cadia-2007'", "'cadia-2007', 'cadia-2008'"));
    assert_eq!(more.run(&[]).code, 0);
    let kept: Vec<String> =
        more.results().into_iter().filter(|line| !line.contains("cadia-2008")).collect();
    assert_eq!(kept, cup.results());
}

#[test]
fn tournaments_that_make_no_sense_are_refused() {
    let check = |from: &str, to: &str, expected: &str| {
        let cup = Cup::new(&CUP.replace(from, to));
        let output = cup.run(&[]);
        assert_eq!((output.code, output.stdout.as_str()), (2, ""), "{to}: {}", output.stderr);
        assert!(output.stderr.contains(expected), "{}", output.stderr);
        assert!(!cup.path("cup.results.jsonl").exists(), "{to}");
    };
    check("seed", "sead", "cup.toml: ");
    check("seed", "sead", "unknown field `sead`");
    check("simulations = 5", "", "either `simulations` or `play-clock`");
    check("matches = 2", "matches = 0", "`matches` must be at least 1");
    check("'legal'", "'nobody'", "there is no player `nobody`");
    check("'legal'", "'random'", "`players` names `random` twice");
    check("'own'", "'owl'", "no bundled game `owl`");
    check(", 'cadia-2007'", "\n]\nother = [", "unknown field `other`");
    let three = library::games().find(|game| game.about().roles.len() == 4).expect("there is one");
    check("'own'", &format!("'{}'", three.name()), "has 4 roles for players");
    assert_eq!(agon(&["tournament", "nowhere.toml"]).code, 1);
}

#[test]
fn results_of_another_tournament_are_not_mixed_in() {
    let cup = Cup::new(CUP);
    assert_eq!(cup.run(&[]).code, 0);
    fs::write(cup.path("cup.toml"), CUP.replace("= 5", "= 6")).expect("it is writable");
    let output = cup.run(&[]);
    assert_eq!(output.code, 1);
    assert!(output.stderr.contains("line 1 was played with other conditions"), "{}", output.stderr);
    assert!(output.stderr.contains("--out"), "{}", output.stderr);
    fs::write(cup.path("cup.results.jsonl"), "nonsense\n").expect("it is writable");
    let output = cup.run(&["--report"]);
    assert_eq!(output.code, 1);
    assert!(output.stderr.contains("line 1 is not the result of a match"), "{}", output.stderr);
}
