//! The features of games and their values in states.

use agon_analyze::{FeatureEvaluator, Sampling, StructureFeature, features};
use game::playout::random_step;
use game::{Machine, MachineExt, State};

fn game(name: &str) -> (Box<dyn Machine>, Vec<StructureFeature>) {
    let rules = oracle::rules(name);
    let mut machine: Box<dyn Machine> = Box::new(oracle::machine_of(&rules));
    let analysis = agon_analyze::analyze(&rules, &mut *machine, &Sampling::states(2000, 1));
    (machine, features(&analysis.expect("it can be played")))
}

fn names(features: &[StructureFeature]) -> Vec<String> {
    features.iter().map(StructureFeature::to_string).collect()
}

/// Returns the value of every feature in the initial state, and in the one after this joint move.
fn values(name: &str, joint: &[&str]) -> Vec<(String, [f64; 2])> {
    let (mut machine, features) = game(name);
    let start = machine.initial_state().unwrap();
    let moves: Vec<_> = joint.iter().map(|text| machine.find_move(text).unwrap()).collect();
    let mut next = State::default();
    machine.next(&start, &moves, &mut next).unwrap();
    let named = names(&features);
    let read = |feature: StructureFeature| {
        let mut evaluator = FeatureEvaluator::new(feature);
        [&start, &next].map(|state| (evaluator.read(&*machine, state) * 1e4).round() / 1e4)
    };
    named.into_iter().zip(features.into_iter().map(read)).collect()
}

#[test]
fn pieces_have_positions_and_distances() {
    let mut found = values("hallway", &["(move 5 2)", "noop"]);
    found.retain(|(name, _)| name.starts_with("pawn"));
    let expected = [
        ("pawn.white.2", [0.5, 0.5]),
        ("pawn.white.3", [0.0, 0.125]),
        ("pawn.black.2", [0.5, 0.5]),
        ("pawn.black.3", [1.0, 1.0]),
        ("pawn.white.black", [0.5, 0.4375]),
    ];
    assert_eq!(found, expected.map(|(name, values)| (name.to_owned(), values)));
}

#[test]
fn markers_are_counted_and_quantities_read() {
    let found = values("nothello", &["(place 3 4)", "noop"]);
    let expected = [("cell.white", [0.0313, 0.0156]), ("cell.black", [0.0313, 0.0625])];
    assert_eq!(found, expected.map(|(name, values)| (name.to_owned(), values)));
    let found = values("nim", &["(take 2)", "noop"]);
    assert_eq!(found, [("num.1".to_owned(), [1.0, 0.6])]);
}

#[test]
fn reading_only_changes_gives_the_same_values() {
    let mut random = game::random(1);
    for name in ["skirmish", "farmers", "minichess", "mummy-maze", "lights-out"] {
        let (mut machine, features) = game(name);
        assert!(!features.is_empty());
        let mut evaluators: Vec<FeatureEvaluator> =
            features.iter().cloned().map(FeatureEvaluator::new).collect();
        for _ in 0..3 {
            let mut state = machine.initial_state().unwrap();
            loop {
                for (evaluator, feature) in evaluators.iter_mut().zip(&features) {
                    let afresh = FeatureEvaluator::new(feature.clone()).read(&*machine, &state);
                    assert_eq!(evaluator.read(&*machine, &state), afresh, "{name} {feature}");
                    assert!((0.0..=1.0).contains(&afresh), "{name} {feature} {afresh}");
                }
                match random_step(&mut *machine, &state, &mut random).unwrap() {
                    Some(next) => state = next,
                    None => break,
                }
            }
        }
    }
}
