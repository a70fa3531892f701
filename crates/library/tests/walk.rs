//! Walks all bundled games: what is said about them is true, their rules are clean, their numbers are
//! those that were checked independently, and the machines keep their contract on them.

use circuit::CircuitMachine;
use game::Machine;
use game::contract::{self, Extent};
use game::perft::perft;
use gdl::Rules;
use reason::ReferenceMachine;

/// Perft is checked for lines up to this many; the deeper ones are left to the independent generators.
const MAX_LINES: u64 = 400_000;

fn rules(game: library::Game) -> Rules {
    let checked = gdl::check(game.name(), game.rules().as_bytes());
    let faults: Vec<String> = checked
        .faults
        .kept()
        .iter()
        .map(|fault| gdl::render(&checked.sheet.source, fault))
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    checked.rules.expect("there is no fault")
}

/// Every kind of machine for a game, with the name to show when it goes wrong.
fn machines(game: library::Game) -> [(String, Box<dyn Machine>); 2] {
    let rules = rules(game);
    let circuit = CircuitMachine::new(&rules, &circuit::Limits::default());
    let circuit = circuit.expect("bundled games can be grounded");
    let reference = ReferenceMachine::new(rules, reason::Limits::default());
    let reference = reference.expect("bundled games can be played");
    [
        (format!("{} on the reference machine", game.name()), Box::new(reference)),
        (format!("{} on the circuit machine", game.name()), Box::new(circuit)),
    ]
}

#[test]
fn there_are_games() {
    let names: Vec<&str> = library::games().map(library::Game::name).collect();
    for name in [
        "breakthrough",
        "connect-four",
        "eight-puzzle",
        "minichess",
        "nim",
        "three-trails",
        "tic-tac-toe",
        "tic-tic-toe",
    ] {
        assert!(names.contains(&name), "{name}");
    }
}

#[test]
fn rules_are_formatted_and_about_is_true() {
    for game in library::games() {
        assert!(gdl::format(game.rules()) == game.rules(), "{} is not formatted", game.name());
        let about = game.about();
        for (name, machine) in machines(game) {
            assert_eq!(machine.roles(), about.roles, "{name}");
        }
        assert_eq!(about.roles.len() == 1, about.kind == library::Kind::Puzzle, "{}", game.name());
        assert!(!about.title.is_empty() && !about.description.is_empty(), "{}", game.name());
    }
}

#[test]
fn perft_numbers_are_those_of_the_files() {
    for game in library::games() {
        let expected: Vec<u64> = (1..)
            .zip(game.perft())
            .inspect(|(depth, (written, _))| assert_eq!(depth, written, "{}", game.name()))
            .map(|(_, (_, lines))| lines)
            .take_while(|&lines| lines <= MAX_LINES)
            .collect();
        assert!(expected.len() >= 3, "{} has too few perft numbers", game.name());
        for (name, mut machine) in machines(game) {
            let state = machine.initial_state().expect("there is an initial state");
            let counted = perft(&mut *machine, &state, expected.len(), &mut |_| {});
            assert_eq!(counted.expect("every line can be played"), expected, "{name}");
        }
    }
}

#[test]
fn the_machines_keep_their_contract() {
    let extent = Extent { seed: 7, games: 3, max_length: 60 };
    for (name, mut machine) in library::games().flat_map(machines) {
        match contract::check(&mut *machine, extent) {
            Ok(states) => assert!(states > 0),
            Err(violation) => panic!("{name}: {violation}"),
        }
    }
}
