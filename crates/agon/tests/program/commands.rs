//! Output and exit codes of the commands.

use crate::run::{agon, agon_with_input, json, masked, root};

#[test]
fn an_unknown_command_is_a_usage_error() {
    let output = agon(&["chek", "nim"]);
    assert_eq!(output.code, 2);
    assert!(output.stderr.contains("'check'"), "{}", output.stderr);
}

#[test]
fn an_unknown_game_gets_the_nearest_names() {
    let output = agon(&["sim", "three-trials"]);
    assert_eq!(output.code, 2);
    assert_eq!(
        output.stderr,
        "error: there is no file and no bundled game `three-trials`; did you mean `three-trails`?\n"
    );
}

#[test]
fn a_missing_sheet_does_not_keep_the_others_from_being_checked() {
    let output = agon(&["check", "nowhere.kif", "games/bad/unsafe-variable"]);
    assert_eq!(output.code, 2);
    assert!(output.stdout.contains("error[unsafe-variable]"), "{}", output.stdout);
    assert!(output.stderr.contains("`nowhere.kif`"), "{}", output.stderr);
}

#[test]
fn a_folder_is_not_a_rule_sheet_unless_it_holds_one() {
    assert_eq!(agon(&["show", "games"]).code, 2);
    assert_eq!(agon(&["show", "games/nim"]).code, 0);
}

#[test]
fn rules_come_from_standard_input_too() {
    let sheet = std::fs::read_to_string(root().join("games/nim/rules.kif")).expect("it is there");
    let output = agon_with_input(&["check", "-"], &sheet);
    assert_eq!(output.stdout, "1 sheet checked: 0 errors, 0 warnings\n");
}

#[test]
fn faults_as_json_are_one_object_each() {
    let output = agon(&["check", "--format", "json", "games/bad/unsafe-variable/rules.kif"]);
    assert_eq!(output.code, 1);
    let faults: Vec<serde_json::Value> = output.stdout.lines().map(json).collect();
    assert_eq!(faults.len(), 3);
    assert_eq!(faults[0]["name"], "unsafe-variable");
    assert_eq!(faults[0]["severity"], "error");
    assert_eq!((&faults[0]["line"], &faults[0]["column"]), (&13.into(), &12.into()));
    assert_eq!(faults[0]["end_column"], 19);
}

#[test]
fn explain_knows_every_fault_and_no_other() {
    let listed = agon(&["explain"]).stdout;
    for line in listed.lines() {
        let name = line.split(' ').next().expect("a name");
        let output = agon(&["explain", name]);
        assert_eq!(output.code, 0, "{name}");
        assert!(output.stdout.starts_with(&format!("# {name}\n")), "{name}");
        assert!(
            output.stdout.contains("\nWrong:\n") && output.stdout.contains("\nRight:\n"),
            "{name}"
        );
    }
    assert_eq!(agon(&["explain", "unsafe"]).code, 2);
}

#[test]
fn fmt_formats_checks_and_translates() {
    let crowded = "(role you)(<=(goal you 100)(true done)) ; won\n";
    let formatted = "(role you)\n(<= (goal you 100)\n    (true done)) ; won\n";
    assert_eq!(agon_with_input(&["fmt"], crowded).stdout, formatted);
    assert_eq!(agon_with_input(&["fmt", "--check"], crowded).code, 1);
    assert_eq!(agon_with_input(&["fmt", "--check"], formatted).code, 0);
    let infix = agon_with_input(&["fmt", "--notation", "infix"], crowded).stdout;
    assert_eq!(infix, "role(you).\ngoal(you, 100) :-\n    true(done).\n");

    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("rules.kif");
    std::fs::write(&file, crowded).expect("it is writable");
    let path = file.to_str().expect("a plain path");
    assert_eq!(agon(&["fmt", "--check", path]).code, 1);
    assert_eq!(std::fs::read_to_string(&file).expect("it is there"), crowded);
    assert_eq!(agon(&["fmt", path]).code, 0);
    assert_eq!(std::fs::read_to_string(&file).expect("it is there"), formatted);
    assert_eq!(std::fs::read_dir(folder.path()).expect("it is readable").count(), 1);

    let unreadable = agon_with_input(&["fmt", "--notation", "kif"], "(role a) (<= (legal a");
    assert_eq!((unreadable.code, unreadable.stdout.as_str()), (1, ""));
}

#[test]
fn fmt_leaves_a_sheet_with_unmatched_parentheses_alone() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("rules.kif");
    let text = "(a\n  (b c)\n(d e)\n";
    std::fs::write(&file, text).expect("it is writable");
    let output = agon(&["fmt", file.to_str().expect("a plain path")]);
    assert_eq!(output.code, 1);
    assert!(output.stderr.contains("parentheses do not match"), "{}", output.stderr);
    assert_eq!(std::fs::read_to_string(&file).expect("it is there"), text);
}

#[test]
fn games_lists_every_bundled_game() {
    let text = agon(&["games"]).stdout;
    for game in library::games() {
        assert!(text.contains(&format!("\n  {} ", game.name())), "{}", game.name());
    }
    assert!(text.ends_with(&format!("\n{} games\n", library::games().count())));
    let lines = agon(&["games", "--json"]).stdout;
    let names: Vec<String> =
        lines.lines().map(|line| json(line)["name"].as_str().expect("a name").to_owned()).collect();
    assert!(names.contains(&"tic-tic-toe".to_owned()));
}

#[test]
fn bundled_games_are_clean_in_play() {
    let names: Vec<&str> = library::games().map(library::BundledGame::name).collect();
    let output = agon(&[&["check", "--play", "--games", "3"], &names[..]].concat());
    let clean = format!("{} sheets checked: 0 errors", names.len());
    assert!(output.stdout.contains(&clean), "{}", output.stdout);
    // So few games do not find all wins; they must not find anything else.
    let faults = output.stdout.lines().filter(|line| line.starts_with("warning"));
    faults.for_each(|fault| assert!(fault.contains("[never-won]"), "{fault}"));
}

#[test]
fn boards_are_drawn() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let write = |name: &str, text: &str| {
        std::fs::write(folder.path().join(name), text).expect("it is writable");
    };
    let game = oracle::bundled("tic-tac-toe");
    write("rules.kif", game.rules());
    let path = folder.path().to_str().expect("a plain path");
    let picture = "  1 . . .\n  2 . . .\n  3 . . .\n    1 2 3\n  (control xplayer)\n";
    assert!(agon(&["show", "tic-tac-toe"]).stdout.ends_with(picture));
    assert!(!agon(&["show", path]).stdout.contains(picture), "nothing says how to draw it");
    let about = "title = 'T'\ndescription = 'D'\nroles = []\nkind = 'puzzle'\ndocuments = []\ndecisions = ''\n";
    let board =
        "[[board]]\nacross = '?y: 1 2 3'\ndown = '?x: 1 2 3'\nshow = [['(cell ?x ?y b)', '.']]\n";
    write("game.toml", &format!("{about}{board}"));
    assert!(agon(&["show", path]).stdout.ends_with(picture));
    let played = agon_with_input(&["play", path, "--role", "xplayer", "--seed", "1"], "quit\n");
    assert!(played.stdout.contains(picture), "{}", played.stdout);
    write("game.toml", &format!("{about}colour = 'red'\n"));
    let output = agon(&["show", path]);
    assert_eq!(output.code, 1);
    assert!(output.stderr.contains("game.toml") && output.stderr.contains("colour"));
}

#[test]
fn a_line_beside_the_rules_shows_that_a_role_can_win() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let write = |name: &str, text: &str| {
        std::fs::write(folder.path().join(name), text).expect("it is writable");
    };
    let game = oracle::bundled("hanoi");
    write("rules.kif", game.rules());
    let path = folder.path().to_str().expect("a plain path");
    let check = || agon(&["check", "--play", "--games", "5", path]);
    assert!(check().stdout.contains("[never-won]"));
    let (role, line) = game.wins()[0];
    write(&format!("win-{role}"), line);
    assert!(check().stdout.contains("1 sheet checked: 0 errors, 0 warnings"));
    write(&format!("win-{role}"), "(nonsense)\n");
    let output = check();
    assert_eq!(output.code, 1);
    assert!(output.stderr.contains("`nonsense` is not a legal move"), "{}", output.stderr);
}

#[test]
fn show_draws_the_initial_state() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("state.svg");
    let file = path.to_str().unwrap();
    let draw = |arguments: &[&str]| {
        let output = agon(&[&["show", "tic-tac-toe", "--svg", file], arguments].concat());
        assert_eq!(output.code, 0, "{}", output.stderr);
        std::fs::read_to_string(&path).unwrap()
    };
    // The second argument goes across by the description, and the first one by the analysis.
    assert!(draw(&[]).contains(r#"data-cell="0.2.0" data-name="1 3""#));
    assert!(draw(&["--automatic"]).contains(r#"data-cell="0.2.0" data-name="3 3""#));
    assert_eq!(agon(&["show", "tic-tac-toe", "--automatic"]).code, 2);
}

#[test]
fn show_prints_roles_moves_state_and_sizes() {
    insta::assert_snapshot!(agon(&["show", "nim"]).stdout, @r"
    Nim
    A single heap of five, from which two players take turns to take one or two; whoever takes the last one wins.

    the rules: 9 relations, 9 facts, 10 rules

    role white, 2 legal moves at the start:
      (take 1)  (take 2)

    role black, 1 legal move at the start:
      noop

    initial state, 2 facts:
      (control white)
      (num 5)
    ");
    let value = json(&agon(&["show", "nim", "--json"]).stdout);
    assert_eq!(value["roles"], serde_json::json!(["white", "black"]));
    assert_eq!(value["legal"][1], serde_json::json!(["noop"]));
}

#[test]
fn perft_counts_lines() {
    insta::assert_snapshot!(masked(&agon(&["dev", "perft", "nim", "5"]).stdout), @r"
      1                2
      2                4
      3                7
      4                5
      5                1
    counted in # s
    ");
    let value = json(&agon(&["dev", "perft", "nim", "6", "--json"]).stdout);
    assert_eq!(value["lines"], serde_json::json!([2, 4, 7, 5, 1, 0]));
    assert_eq!(agon(&["dev", "perft", "nim", "0"]).code, 2);
    assert_eq!(agon(&["dev", "perft", "nim", "1000"]).code, 0);
    assert_eq!(agon(&["dev", "perft", "nim", "1001"]).code, 2);
    let endless = agon(&["dev", "perft", "games/bad/endless-play/rules.kif", "1000", "--json"]);
    assert_eq!(json(&endless.stdout)["lines"].as_array().map(Vec::len), Some(1000));
}

#[test]
fn sim_is_the_same_for_the_same_seed() {
    let masked_run = |seed: &str| {
        let value = json(&agon(&["sim", "nim", "--games", "200", "--seed", seed, "--json"]).stdout);
        (value["length"].to_string(), value["roles"].to_string())
    };
    assert_eq!(masked_run("5"), masked_run("5"));
    assert_ne!(masked_run("5"), masked_run("6"));
    let output = masked(&agon(&["sim", "nim", "--games", "100"]).stdout);
    let (statistics, speed) = output.rsplit_once('\n').expect("several lines");
    insta::assert_snapshot!(statistics, @r"
    100 random games with seed 1 in # s
    length         # (3.5 to 3.8)
    goal   white   # (40.0 to 60.0)
    goal   black   # (40.0 to 60.0)
    ");
    assert!(speed.ends_with(" state changes per second"), "{speed}");
}

#[test]
fn sim_says_nothing_about_games_that_did_not_end() {
    let endless = "(role you) (legal you go) (init on) (<= (next on) (true on)) (goal you 100)
                   (<= terminal (not (true on)))";
    let arguments = ["sim", "-", "--games", "3", "--max-length", "20"];
    let output = agon_with_input(&arguments, endless).stdout;
    assert!(output.contains("length         unknown\n"), "{output}");
    assert!(output.contains("3 games were not over after 20 moves"), "{output}");
    let arguments =
        ["sim", "-", "--games", "1", "--seconds", "0.2", "--max-length", "1000000000", "--json"];
    let value = json(&agon_with_input(&arguments, endless).stdout);
    assert_eq!((&value["games"], &value["length"]), (&0.into(), &serde_json::Value::Null));
}

#[test]
fn terms_that_double_with_every_step_are_stopped() {
    let doubling =
        "(role you) (legal you go) (init (s a)) (goal you 100) (<= terminal (true never))
                    (<= (next (s (f ?x ?x))) (true (s ?x))) (<= (next never) (true never))";
    let output = agon_with_input(&["dev", "playthrough", "-"], doubling);
    assert_eq!(output.code, 1);
    assert!(output.stderr.contains("a term has more than 100000 words"), "{}", output.stderr);
}

#[test]
fn a_file_hides_the_bundled_game_of_its_name() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("nim");
    std::fs::write(&file, "(role solo) (legal solo go) (goal solo 100) terminal")
        .expect("writable");
    let output = agon(&["show", file.to_str().expect("a plain path")]);
    assert!(
        output.stdout.contains("role solo") && !output.stdout.contains("Nim"),
        "{}",
        output.stdout
    );
}

#[test]
fn moves_that_are_numbers_are_played_by_their_text() {
    let sheet = "(role you) (legal you 1) (legal you 10) (legal you 2) (goal you 100)
                 (<= (next (did ?x)) (does you ?x)) (<= terminal (true (did ?x)))";
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("rules.kif");
    std::fs::write(&file, sheet).expect("it is writable");
    let output = agon_with_input(&["play", file.to_str().expect("a plain path")], "2\n");
    assert!(output.stdout.contains("(did 2)"), "{}", output.stdout);
}

#[test]
fn playthroughs_are_cut_where_asked_and_fail_where_play_cannot_go_on() {
    let output = agon(&["dev", "playthrough", "nim", "--max-length", "2"]);
    assert_eq!(output.stdout.matches("\nmoves ").count(), 2);
    assert!(output.stdout.ends_with("aborted after 2 moves\n"), "{}", output.stdout);
    let stuck = "(role you) (goal you 100) (<= (legal you go) (true never)) (init on)
                 (<= (next never) (true never)) (<= terminal (not (true on)))";
    assert_eq!(agon_with_input(&["dev", "playthrough", "-"], stuck).code, 1);
}

#[test]
fn sim_names_role_and_state_where_play_cannot_go_on() {
    let output = agon(&["sim", "games/bad/no-legal-move/rules.kif"]);
    assert_eq!(output.code, 1);
    assert_eq!(output.stderr, "error: role hedgehog has no legal move in the state\n  (at b2)\n\n");
}

#[test]
fn faulty_rules_and_gdl_ii_are_refused_with_the_reason() {
    let output = agon(&["sim", "games/bad/unsafe-variable/rules.kif"]);
    assert_eq!(output.code, 1);
    assert!(output.stderr.contains("error[unsafe-variable]"), "{}", output.stderr);
    let output = agon(&["sim", "games/bad/hidden-information/rules.kif"]);
    assert_eq!(output.code, 1);
    assert!(output.stderr.contains("GDL-II"), "{}", output.stderr);
}

#[test]
fn completions_are_made_for_shells() {
    let output = agon(&["dev", "completions", "bash"]);
    assert_eq!(output.code, 0);
    assert!(output.stdout.contains("perft"));
}
