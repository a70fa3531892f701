//! The features of games, and what they are in states.

use analyze::{Feature, Gauge, Watch, features};
use circuit::CircuitMachine;
use game::playout::random_step;
use game::{Machine, State};

fn game(name: &str) -> (Box<dyn Machine>, Vec<Feature>) {
    let rules = library::find(name).expect("it is bundled").rules();
    let rules = gdl::check(name, rules.as_bytes()).rules.expect("the rules have no errors");
    let machine = CircuitMachine::new(&rules, &circuit::Limits::default());
    let mut machine: Box<dyn Machine> = Box::new(machine.expect("it is small"));
    let analysis = analyze::analyze(&rules, &mut *machine, &Watch::states(2000, 1));
    (machine, features(&analysis.expect("it can be played")))
}

fn names(features: &[Feature]) -> Vec<String> {
    features.iter().map(Feature::to_string).collect()
}

/// What features are in the initial state, and in the one after this joint move.
fn values(name: &str, joint: &[&str]) -> Vec<(String, [f64; 2])> {
    let (mut machine, features) = game(name);
    let start = machine.initial_state().unwrap();
    let moves: Vec<_> = joint.iter().map(|text| machine.find_move(text).unwrap()).collect();
    let mut next = State::default();
    machine.next(&start, &moves, &mut next).unwrap();
    let named = names(&features);
    let read = |feature: Feature| {
        let mut gauge = Gauge::new(feature);
        [&start, &next].map(|state| (gauge.read(&*machine, state) * 1e4).round() / 1e4)
    };
    named.into_iter().zip(features.into_iter().map(read)).collect()
}

#[test]
fn pieces_have_places_and_distances() {
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
fn what_changes_is_enough_to_look_at() {
    let mut random = game::random(1);
    for name in ["skirmish", "farmers", "minichess", "mummy-maze", "lights-out"] {
        let (mut machine, features) = game(name);
        assert!(!features.is_empty());
        let mut gauges: Vec<Gauge> = features.iter().cloned().map(Gauge::new).collect();
        for _ in 0..3 {
            let mut state = machine.initial_state().unwrap();
            loop {
                for (gauge, feature) in gauges.iter_mut().zip(&features) {
                    let afresh = Gauge::new(feature.clone()).read(&*machine, &state);
                    assert_eq!(gauge.read(&*machine, &state), afresh, "{name} {feature}");
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
