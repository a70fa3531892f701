//! Players that evaluate states by features with learnt weights.

mod common;

use agon_search::players::{self, PlayerError};
use agon_search::{DisplayedFeature, Limit, MAX_ACTIVE_FEATURES, Player, PlayerSettings, Seat};
use analyze::Analyst;
use common::{Game, game, play};
use game::{Machine, Role};
use learn::features::{Construction, ConstructionSettings as Features};
use learn::td::{
    self, LinearModel, OpponentPolicy, RandomOpponent, RoleWeights, TdFile, TdLearner,
};
use std::collections::HashMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

/// Returns a file of weights for the first role of tic-tac-toe, learnt against random moves.
fn file() -> String {
    let rules = oracle::rules("tic-tac-toe");
    let settings = Features { states: 500, ..Features::default() };
    let model = oracle::model_of(&rules);
    let made = Construction::new(&rules, &model, &settings, &mut |_| true).unwrap();
    let maxima: Vec<u32> = made.selection.all.iter().map(|it| it.max_count).collect();
    let mut random = game::random(1);
    let model = LinearModel::new(maxima.clone(), &mut random);
    let evaluator = made.evaluator().unwrap();
    let mut learner = TdLearner::new(td::TdSettings::default(), model, evaluator, Role(0));
    let mut opponents: Vec<Box<dyn OpponentPolicy>> =
        vec![Box::new(RandomOpponent), Box::new(RandomOpponent)];
    let mut machine = made.machine.fork();
    for _ in 0..500 {
        td::play_training_match(&mut *machine, &mut learner, &mut opponents, &mut random).unwrap();
    }
    let mut file = TdFile::new("tic-tac-toe", &made.selected(), &maxima, &made.rule_base.symbols);
    let weights = learner.model.weights;
    let role = "xplayer".to_owned();
    file.set_role(RoleWeights { role, matches: 500, curve: Vec::new(), weights });
    file.text()
}

fn texts(name: &str) -> Result<String, String> {
    static FILE: OnceLock<String> = OnceLock::new();
    match name {
        "learnt" => Ok(FILE.get_or_init(file).clone()),
        "known" => Ok(KNOWN.to_owned()),
        "many" => Ok(many()),
        "junk" => Ok("[]".to_owned()),
        _ => Err("there is no such file".to_owned()),
    }
}

/// Crosses, noughts, columns whose upper two cells are empty, and what holds only at the end.
const KNOWN: &str = r#"{"format": "agon-td-1", "game": "tic-tac-toe", "features": [
    {"feature": {"formula": "(true (cell ?a ?b x))", "variables": ["?a", "?b"]}, "most": 4},
    {"feature": {"formula": "(true (cell ?a ?b o))", "variables": ["?a", "?b"]}, "most": 5},
    {"feature": {"formula": "(and (true (cell ?a 1 b)) (true (cell ?a 2 b)))", "variables": ["?a"]}, "most": 3},
    {"feature": {"formula": "(true (cell 3 3 o))", "variables": []}, "most": 1}],
    "roles": [{"role": "xplayer", "matches": 7, "curve": [], "weights": [0.5, -2.0, 1.5, 9.0]}]}"#;

/// Returns more features than explanations list. All hold in the initial state, and later ones have higher weights.
fn many() -> String {
    let feature = r#"{"feature": {"formula": "(true (cell 1 1 b))", "variables": []}, "most": 1}"#;
    let features = vec![feature; 60].join(",");
    let weights: Vec<f64> = (0..60).map(f64::from).collect();
    format!(
        r#"{{"format": "agon-td-1", "game": "tic-tac-toe", "features": [{features}], "roles":
        [{{"role": "xplayer", "matches": 7, "curve": [], "weights": {weights:?}}}]}}"#
    )
}

fn player(
    game: &Game,
    (role, seed): (u32, u64),
    name: &str,
    settings: &[&str],
) -> Result<Box<dyn Player>, PlayerError> {
    let mut all = PlayerSettings::default();
    settings.iter().for_each(|setting| all.add(setting).expect("it is a setting"));
    players::build(name, &all, Seat { read_text: texts, ..game.seat(Role(role), seed) })
}

#[test]
fn learnt_weights_win_matches() {
    let game = game("tic-tac-toe");
    let learnt = "td.file=learnt";
    for (name, settings) in [
        ("td-learner", vec![learnt]),
        ("td-search", vec![learnt]),
        ("td-search", vec![learnt, "td.tree=true"]),
        ("td-learner", vec!["td.matches=300"]),
        ("td-learner", vec!["td.matches=300", "td.beforehand=true"]),
    ] {
        let mut sum = 0;
        for seed in 0..10 {
            let players = vec![
                player(&game, (0, seed), name, &settings).unwrap(),
                player(&game, (1, seed), "random", &[]).unwrap(),
            ];
            sum += u32::from(play(&game.machine, players, 300).1[0]);
        }
        assert!(sum >= 850, "{name} {settings:?}: {sum}");
    }
}

#[test]
fn learning_before_a_match_has_a_time_of_its_own() {
    let game = game("tic-tac-toe");
    // KeepSampling random games is over before learning begins; of the time for that, `step` goes by at every question.
    let sum = |step: usize| {
        let mut settings = PlayerSettings::default();
        settings.add("td.matches=300").unwrap();
        let wins = (0..10).map(|seed| {
            let asked = Arc::new(AtomicUsize::new(0));
            let elapsed = move || (asked.fetch_add(step, Ordering::Relaxed) as f64) / 1e6;
            let seat = Seat {
                keep_sampling: Some(Arc::new(|| false)),
                learning_time: Some(Arc::new(elapsed)),
                ..game.seat(Role(0), seed)
            };
            let players = vec![
                players::build("td-learner", &settings, seat).unwrap(),
                player(&game, (1, seed), "random", &[]).unwrap(),
            ];
            u32::from(play(&game.machine, players, 300).1[0])
        });
        wins.sum::<u32>()
    };
    let (unhurried, hurried) = (sum(1), sum(1_000_000));
    assert!(unhurried >= 850, "{unhurried}");
    // Without time there are no features, and all states are worth the same.
    assert!(hurried < 850, "{hurried}");
}

#[test]
fn weights_are_learnt_once_for_all_matches() {
    let game = game("tic-tac-toe");
    let mut settings = PlayerSettings::default();
    settings.add("td.matches=20").unwrap();
    settings.add("td.beforehand=true").unwrap();
    let seat = game.seat(Role(0), 1);
    let knowledge = seat.knowledge.clone();
    // There is no time in which to learn, and it is learnt all the same.
    let seat = Seat { learning_time: Some(Arc::new(|| 1.0)), ..seat };
    let first = players::build("td-search", &settings, seat).unwrap().report().notes();
    assert!(first[0].ends_with("learnt from 20 matches"), "{first:?}");
    let known: Result<_, ()> =
        knowledge.learning.state_evaluator(Role(0), 20, || panic!("it is known"));
    assert!(known.is_ok());
    let other = knowledge.learning.state_evaluator(Role(1), 20, || Err(()));
    assert!(other.is_err(), "nothing is known about the other role");
}

#[test]
fn files_that_do_not_fit_are_refused() {
    let game = game("tic-tac-toe");
    let error =
        |role: u32, settings: &[&str]| match player(&game, (role, 1), "td-learner", settings) {
            Ok(_) => panic!("there is a player"),
            Err(error) => error.to_string(),
        };
    assert!(error(0, &["td.file=nowhere"]).contains("no such file"));
    assert!(error(0, &["td.file=junk"]).contains("not a file of learnt weights"));
    assert!(error(1, &["td.file=learnt"]).contains("nothing was learnt about this role"));
}

/// The players that judge by features.
const JUDGES: [(&str, &[&str]); 3] =
    [("td-learner", &[]), ("td-search", &[]), ("td-search", &["td.tree=true"])];

/// Returns the active features of a player after crosses at (1 1) and (3 1) and a nought between them.
fn active(game: &Game, name: &str, settings: &[&str]) -> Vec<DisplayedFeature> {
    let mut player = player(game, (0, 1), name, settings).unwrap();
    let noop = game.machine.find_move("noop").unwrap();
    for (turn, text) in ["(mark 1 1)", "(mark 2 1)", "(mark 3 1)"].into_iter().enumerate() {
        let mut joint = vec![game.machine.find_move(text).unwrap(), noop];
        joint.rotate_left(turn % 2);
        player.think(&Limit::simulations(20)).unwrap();
        player.advance(&joint).unwrap();
    }
    let before = player.active_features();
    player.think(&Limit::simulations(50)).unwrap();
    assert_eq!(before, player.active_features(), "{name}: thinking changes nothing");
    before
}

#[test]
fn active_features_are_listed_with_their_contributions() {
    let game = game("tic-tac-toe");
    for (name, settings) in JUDGES {
        let hints = active(&game, name, &[settings, &["td.file=known"]].concat());
        let told: Vec<(&str, u32, f64)> =
            hints.iter().map(|hint| (hint.text.as_str(), hint.count, hint.value)).collect();
        let expected = [
            ("(true (cell ?a ?b o)) [?a ?b]", 1, -2.0 / 5.0),
            ("(true (cell ?a ?b x)) [?a ?b]", 2, 0.5 * 2.0 / 4.0),
        ];
        assert_eq!(told, expected, "{name} {settings:?}");
        assert!(hints.iter().all(|hint| hint.action.is_none()));
    }
    // At first there are only empty cells.
    let mut first = player(&game, (0, 1), "td-learner", &["td.file=known"]).unwrap();
    let hints = first.active_features();
    assert_eq!(hints.len(), 1, "{hints:?}");
    assert_eq!((hints[0].count, hints[0].value), (3, 1.5));
}

#[test]
fn the_list_of_features_is_short() {
    let game = game("tic-tac-toe");
    for (name, settings) in JUDGES {
        let settings = [settings, &["td.file=many"]].concat();
        let hints = player(&game, (0, 1), name, &settings).unwrap().active_features();
        let worths: Vec<f64> = hints.iter().map(|hint| hint.value).collect();
        let expected: Vec<f64> = (0..60).rev().map(f64::from).take(MAX_ACTIVE_FEATURES).collect();
        assert_eq!(worths, expected, "{name} {settings:?}");
    }
}

#[test]
fn learnt_features_are_listed_too() {
    let game = game("tic-tac-toe");
    for settings in [&["td.file=learnt"][..], &["td.matches=20"]] {
        let hints = active(&game, "td-learner", settings);
        assert!((2..=MAX_ACTIVE_FEATURES).contains(&hints.len()), "{settings:?}: {hints:?}");
        let is_fit = |hint: &DisplayedFeature| hint.count > 0 && hint.text.contains("cell");
        assert!(hints.iter().any(is_fit), "{settings:?}: {hints:?}");
        assert!(hints.is_sorted_by(|a, b| a.value.abs() >= b.value.abs()), "{settings:?}");
    }
}

#[test]
fn features_that_were_learnt_are_counted_on_machines_of_all_kinds() {
    let game = game("tic-tac-toe");
    let reference = oracle::reference("tic-tac-toe");
    let analyst = Analyst::new(oracle::rules("tic-tac-toe"));
    let slow = Seat {
        analyst: Some(Arc::new(analyst)),
        ..Seat::bare(Box::new(reference.clone()), Role(0), 1)
    };
    let seats: [(&dyn Machine, Seat); 2] =
        [(&game.machine, game.seat(Role(0), 1)), (&reference, slow)];
    let counts = seats.map(|(machine, seat)| {
        let mut settings = PlayerSettings::default();
        settings.add("td.matches=20").unwrap();
        let mut player = players::build("td-learner", &settings, seat).unwrap();
        let noop = machine.find_move("noop").unwrap();
        let mut counts = HashMap::new();
        for (turn, text) in ["(mark 1 1)", "(mark 2 1)", "(mark 3 1)"].into_iter().enumerate() {
            let mut joint = vec![machine.find_move(text).unwrap(), noop];
            joint.rotate_left(turn % 2);
            player.advance(&joint).unwrap();
            let active = player.active_features().into_iter();
            counts.extend(active.map(|it| ((turn, it.text), it.count)));
        }
        counts
    });
    // The weights differ, because the opponents of the training make other random choices.
    let [circuit, reference] = counts;
    let common: Vec<_> = circuit.keys().filter(|key| reference.contains_key(*key)).collect();
    assert!(common.len() > 10, "{circuit:?} {reference:?}");
    for key in common {
        assert_eq!(circuit[key], reference[key], "{key:?}");
    }
}

#[test]
fn a_player_with_a_solution_lists_the_features_of_the_other() {
    let game = game("hanoi");
    let mut settings = PlayerSettings::default();
    settings.add("td.matches=5").unwrap();
    let mut seat = game.seat(Role(0), 1);
    let mut alone = players::build("td-learner", &settings, game.seat(Role(0), 1)).unwrap();
    seat.knowledge.solution = Some(Arc::new(["nowhere".to_owned()]));
    let mut following = players::build("td-learner", &settings, seat).unwrap();
    assert!(following.report().notes().iter().any(|note| note.contains("follows a solution")));
    let hints = following.active_features();
    assert!(!hints.is_empty());
    assert_eq!(hints, alone.active_features());
}
