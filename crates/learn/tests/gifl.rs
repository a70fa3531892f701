//! What is learnt from random games.

use circuit::CircuitMachine;
use game::{Machine, Role, State};
use learn::gifl::{Features, Kind, Lessons, TextError, TrainError, Trainer, Training, Words};

fn machine(rules: &str) -> Box<dyn Machine> {
    let rules = gdl::check("rules", rules.as_bytes()).rules.expect("the rules have no errors");
    Box::new(CircuitMachine::new(&rules, &circuit::Limits::default()).expect("it can be grounded"))
}

fn bundled(name: &str) -> Box<dyn Machine> {
    machine(library::find(name).expect("it is bundled").rules())
}

fn lessons(name: &str, runs: u64, training: Training) -> Lessons {
    let mut trainer = Trainer::new(bundled(name), training, 1).expect("it can be learnt");
    while trainer.runs() < runs {
        trainer.run(&|| true).expect("nothing goes wrong");
    }
    trainer.lessons(name)
}

/// The feature of these moves that needs these facts.
fn find<'a>(
    lessons: &'a Lessons,
    kind: Kind,
    role: &str,
    moves: &[&str],
    facts: &[&str],
) -> Option<&'a Words> {
    let same = |texts: &[String], expected: &[&str]| {
        texts.len() == expected.len() && expected.iter().all(|text| texts.iter().any(|t| t == text))
    };
    lessons.features.iter().find(|words| {
        words.kind == kind
            && words.role == role
            && same(&words.moves, moves)
            && same(&words.facts, facts)
    })
}

#[test]
fn two_on_a_diagonal_win_and_are_prevented() {
    let lessons = lessons("tic-tac-toe", 500, Training::default());
    let line = ["(cell 1 1 x)", "(cell 3 3 x)", "(cell 2 2 b)"];
    let facts = [&line[..], &["(control xplayer)"]].concat();
    let win = find(&lessons, Kind::Offensive, "xplayer", &["(mark 2 2)"], &facts);
    assert!(win.is_some_and(|words| words.level == 1), "{}", lessons.write());
    let facts = [&line[..], &["(control oplayer)"]].concat();
    let prevention = find(&lessons, Kind::Defensive, "oplayer", &["(mark 2 2)"], &facts);
    assert!(prevention.is_some_and(|words| words.level == 1), "{}", lessons.write());
    assert!(lessons.terminal_facts);
}

#[test]
fn a_pawn_before_the_last_row_wins_and_is_taken() {
    let lessons = lessons("breakthrough", 300, Training::default());
    let facts = ["(cell 4 7 white)", "(control white)"];
    let win = find(&lessons, Kind::Offensive, "white", &["(move 4 7 5 8)"], &facts);
    assert!(win.is_some_and(|words| words.level == 1 && words.count > 1));
    let facts = ["(cell 4 7 white)", "(control black)"];
    let taken = lessons.features.iter().find(|words| {
        let captures = words.moves.iter().any(|action| action.ends_with(" 4 7)"));
        let same =
            words.facts.len() == 2 && facts.iter().all(|f| words.facts.iter().any(|w| w == f));
        words.kind == Kind::Defensive && same && captures
    });
    assert!(taken.is_some_and(|words| words.role == "black"));
}

/// Without the stone in the middle of a column the others would fall otherwise, so that taking facts away one by one misses it.
#[test]
fn three_stones_on_each_other_are_found_by_the_second_way() {
    let lessons = lessons("connect-four", 500, Training::default());
    let column = |fact: &String| fact.strip_prefix("(cell ")?.split(' ').next().map(str::to_owned);
    let upright = lessons.features.iter().filter(|words| {
        let columns: Vec<String> = words.facts.iter().filter_map(column).collect();
        words.level == 1
            && words.kind == Kind::Offensive
            && columns.len() >= 3
            && columns.iter().all(|one| *one == columns[0])
    });
    assert!(upright.count() > 0, "{}", lessons.write());
}

#[test]
fn checkers_are_not_won_because_of_facts_that_are_there() {
    assert!(!lessons("checkers", 1, Training::default()).terminal_facts);
    assert!(lessons("knightthrough", 1, Training::default()).terminal_facts);
}

#[test]
fn offensive_features_of_the_first_level_win_wherever_their_facts_are_true() {
    for name in ["tic-tac-toe", "breakthrough", "connect-four", "pentago"] {
        let mut machine = bundled(name);
        let mut trainer = Trainer::new(machine.fork(), Training::default(), 7).unwrap();
        while trainer.runs() < 100 {
            trainer.run(&|| true).unwrap();
        }
        let first = trainer.features().iter().map(|(feature, _)| feature);
        let mut seen = 0;
        for feature in first.filter(|f| f.level == 1 && f.kind == Kind::Offensive) {
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
fn where_the_clock_decides_the_deciding_moves_are_learnt() {
    let learnt = lessons("checkers-free", 300, Training::default());
    assert!(!learnt.terminal_facts);
    let first = learnt.features.iter().filter(|words| words.level == 1);
    let offensive: Vec<_> = first.filter(|words| words.kind == Kind::Offensive).collect();
    assert!(offensive.len() > 20, "{}", offensive.len());
    for words in offensive {
        // Who has more pieces changes by captures only.
        let is_capture = |action: &String| !action.starts_with("(move ");
        assert!(words.moves.iter().all(is_capture), "{words:?}");
        assert!(words.facts.len() <= 8 && !words.facts.iter().any(|fact| fact.contains("step")));
    }
    let document = Training { changes: false, ..Training::default() };
    let learnt = lessons("checkers-free", 300, document);
    assert!(learnt.features.iter().all(|words| words.facts.len() > 20), "all facts count");
}

#[test]
fn features_that_do_not_help_are_left_out_after_a_trial() {
    let machine = bundled("breakthrough");
    let mut trainer = Trainer::new(machine.fork(), Training::default(), 3).unwrap();
    while trainer.runs() < 100 {
        trainer.run(&|| true).unwrap();
    }
    let all = trainer.features().clone();
    assert_eq!(trainer.helpful(), all);
    while trainer.trials() < 300 {
        trainer.try_out(&|| true).unwrap();
    }
    assert_eq!(trainer.features(), &all);
    let helpful = trainer.helpful();
    let of_level = |features: &Features, level: u32| {
        features.iter().filter(|(feature, _)| feature.level == level).count()
    };
    assert_eq!(of_level(&helpful, 1), of_level(&all, 1));
    for level in [2, 3] {
        let (kept, found) = (of_level(&helpful, level), of_level(&all, level));
        assert!(0 < kept && kept < found, "level {level}: {kept} of {found}");
    }
    assert_eq!(trainer.lessons("breakthrough").features.len(), helpful.len());
}

#[test]
fn games_that_the_loser_ends_teach_what_to_avoid() {
    let levels = Training::default();
    assert!(lessons("tic-tac-toe-inverted", 200, levels).features.is_empty());
    let lessons = lessons("tic-tac-toe-inverted", 200, Training { losing: true, ..levels });
    assert!(!lessons.features.is_empty());
    assert!(lessons.features.iter().all(|words| words.kind == Kind::Losing && words.level == 1));
}

#[test]
fn there_are_no_more_levels_than_wanted() {
    for levels in [1, 2] {
        let lessons = lessons("tic-tac-toe", 100, Training { levels, ..Training::default() });
        assert_eq!(lessons.features.iter().map(|words| words.level).max(), Some(levels));
    }
}

#[test]
fn the_seed_decides_and_words_are_read_as_they_were_written() {
    let learnt = lessons("connect-four", 50, Training::default());
    assert_eq!(learnt, lessons("connect-four", 50, Training::default()));
    let read = Lessons::read(&learnt.write()).unwrap();
    assert_eq!(read, learnt);
    let machine = bundled("connect-four");
    let features = read.features(&*machine).unwrap();
    assert_eq!(features.len(), learnt.features.len());
    let counts: u32 = features.iter().map(|(_, count)| count).sum();
    assert_eq!(counts, learnt.features.iter().map(|words| words.count).sum::<u32>());
}

#[test]
fn words_of_another_game_are_refused() {
    let lessons = lessons("tic-tac-toe", 20, Training::default());
    let error = lessons.features(&*bundled("connect-four")).unwrap_err();
    assert!(matches!(error, TextError::Unknown { .. }), "{error}");
    for text in ["", "{}", "[1, 2]", "{\"game\": 3}"] {
        assert!(Lessons::read(text).is_err(), "{text}");
    }
}

#[test]
fn training_can_be_stopped_anywhere() {
    let mut trainer = Trainer::new(bundled("breakthrough"), Training::default(), 1).unwrap();
    for patience in 1..400 {
        let asked = std::cell::Cell::new(0);
        let go_on = || {
            asked.set(asked.get() + 1);
            asked.get() < 10 * patience
        };
        match trainer.run(&go_on) {
            Ok(()) | Err(TrainError::Stop(game::StopReason::Interrupted)) => {}
            Err(error) => panic!("{error}"),
        }
    }
    assert!(trainer.features().iter().all(|(feature, _)| !feature.facts.is_empty()));
    assert!(!trainer.features().is_empty());
}

#[test]
fn games_of_other_kinds_are_refused() {
    let refused = |name| {
        let trainer = Trainer::new(bundled(name), Training::default(), 1);
        trainer.and_then(|mut trainer| trainer.run(&|| true)).err()
    };
    assert_eq!(refused("hanoi"), Some(TrainError::Roles(1)));
    assert_eq!(refused("chinese-checkers-3"), Some(TrainError::Roles(3)));
    assert_eq!(refused("roshambo"), Some(TrainError::Simultaneous));
}
