//! `--machine`: which machine plays, what is said about the choice, and random games in lanes.

use crate::run::{Output, agon, agon_with_input, json, masked};

/// Terms that grow without end cannot be grounded; play ends after three moves.
const GROWING: &str = "(role you) (legal you go) (init (n zero)) (goal you 100)
                       (<= (next (n (s ?x))) (true (n ?x)))
                       (<= terminal (true (n (s (s (s zero))))))";

/// A game that never ends.
const ENDLESS: &str = "(role you) (legal you go) (init on) (<= (next on) (true on)) (goal you 100)
                       (<= terminal (not (true on)))";

fn sim(rules: &str, more: &[&str]) -> Output {
    agon(&[&["sim", rules, "--json"], more].concat())
}

#[test]
fn lanes_are_only_for_whole_games() {
    let commands: [&[&str]; 3] = [
        &["dev", "perft", "nim", "2"],
        &["dev", "playthrough", "nim"],
        &["dev", "verify", "nim", "--trace", "README.md"],
    ];
    for command in commands {
        let output = agon(&[command, &["--machine", "lanes"]].concat());
        assert_eq!((output.code, output.stdout.as_str()), (2, ""), "{command:?}");
        assert_eq!(
            output.stderr,
            "error: lanes only play whole random games (agon sim, dev bench and dev perf), and this command asks \
             about single states: use --machine auto, circuit or reference\n"
        );
    }
}

#[test]
fn an_unknown_machine_is_a_usage_error() {
    let output = agon(&["sim", "nim", "--machine", "quantum"]);
    assert_eq!(output.code, 2);
    assert!(output.stderr.contains("auto, reference, circuit, lanes"), "{}", output.stderr);
    for seconds in ["-1", "0", "NaN", "soon"] {
        assert_eq!(agon(&["sim", "nim", &format!("--seconds={seconds}")]).code, 2, "{seconds}");
    }
}

#[test]
fn the_choice_is_explained_to_those_who_ask() {
    let explained = |arguments: &[&str], reason: &str| {
        let output = agon_with_input(&[arguments, &["-v"]].concat(), GROWING);
        assert_eq!(output.code, 0, "{}", output.stderr);
        assert!(output.stderr.starts_with(reason), "{} is not {reason}", output.stderr);
        assert_eq!(agon_with_input(arguments, GROWING).stderr, "");
    };
    explained(&["sim", "nim"], "lanes, because the game can be compiled: 8 facts, 3 moves, ");
    explained(
        &["sim", "nim", "--games", "511"],
        "circuit machine, because lanes play at least 512 games and fewer were asked for: ",
    );
    explained(
        &["sim", "nim", "--max-length", "1000000"],
        "circuit machine, because lanes cannot leave games in time that may have more than 100000",
    );
    explained(
        &["dev", "perft", "nim", "2"],
        "circuit machine, because this command asks about single states: 8 facts, 3 moves, ",
    );
    explained(
        &["sim", "-"],
        "reference machine, because the rules cannot be grounded: a term is nested more than ",
    );
}

#[test]
fn machines_that_need_ground_rules_name_the_limit_without_them() {
    for machine in ["circuit", "lanes"] {
        let output = agon_with_input(&["sim", "-", "--machine", machine], GROWING);
        assert_eq!(output.code, 1);
        assert_eq!(
            output.stderr,
            "error: standard input: the rules cannot be grounded (--machine reference plays without that): a term \
             is nested more than 250 levels deep\n"
        );
    }
}

#[test]
fn every_machine_says_the_same_about_random_games() {
    let machines = ["reference", "circuit", "lanes"];
    let [reference, circuit, lanes] = machines.map(|machine| {
        let value = json(&sim("tic-tac-toe", &["--games", "4000", "--machine", machine]).stdout);
        assert_eq!(value["machine"], machine);
        assert!(value["games"].as_u64() >= Some(4000), "{value}");
        assert!(value["playouts_per_second"].as_f64() > Some(0.0), "{value}");
        assert_eq!(value["unfinished"], 0);
        value
    });
    assert_eq!((&reference["games"], &reference["odd_goals"]), (&4000.into(), &0.into()));
    assert!(lanes["odd_goals"].is_null() && lanes["length_interval"].is_null(), "{lanes}");
    let number = |value: &serde_json::Value| value.as_f64().expect("a number");
    for other in [circuit, lanes] {
        let tolerance = 3.0 * number(&reference["length_interval"]);
        assert!((number(&other["length"]) - number(&reference["length"])).abs() < tolerance);
        for role in 0..2 {
            let (ours, theirs) = (&other["roles"][role], &reference["roles"][role]);
            assert_eq!(ours["role"], theirs["role"]);
            let half = |role: &serde_json::Value| {
                let ends = &role["goal_interval"];
                (number(&ends[1]) - number(&ends[0])) / 2.0
            };
            let tolerance = 1.5 * (half(ours) + half(theirs));
            assert!((number(&ours["goal"]) - number(&theirs["goal"])).abs() < tolerance, "{other}");
        }
    }
}

#[test]
fn lanes_play_the_same_games_for_the_same_seed() {
    let played = |seed: &str| {
        let mut value = json(&sim("connect-four", &["--machine", "lanes", "--seed", seed]).stdout);
        let object = value.as_object_mut().expect("an object");
        object.retain(|key, _| !key.contains("second"));
        value
    };
    assert_eq!(played("5"), played("5"));
    assert_ne!(played("5"), played("6"));
}

#[test]
fn lanes_say_how_many_games_they_played() {
    let output = masked(&agon(&["sim", "nim", "--games", "1000"]).stdout);
    let (statistics, speed) = output.rsplit_once('\n').expect("several lines");
    let (games, statistics) = statistics.split_once(' ').expect("several words");
    assert!(games.parse::<u64>().is_ok_and(|games| games >= 1000), "{games}");
    insta::assert_snapshot!(statistics, @r"
    random games with seed 1 in # s (lanes play many at once; 1000 were asked for)
    length         #
    goal   white   # (55.7 to 56.8)
    goal   black   # (43.2 to 44.3)
    ");
    assert!(speed.contains(" games and ") && speed.ends_with(" state changes per second"));
}

#[test]
fn lanes_say_nothing_about_games_that_did_not_end() {
    let arguments = ["sim", "-", "--machine", "lanes", "--max-length", "20"];
    let output = agon_with_input(&arguments, ENDLESS).stdout;
    assert!(output.contains("length         unknown\ngoal   you     unknown\n"), "{output}");
    assert!(output.contains(" games were not over after 20 moves"), "{output}");
    let output = agon_with_input(&[&arguments[..], &["--json"]].concat(), ENDLESS).stdout;
    let value = json(&output);
    assert_eq!((&value["games"], &value["length"]), (&value["unfinished"], &().into()));
    assert_eq!(value["playouts_per_second"], 0.0);
}

#[test]
fn lanes_name_role_and_state_where_play_cannot_go_on() {
    let rules = "games/bad/no-legal-move/rules.kif";
    let output = agon(&["sim", rules, "--machine", "lanes"]);
    assert_eq!((output.code, output.stdout.as_str()), (1, ""));
    assert_eq!(output.stderr, "error: role hedgehog has no legal move in the state\n  (at b2)\n\n");
}

#[test]
fn a_game_that_is_over_at_once_is_played_on_every_machine() {
    let over = "(role you) (legal you go) (goal you 70) terminal";
    for machine in ["reference", "circuit", "lanes", "auto"] {
        let arguments = ["sim", "-", "--games", "600", "--machine", machine, "--json"];
        let value = json(&agon_with_input(&arguments, over).stdout);
        assert_eq!((&value["length"], &value["state_changes"]), (&0.0.into(), &0.into()));
        assert_eq!(value["roles"][0]["goal"], 70.0, "{machine}");
    }
}
