//! GIFL: features that are learnt in bundled games, trial games, and files.

use agon_learn::gifl::{
    FeatureKind, GiflFeatures, GiflTrainer, GiflTraining, SavedFeature, SavedFeatures,
    SavedFeaturesError, TrainError,
};
use game::{Role, State};
use oracle::boxed_machine;

fn trained(name: &str, runs: u64, training: GiflTraining) -> SavedFeatures {
    let mut trainer = GiflTrainer::new(boxed_machine(name), training, 1).expect("it can be learnt");
    while trainer.runs() < runs {
        trainer.run(&|| true).expect("nothing goes wrong");
    }
    trainer.saved_features(name)
}

/// Finds the feature with these moves and facts.
fn find<'a>(
    found: &'a SavedFeatures,
    kind: FeatureKind,
    role: &str,
    moves: &[&str],
    facts: &[&str],
) -> Option<&'a SavedFeature> {
    let same = |texts: &[String], expected: &[&str]| {
        texts.len() == expected.len() && expected.iter().all(|text| texts.iter().any(|t| t == text))
    };
    found.features.iter().find(|feature| {
        feature.kind == kind
            && feature.role == role
            && same(&feature.moves, moves)
            && same(&feature.facts, facts)
    })
}

#[test]
fn two_marks_on_a_diagonal_are_an_offensive_and_a_defensive_feature() {
    let found = trained("tic-tac-toe", 500, GiflTraining::default());
    let line = ["(cell 1 1 x)", "(cell 3 3 x)", "(cell 2 2 b)"];
    let facts = [&line[..], &["(control xplayer)"]].concat();
    let win = find(&found, FeatureKind::Offensive, "xplayer", &["(mark 2 2)"], &facts);
    assert!(win.is_some_and(|feature| feature.level == 1), "{}", found.write());
    let facts = [&line[..], &["(control oplayer)"]].concat();
    let prevention = find(&found, FeatureKind::Defensive, "oplayer", &["(mark 2 2)"], &facts);
    assert!(prevention.is_some_and(|feature| feature.level == 1), "{}", found.write());
    assert!(found.terminal_facts);
}

#[test]
fn a_pawn_before_the_last_row_wins_or_is_captured() {
    let found = trained("breakthrough", 300, GiflTraining::default());
    let facts = ["(cell 4 7 white)", "(control white)"];
    let win = find(&found, FeatureKind::Offensive, "white", &["(move 4 7 5 8)"], &facts);
    assert!(win.is_some_and(|feature| feature.level == 1 && feature.count > 1));
    let facts = ["(cell 4 7 white)", "(control black)"];
    let taken = found.features.iter().find(|feature| {
        let captures = feature.moves.iter().any(|action| action.ends_with(" 4 7)"));
        let same =
            feature.facts.len() == 2 && facts.iter().all(|f| feature.facts.iter().any(|w| w == f));
        feature.kind == FeatureKind::Defensive && same && captures
    });
    assert!(taken.is_some_and(|feature| feature.role == "black"));
}

/// If the stone in the middle of a column is removed, the next stone takes its place, so that removing facts one by one
/// does not find it.
#[test]
fn three_stones_in_a_column_are_found_with_the_facts_of_the_condition() {
    let found = trained("connect-four", 500, GiflTraining::default());
    let column = |fact: &String| fact.strip_prefix("(cell ")?.split(' ').next().map(str::to_owned);
    let upright = found.features.iter().filter(|feature| {
        let columns: Vec<String> = feature.facts.iter().filter_map(column).collect();
        feature.level == 1
            && feature.kind == FeatureKind::Offensive
            && columns.len() >= 3
            && columns.iter().all(|one| *one == columns[0])
    });
    assert!(upright.count() > 0, "{}", found.write());
}

#[test]
fn facts_do_not_explain_wins_in_checkers() {
    assert!(!trained("checkers", 1, GiflTraining::default()).terminal_facts);
    assert!(trained("knightthrough", 1, GiflTraining::default()).terminal_facts);
}

#[test]
fn offensive_features_of_the_first_level_win_in_states_of_their_facts() {
    for name in ["tic-tac-toe", "breakthrough", "connect-four", "pentago"] {
        let mut machine = boxed_machine(name);
        let mut trainer = GiflTrainer::new(machine.fork(), GiflTraining::default(), 7).unwrap();
        while trainer.runs() < 100 {
            trainer.run(&|| true).unwrap();
        }
        let first = trainer.features().iter().map(|(feature, _)| feature);
        let mut seen = 0;
        for feature in first.filter(|f| f.level == 1 && f.kind == FeatureKind::Offensive) {
            let state = machine.state(&feature.facts);
            let mut legal = Vec::new();
            machine.legal(&state, feature.role, &mut legal).unwrap();
            assert!(legal.contains(&feature.moves[0]), "{name}: {feature:?}");
            machine.legal(&state, Role(1 - feature.role.0), &mut legal).unwrap();
            let mut joint = [feature.moves[0], legal[0]];
            joint.rotate_left(feature.role.0 as usize);
            let mut next = State::default();
            machine.next(&state, &joint, &mut next).unwrap();
            assert!(machine.terminal(&next).unwrap(), "{name}: {feature:?}");
            let goals = [0, 1].map(|role| machine.goal(&next, Role(role)).unwrap().value());
            let (own, other) = (feature.role.0 as usize, 1 - feature.role.0 as usize);
            assert!(goals[own] > goals[other], "{name}: {feature:?}");
            seen += 1;
        }
        assert!(seen > 5, "{name}: {seen}");
    }
}

#[test]
fn deciding_moves_are_learnt_where_a_step_limit_ends_the_game() {
    let learnt = trained("checkers-free", 300, GiflTraining::default());
    assert!(!learnt.terminal_facts);
    let first = learnt.features.iter().filter(|feature| feature.level == 1);
    let offensive: Vec<_> =
        first.filter(|feature| feature.kind == FeatureKind::Offensive).collect();
    assert!(offensive.len() > 20, "{}", offensive.len());
    for feature in offensive {
        // Only captures change who has more pieces.
        let is_capture = |action: &String| !action.starts_with("(move ");
        assert!(feature.moves.iter().all(is_capture), "{feature:?}");
        assert!(
            feature.facts.len() <= 8 && !feature.facts.iter().any(|fact| fact.contains("step"))
        );
    }
    let document = GiflTraining { deciding_moves: false, ..GiflTraining::default() };
    let learnt = trained("checkers-free", 300, document);
    assert!(learnt.features.iter().all(|feature| feature.facts.len() > 20), "all facts count");
}

#[test]
fn useless_features_are_left_out_after_trial_games() {
    let machine = boxed_machine("breakthrough");
    let mut trainer = GiflTrainer::new(machine.fork(), GiflTraining::default(), 3).unwrap();
    while trainer.runs() < 100 {
        trainer.run(&|| true).unwrap();
    }
    let all = trainer.features().clone();
    assert_eq!(trainer.helpful(), all);
    while trainer.trial_games() < 300 {
        trainer.run_trial(&|| true).unwrap();
    }
    assert_eq!(trainer.features(), &all);
    let helpful = trainer.helpful();
    let of_level = |features: &GiflFeatures, level: u32| {
        features.iter().filter(|(feature, _)| feature.level == level).count()
    };
    assert_eq!(of_level(&helpful, 1), of_level(&all, 1));
    for level in [2, 3] {
        let (kept, found) = (of_level(&helpful, level), of_level(&all, level));
        assert!(0 < kept && kept < found, "level {level}: {kept} of {found}");
    }
    assert_eq!(trainer.saved_features("breakthrough").features.len(), helpful.len());
}

#[test]
fn losing_moves_are_learnt_from_games_that_the_loser_ends() {
    let levels = GiflTraining::default();
    assert!(trained("tic-tac-toe-inverted", 200, levels).features.is_empty());
    let found = trained("tic-tac-toe-inverted", 200, GiflTraining { losing: true, ..levels });
    assert!(!found.features.is_empty());
    assert!(
        found
            .features
            .iter()
            .all(|feature| feature.kind == FeatureKind::Losing && feature.level == 1)
    );
}

#[test]
fn the_number_of_levels_is_limited() {
    for levels in [1, 2] {
        let found = trained("tic-tac-toe", 100, GiflTraining { levels, ..GiflTraining::default() });
        assert_eq!(found.features.iter().map(|feature| feature.level).max(), Some(levels));
    }
}

#[test]
fn training_depends_on_the_seed_alone_and_files_can_be_read_again() {
    let learnt = trained("connect-four", 50, GiflTraining::default());
    assert_eq!(learnt, trained("connect-four", 50, GiflTraining::default()));
    let read = SavedFeatures::read(&learnt.write()).unwrap();
    assert_eq!(read, learnt);
    let machine = boxed_machine("connect-four");
    let features = read.features(&*machine).unwrap();
    assert_eq!(features.len(), learnt.features.len());
    let counts: u32 = features.iter().map(|(_, count)| count).sum();
    assert_eq!(counts, learnt.features.iter().map(|feature| feature.count).sum::<u32>());
}

#[test]
fn files_of_earlier_versions_can_be_read() {
    let text = r#"{"game": "tic-tac-toe", "runs": 9, "levels": 3, "terminal_facts": true, "features": [
        {"level": 1, "kind": "offensive", "role": "xplayer", "count": 4, "moves": ["(mark 2 2)"],
         "facts": ["(cell 1 1 x)", "(cell 3 3 x)", "(cell 2 2 b)", "(control xplayer)"]}]}"#;
    let features =
        SavedFeatures::read(text).unwrap().features(&*boxed_machine("tic-tac-toe")).unwrap();
    let (feature, count) = features.iter().next().expect("there is one");
    assert_eq!((feature.level, feature.kind, count), (1, FeatureKind::Offensive, 4));
    assert_eq!((feature.facts.len(), feature.moves.len()), (4, 1));
    assert!(features.are_certain);
}

#[test]
fn features_of_another_game_are_refused() {
    let found = trained("tic-tac-toe", 20, GiflTraining::default());
    let error = found.features(&*boxed_machine("connect-four")).unwrap_err();
    assert!(matches!(error, SavedFeaturesError::Unknown { .. }), "{error}");
    for text in ["", "{}", "[1, 2]", "{\"game\": 3}"] {
        assert!(SavedFeatures::read(text).is_err(), "{text}");
    }
}

#[test]
fn training_can_be_stopped_at_any_time() {
    let mut trainer =
        GiflTrainer::new(boxed_machine("breakthrough"), GiflTraining::default(), 1).unwrap();
    for patience in 1..400 {
        let asked = std::cell::Cell::new(0);
        let go_on = || {
            asked.set(asked.get() + 1);
            asked.get() < 10 * patience
        };
        match trainer.run(&go_on) {
            Ok(()) | Err(TrainError::Stopped) => {}
            Err(error) => panic!("{error}"),
        }
    }
    assert!(trainer.features().iter().all(|(feature, _)| !feature.facts.is_empty()));
    assert!(!trainer.features().is_empty());
}

#[test]
fn games_of_other_kinds_are_refused() {
    let refused = |name| {
        let trainer = GiflTrainer::new(boxed_machine(name), GiflTraining::default(), 1);
        trainer.and_then(|mut trainer| trainer.run(&|| true)).err()
    };
    assert_eq!(refused("hanoi"), Some(TrainError::Roles(1)));
    assert_eq!(refused("chinese-checkers-3"), Some(TrainError::Roles(3)));
    assert_eq!(refused("roshambo"), Some(TrainError::Simultaneous));
}
