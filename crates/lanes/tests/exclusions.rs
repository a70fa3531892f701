//! Facts that exclude each other: the groups found in known games are correct in every state of random play, and lanes
//! that rely on them play the same games.

use agon_lanes::{Backend, Lanes};
use game::playout::random_step;
use game::playouts::{PlayoutOptions, Playouts};
use game::{Fact, Machine, Role, State};
use oracle::random_play::{all_exclusions, states_of_play};
use propnet::CircuitMachine;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Returns the groups of facts that exclude each other, in KIF.
fn groups(machine: &CircuitMachine) -> BTreeSet<BTreeSet<String>> {
    let exclusions = all_exclusions(machine.model());
    let text = |group: &Vec<Fact>| group.iter().map(|&fact| machine.fact_text(fact)).collect();
    exclusions.groups().iter().map(text).collect()
}

fn set<const N: usize>(texts: [&str; N]) -> BTreeSet<String> {
    texts.into_iter().map(str::to_owned).collect()
}

#[test]
fn a_square_of_tic_tac_toe_holds_one_mark() {
    let groups = groups(&oracle::machine("tic-tac-toe"));
    assert_eq!(groups.len(), 10, "{groups:?}");
    assert!(groups.contains(&set(["(cell 1 1 b)", "(cell 1 1 x)", "(cell 1 1 o)"])));
    let control = groups.iter().find(|group| group.iter().any(|fact| fact.contains("control")));
    assert_eq!(control.map(BTreeSet::len), Some(2));
}

#[test]
fn squares_of_other_games_hold_one_thing() {
    for (name, squares) in [("connect-four", 42), ("breakthrough", 64), ("minichess", 16)] {
        let groups = groups(&oracle::machine(name));
        let cells =
            groups.iter().filter(|group| group.iter().all(|fact| !fact.contains("control")));
        assert!(cells.count() >= squares, "{name}: {groups:?}");
    }
}

/// A game in which both lamps are on only after six correct moves in a row, each of them one of ten.
const RARE: &[u8] = b"
    (role you) (init (at 0)) (init (lamp red))
    (digit 0) (digit 1) (digit 2) (digit 3) (digit 4) (digit 5) (digit 6) (digit 7) (digit 8) (digit 9)
    (succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5) (succ 5 6)
    (<= (legal you (press ?d)) (digit ?d))
    (<= (next (at ?m)) (true (at ?n)) (succ ?n ?m) (does you (press 7)))
    (<= (next (at 0)) (not (does you (press 7))))
    (<= (next (lamp red)) (true (lamp red)))
    (<= (next (lamp green)) (true (at 5)) (does you (press 7)))
    (<= terminal (true (at 6)))
    (goal you 100)";

#[test]
fn groups_that_fail_rarely_are_not_proven() {
    let machine = oracle::machine_of_sheet(RARE);
    let at = ["(at 0)", "(at 1)", "(at 2)", "(at 3)", "(at 4)", "(at 5)", "(at 6)"];
    assert_eq!(groups(&machine), BTreeSet::from([set(at)]));
}

/// A game in which both roles move at once, each with a counter of its own.
const BOTH_MOVE: &[u8] = b"
    (role left) (role right)
    (init (at left 0)) (init (at right 0))
    (succ 0 1) (succ 1 2) (succ 2 3)
    (<= (legal ?r stay) (role ?r)) (<= (legal ?r go) (role ?r))
    (<= (next (at ?r ?n)) (true (at ?r ?n)) (does ?r stay))
    (<= (next (at ?r ?m)) (true (at ?r ?n)) (succ ?n ?m) (does ?r go))
    (<= terminal (true (at left 3)) (true (at right 3)))
    (goal left 50) (goal right 50)";

#[test]
fn groups_are_proven_where_all_roles_move() {
    let side = |side: &str| (0..4).map(|place| format!("(at {side} {place})")).collect();
    assert_eq!(
        groups(&oracle::machine_of_sheet(BOTH_MOVE)),
        BTreeSet::from([side("left"), side("right")])
    );
}

#[test]
fn proven_groups_hold_in_play() {
    for game in library::games() {
        let mut machine = oracle::machine_of_sheet(game.rules());
        let exclusions = all_exclusions(machine.model());
        for state in states_of_play(&mut machine, 40, 77) {
            assert!(exclusions.hold_in(&state));
        }
    }
}

/// Returns a state that belongs to a phase and has a second piece of the same side on a square.
fn state_with_a_crowded_square(machine: &mut CircuitMachine) -> State {
    let exclusions = all_exclusions(machine.model());
    let mut initial = State::default();
    machine.initial(&mut initial).unwrap();
    let facts = machine.facts(&initial);
    let on = facts.iter().filter_map(|&fact| Some((fact, exclusions.group(fact)?)));
    let more = on.flat_map(|(fact, group)| {
        let others = exclusions.groups()[group].iter().filter(move |&&other| other != fact);
        others.map(|&other| [&facts[..], &[other]].concat())
    });
    let states: Vec<State> = more.map(|facts| machine.state(&facts)).collect();
    let state = states.into_iter().find(|state| machine.phase(state).is_some());
    let state = state.expect("the content of some square is not known in the phase");
    assert!(!exclusions.hold_in(&state) && exclusions.hold_in(&initial));
    state
}

#[test]
fn states_that_break_a_group_are_played_out_too() {
    let mut machine = oracle::machine("minichess");
    let state = state_with_a_crowded_square(&mut machine);
    const GAMES: u32 = 4000;
    let mut random = game::random(8);
    let mut sums = [0.0; 2];
    for _ in 0..GAMES {
        let mut last = state.clone();
        while let Some(next) = random_step(&mut machine, &last, &mut random).unwrap() {
            last = next;
        }
        for (role, sum) in sums.iter_mut().enumerate() {
            *sum += f64::from(machine.goal(&last, Role(role as u32)).unwrap().value());
        }
    }
    let mut lanes = Lanes::new(Arc::clone(machine.model()), Backend::best()).unwrap();
    let options = PlayoutOptions { seed: 3, max_length: 1000 };
    let outcomes = lanes.play_out(&[state], GAMES, options).unwrap();
    assert_eq!((outcomes.finished(0), outcomes.aborted(0)), (GAMES, 0));
    for (sum, in_lanes) in sums.iter().zip(outcomes.goals(0)) {
        // A goal is at most 100: the means differ by less than five standard deviations.
        let difference = (sum - *in_lanes as f64).abs() / f64::from(GAMES);
        assert!(difference < 5.0 * 50.0 * (2.0 / f64::from(GAMES)).sqrt(), "{difference}");
    }
}
