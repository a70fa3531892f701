//! Tests of the contract of random games, on every backend that this processor has.

#[path = "contract/flawed.rs"]
mod flawed;

use agon_lanes::{Backend, Lanes};
use flawed::{Flaw, Flawed};
use game::playouts::contract::{Coverage, PlayoutSample, check};
use propnet::CircuitMachine;
use std::sync::Arc;

/// Checks a game on all backends. There must be more states than lanes in the largest batch.
fn check_all(name: &str, machine: &mut CircuitMachine, games: u32, max_length: u64) -> Coverage {
    let extent = PlayoutSample { seed: 1, games, max_length, states: 1200 };
    let backends = Backend::all_available().into_iter();
    let coverages = backends.map(|backend| {
        let mut lanes = Lanes::new(Arc::clone(machine.model()), backend).unwrap();
        check(&mut lanes, machine, extent).unwrap_or_else(|it| panic!("{name} on {backend}: {it}"))
    });
    let coverages: Vec<Coverage> = coverages.collect();
    assert!(coverages.windows(2).all(|pair| pair[0] == pair[1]), "{name}: {coverages:?}");
    coverages[0]
}

#[test]
fn games_with_turns_keep_the_contract() {
    for name in ["tic-tac-toe", "connect-four", "breakthrough-6x6"] {
        let coverage = check_all(name, &mut oracle::machine(name), 800, 200);
        assert!(coverage.terminal >= 6, "{name}: {coverage:?}");
        assert!(coverage.weights_matter && coverage.preferences_matter, "{name}: {coverage:?}");
    }
}

#[test]
fn games_with_simultaneous_moves_keep_the_contract() {
    for name in ["bidding-tic-tac-toe", "goofspiel", "roshambo"] {
        let coverage = check_all(name, &mut oracle::machine(name), 800, 200);
        assert!(coverage.terminal >= 6, "{name}: {coverage:?}");
        // In goofspiel, all cards are played in the end.
        let matters = coverage.weights_matter && coverage.preferences_matter;
        assert!(matters || name == "goofspiel", "{name}: {coverage:?}");
    }
}

#[test]
fn games_of_one_role_keep_the_contract() {
    for name in ["eight-puzzle", "lights-out"] {
        let coverage = check_all(name, &mut oracle::machine(name), 800, 200);
        assert!(coverage.lengths_matter, "{name}: {coverage:?}");
    }
}

#[test]
fn games_of_three_roles_keep_the_contract() {
    let coverage = check_all("crossers3", &mut oracle::machine("crossers3"), 400, 200);
    assert!(coverage.preferences_matter, "{coverage:?}");
    let mut machine = oracle::machine_of_sheet(include_bytes!("simultaneous.kif"));
    let coverage = check_all("simultaneous", &mut machine, 800, 200);
    assert!(coverage.weights_matter && coverage.preferences_matter, "{coverage:?}");
}

/// A game in which the role walks between places: a terminal one, one without legal moves, and one from which no move
/// leads away.
const DEAD_ENDS: &[u8] = b"
    (role you) (init (at start))
    (way start hall) (way start cellar) (way hall start) (way hall exit) (way hall hole) (way hall cage)
    (way cellar hall) (way cage cage)
    (<= (legal you (go ?y)) (true (at ?x)) (way ?x ?y))
    (<= (next (at ?y)) (does you (go ?y)))
    (<= terminal (true (at exit)))
    (goal you 70)";

/// The same game without the place from which no move leads away.
const HOLE: &[u8] = b"
    (role you) (init (at start))
    (way start hall) (way start cellar) (way hall start) (way hall exit) (way hall hole) (way cellar hall)
    (<= (legal you (go ?y)) (true (at ?x)) (way ?x ?y))
    (<= (next (at ?y)) (does you (go ?y)))
    (<= terminal (true (at exit)))
    (goal you 70)";

#[test]
fn games_that_get_stuck_or_never_end_keep_the_contract() {
    for (name, sheet) in [("dead ends", DEAD_ENDS), ("hole", HOLE)] {
        check_all(name, &mut oracle::machine_of_sheet(sheet), 800, 60);
    }
}

#[test]
fn a_game_that_is_over_before_it_begins_keeps_the_contract() {
    let sheet = b"(role you) (init done) (legal you wait) (<= terminal (true done)) (goal you 70)";
    let coverage = check_all("over", &mut oracle::machine_of_sheet(sheet), 100, 20);
    assert!(coverage.terminal > 0, "{coverage:?}");
}

#[test]
fn violations_are_found() {
    let mut machine = oracle::machine("breakthrough-6x6");
    let lanes = Lanes::new(Arc::clone(machine.model()), Backend::best()).unwrap();
    let extent = PlayoutSample { seed: 1, games: 800, max_length: 200, states: 600 };
    let mut check = |flaw: Flaw| {
        let playouts = Box::new(Lanes::from(Arc::clone(lanes.code())));
        check(&mut Flawed::new(playouts, flaw), &mut machine, extent)
    };
    let coverage = check(Flaw::None).expect("the lanes keep the contract");
    assert!(coverage.weights_matter && coverage.preferences_matter && coverage.lengths_matter);
    for flaw in Flaw::ALL {
        let violation = check(flaw).err().unwrap_or_else(|| panic!("{flaw:?} is not found"));
        println!("{flaw:?}: {violation}");
    }
}
