//! All players play whole matches of all kinds of games, do the same again with the same seed, and find what is near.

mod common;

use agon_search::players;
use agon_search::{KeepSampling, Limit, Player, PlayerSettings, Seat};
use common::{Game, game};
use game::{Machine, Move, Role, StopReason};
use oracle::refusing_machine::RefusingMachine;
use propnet::CircuitMachine;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

fn player(name: &str, game: &Game, role: u32, seed: u64) -> Box<dyn Player> {
    player_in(name, game.seat(Role(role), seed))
}

fn player_in(name: &str, seat: Seat) -> Box<dyn Player> {
    let mut settings = PlayerSettings::default();
    if name.starts_with("gifl") {
        settings.add("gifl.runs=20").unwrap();
    }
    if name.starts_with("td-") {
        settings.add("td.matches=5").unwrap();
    }
    players::build(name, &settings, seat).unwrap()
}

/// Plays a match in which all roles have the same kind of player.
fn play(name: &str, game: &Game, simulations: u64) -> (Vec<Vec<Move>>, Vec<u8>) {
    let roles = 0..game.machine.roles().len() as u32;
    let players = roles.map(|role| player(name, game, role, u64::from(role))).collect();
    common::play(&game.machine, players, simulations)
}

#[test]
fn all_players_play_all_kinds_of_games_and_do_the_same_again() {
    for name in ["tic-tac-toe", "tic-tic-toe", "three-trails", "hanoi", "skirmish", "breakthrough"]
    {
        let game = game(name);
        for kind in players::all() {
            let first = play(kind.name, &game, 3);
            assert_eq!(first, play(kind.name, &game, 3), "{} in {name}", kind.name);
        }
    }
}

#[test]
fn an_interruption_by_the_machine_is_reported_by_all_players() {
    let game = game("tic-tac-toe");
    for name in ["exhaustive", "flux", "gifl", "gifl-alphabeta", "cadia-2007", "mc", "sarsa"] {
        for questions in [0, 1, 2, 3, 5, 8, 13, 21, 34, 55] {
            let (machine, refusal) = RefusingMachine::new(Box::new(game.machine.clone()));
            let mut player =
                player_in(name, Seat { machine: Box::new(machine), ..game.seat(Role(0), 1) });
            refusal.refuse_after(questions);
            let thought = player.think(&Limit::simulations(500));
            assert!(refusal.is_done(), "{name} asks more than {questions} questions");
            assert_eq!(thought, Err(StopReason::Interrupted.into()), "{name} after {questions}");
            // The machine answers again, and a limit that is reached is no error.
            assert_eq!(
                player.think(&Limit { simulations: None, stop: &|| true }),
                Ok(()),
                "{name}"
            );
            player.choose().unwrap();
        }
    }
}

/// Advances the player by some moves of tic-tac-toe in turn.
fn after(player: &mut dyn Player, machine: &CircuitMachine, moves: &[&str]) {
    for (turn, text) in moves.iter().enumerate() {
        let (action, noop) = (machine.find_move(text), machine.find_move("noop"));
        let mut joint = [action.unwrap(), noop.unwrap()];
        if turn % 2 == 1 {
            joint.reverse();
        }
        player.advance(&joint).unwrap();
    }
}

#[test]
fn wins_and_threats_one_move_ahead_are_found() {
    let game = game("tic-tac-toe");
    let wins = ["(mark 1 1)", "(mark 2 1)", "(mark 1 2)", "(mark 2 2)"];
    let blocks = ["(mark 1 1)", "(mark 2 2)", "(mark 1 2)"];
    for name in [
        "greedy",
        "mc",
        "cadia-2007",
        "cadia-2008",
        "cadia-2009",
        "cadia-2010",
        "gifl",
        "gifl-alphabeta",
        "kuhl",
        "flux",
        "exhaustive",
    ] {
        let mut winner = player(name, &game, 0, 1);
        after(&mut *winner, &game.machine, &wins);
        winner.think(&Limit::simulations(300)).unwrap();
        assert_eq!(game.machine.move_text(winner.choose().unwrap()), "(mark 1 3)", "{name} wins");
        if name == "greedy" {
            continue;
        }
        let mut blocker = player(name, &game, 1, 1);
        after(&mut *blocker, &game.machine, &blocks);
        blocker.think(&Limit::simulations(1000)).unwrap();
        assert_eq!(
            game.machine.move_text(blocker.choose().unwrap()),
            "(mark 1 3)",
            "{name} blocks"
        );
    }
}

#[test]
fn a_puzzle_that_was_solved_once_is_solved() {
    let game = game("maze");
    let (_, goals) = play("cadia-2007", &game, 200);
    assert_eq!(goals, [100]);
}

#[test]
fn the_tree_is_kept_between_moves() {
    let game = game("connect-four");
    let mut player = player("cadia-2009", &game, 0, 1);
    player.think(&Limit::simulations(2000)).unwrap();
    let report = player.report();
    assert_eq!(report.simulations, 2000);
    let visits: u64 = report.moves.iter().map(|valued| valued.visits).sum();
    assert_eq!(visits, 2000);
    assert!(report.line.len() > 2 && report.moves[0].value > 40.0);
    player.advance(&report.line[0]).unwrap();
    let kept = player.report();
    assert_eq!(kept.simulations, 0);
    assert!(kept.nodes > 10 && kept.nodes < report.nodes);
    assert_eq!(kept.line, report.line[1..]);
}

#[test]
fn features_of_the_board_are_found_and_learnt() {
    let weights = |game: &str| {
        let game = common::game(game);
        let mut player = player("cadia-2010", &game, 0, 1);
        player.think(&Limit::simulations(400)).unwrap();
        player.report().notes()
    };
    let value = |notes: &[String], piece: &str| -> f64 {
        let note = notes.iter().find(|note| note.starts_with(&format!("{piece}: "))).unwrap();
        note.rsplit(' ').next().unwrap().parse().unwrap()
    };
    // Pieces of different types: rooks are worth more than pawns, for both.
    let skirmish = weights("skirmish");
    assert_eq!(skirmish.len(), 8);
    assert!(value(&skirmish, "white rook") > value(&skirmish, "white pawn"));
    assert!(value(&skirmish, "black rook") < value(&skirmish, "black pawn"));
    assert!(value(&skirmish, "white pawn") > 0.0 && value(&skirmish, "black pawn") < 0.0);
    // One type for each role: the cells count.
    assert_eq!(weights("breakthrough").len(), 128);
    // Three coordinates are no board.
    assert!(weights("tic-tac-toe-3d").is_empty());
}

#[test]
fn unknown_players_and_settings_are_refused() {
    let mut settings = PlayerSettings::default();
    settings.add("rave.k=3").unwrap();
    assert!(players::check("cadia-2009", &settings).is_ok());
    let error = players::check("cadia-2008", &settings).unwrap_err().to_string();
    assert!(error.contains("no setting `rave.k`") && error.contains("`gibbs.tau`"), "{error}");
    let error = players::check("cadia-2011", &settings).unwrap_err().to_string();
    assert!(error.contains("no player `cadia-2011`") && error.contains("`cadia-2010`"), "{error}");
}

#[test]
fn the_nearness_of_goals_is_a_heuristic_too() {
    let game = game("breakthrough-6x6");
    let value = |player: &str, texts: &[&str]| {
        let mut settings = PlayerSettings::default();
        texts.iter().for_each(|text| settings.add(text).unwrap());
        let mut player = players::build(player, &settings, game.seat(Role(0), 1)).unwrap();
        player.think(&Limit::simulations(2000)).unwrap();
        player.report().moves[0].value
    };
    let near = value("kuhl", &["search.depth=2", "heuristic=max.goal"]);
    assert_eq!(near, value("flux", &["search.depth=2"]));
    assert_ne!(near, value("kuhl", &["search.depth=2", "heuristic=min.goal"]));
    // Workers measure it too.
    assert!(value("kuhl", &["workers=4", "goal=true"]) > 0.0);
}

#[test]
fn random_games_are_watched_as_long_as_there_is_time() {
    let game = game("nothello");
    for enough in [0, 300] {
        let asked = Arc::new(AtomicUsize::new(0));
        let counter = Arc::clone(&asked);
        let keep_sampling: KeepSampling =
            Arc::new(move || counter.fetch_add(1, Ordering::Relaxed) < enough);
        let seat = Seat { keep_sampling: Some(keep_sampling), ..game.seat(Role(0), 1) };
        assert!(players::build("kuhl", &PlayerSettings::default(), seat).is_ok());
        // It is asked when there are enough states in any case, and then at every state.
        let asked = asked.load(Ordering::Relaxed);
        assert!((enough + 1..=enough + 2).contains(&asked), "{asked}");
    }
}

#[test]
fn a_heuristic_can_be_named() {
    let game = game("nothello");
    let mut settings = PlayerSettings::default();
    settings.add("search.depth=1").unwrap();
    settings.add("heuristic=min.cell.black").unwrap();
    let mut least = players::build("kuhl", &settings, game.seat(Role(0), 1)).unwrap();
    least.think(&Limit::simulations(1000)).unwrap();
    // All first moves turn one stone: there is nothing to choose, but what the search expects is the scaled count of
    // black stones.
    assert_eq!(least.report().moves[0].value.round(), (1.0 + 98.0 * (1.0 - 4.0 / 64.0f64)).round());
    let mut settings = PlayerSettings::default();
    settings.add("heuristic=min.cell.black|max.cell.blue").unwrap();
    assert!(players::build("kuhl", &settings, game.seat(Role(0), 1)).is_ok());
    let error = players::build("kuhl", &settings, game.seat(Role(1), 1)).err().unwrap();
    let error = error.to_string();
    assert!(error.contains("`max.cell.blue`") && error.contains("`min.cell.white`"), "{error}");
}

/// Features of nim, one of each kind and level, and one of another game.
const FEATURES: &str = r#"{"game": "nim", "runs": 1, "levels": 2, "terminal_facts": true, "features": [
    {"level": 1, "kind": "offensive", "role": "white", "facts": ["(num 2)"], "moves": ["(take 2)"], "count": 1},
    {"level": 2, "kind": "offensive", "role": "white", "facts": ["(num 5)"], "moves": ["(take 2)"], "count": 1},
    {"level": 1, "kind": "losing", "role": "white", "facts": ["(num 4)"], "moves": ["(take 2)"], "count": 1}]}"#;

fn features(_: &str) -> Result<String, String> {
    Ok(FEATURES.to_owned())
}

#[test]
fn remembered_features_are_not_learnt_again_unless_a_file_is_named() {
    let game = game("nim");
    let notes = |name: &str, text: &str, saved: &str| {
        let saved = learn::gifl::SavedFeatures::read(saved).unwrap();
        let mut seat = game.seat(Role(0), 1);
        seat.knowledge.features = Some(Arc::new(saved));
        seat.read_text = features;
        let mut settings = PlayerSettings::default();
        settings.add(text).unwrap();
        let mut player = players::build(name, &settings, seat).unwrap();
        player.think(&Limit::simulations(20)).unwrap();
        player.report().notes()
    };
    let says = |notes: &[String], what: &str| notes.iter().any(|note| note == what);
    for name in ["gifl", "gifl-2009", "gifl-alphabeta"] {
        // Those that lose are used only by who asks for them, and so are those of higher levels.
        let usual = notes(name, "gifl.runs=5", FEATURES);
        assert!(says(&usual, "uses 2 remembered features"), "{name}: {usual:?}");
        let all = notes(name, "gifl.losing=true", FEATURES);
        assert!(says(&all, "uses 3 remembered features"), "{name}: {all:?}");
        let first = notes(name, "gifl.levels=1", FEATURES);
        assert!(says(&first, "uses 1 remembered feature"), "{name}: {first:?}");
        let named = notes(name, "gifl.file=features", FEATURES);
        assert!(!named.iter().any(|note| note.contains("remembered")), "{name}: {named:?}");
        let other = notes(name, "gifl.runs=5", &FEATURES.replace("(num 2)", "(cell 1 1 x)"));
        assert!(!other.iter().any(|note| note.contains("remembered")), "{name}: {other:?}");
    }
}
