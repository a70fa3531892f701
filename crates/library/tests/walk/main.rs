//! Walks all bundled games: what is said about them is true, their rules are clean, their numbers are
//! those that were checked independently, and the machines keep their contract on them.

mod analysis;
mod identity;
mod pictures;
mod properties;
mod public_sheets;
mod scrambling;
mod variants;
mod wins;

use circuit::CircuitMachine;
use game::contract::{self, Extent};
use game::perft::perft;
use game::playout::random_step;
use game::{Machine, State};
use gdl::Rules;
use library::Game;
use reason::ReferenceMachine;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

/// Perft is checked for lines up to this many; the deeper ones are left to the independent generators.
const MAX_LINES: u64 = 400_000;
/// The reference machine plays fewer: the walk has many games.
const MAX_LINES_OF_REFERENCE: u64 = 5_000;

fn rules(game: Game) -> Rules {
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

/// Checks every game, or those that the variable GAMES names, with commas between them; all that fail are named.
fn walk(check: impl Fn(Game)) {
    let only = std::env::var("GAMES").unwrap_or_default();
    let wanted = |game: &Game| only.is_empty() || only.split(',').any(|name| name == game.name());
    let fails = |game: &Game| catch_unwind(AssertUnwindSafe(|| check(*game))).is_err();
    let failing: Vec<Game> = library::games().filter(wanted).filter(fails).collect();
    assert!(failing.is_empty(), "{failing:?}");
}

/// The circuit machine of a game.
fn circuit_machine(game: Game) -> CircuitMachine {
    let machine = CircuitMachine::new(&rules(game), &circuit::Limits::default());
    machine.unwrap_or_else(|error| panic!("{} cannot be grounded: {error}", game.name()))
}

/// The reference machine of a game.
fn reference_machine(game: Game) -> ReferenceMachine {
    let machine = ReferenceMachine::new(rules(game), reason::Limits::default());
    machine.expect("bundled games can be played")
}

/// The states of a random game, from the first to the one in which it is over.
fn random_game(machine: &mut dyn Machine, random: &mut game::Random) -> Vec<State> {
    let mut states = vec![machine.initial_state().unwrap()];
    while let Some(next) = random_step(machine, &states[states.len() - 1], random).unwrap() {
        states.push(next);
    }
    states
}

#[test]
fn there_are_games() {
    let names: Vec<&str> = library::games().map(Game::name).collect();
    for name in WANTED.split_whitespace() {
        assert!(names.contains(&name), "{name}");
    }
}

/// The games of the documents' experiments, and those for breadth.
const WANTED: &str = "
    breakthrough skirmish checkers othello connect-five tic-tac-toe-3d chinook nine-board-tic-tac-toe ttcc4
    knightthrough connect-four chess pentago quarto checkers-barrel-no-kings checkers-free
    minichess-3x3 minichess minichess-5x5 nim nothello othello-6x6 hallway farmers mini-checkers-5 mini-checkers-4
    tic-tac-toe tic-tac-toe-inverted racetrack-corridor blocks-world maze peg
    asteroids beatmania blobwars blocker bomberman chinese-checkers-3 circle-solitaire crisscross crossers3
    eight-puzzle endgame ghostmaze hanoi incredible knightmove merrills mummy-maze pacman pancakes tic-tic-toe wallmaze
    connect-three-3x3 connect-three-4x4 capture-go-3x3 capture-go-4x4
    hex gomoku amazons-6x6 lines-of-action dots-and-boxes tron sudoku lights-out rubik-2x2x2 prisoners-dilemma
    bidding-tic-tac-toe chinese-checkers-4 three-trails";

#[test]
fn rules_are_formatted() {
    walk(|game| {
        assert!(gdl::format(game.rules()) == game.rules(), "{} is not formatted", game.name());
    });
}

#[test]
fn perft_numbers_are_those_of_the_files() {
    walk(|game| {
        let numbers = game.perft();
        assert!(numbers.len() >= 3, "{} has too few perft numbers", game.name());
        check_source(game);
        let depths = (1..).zip(&numbers);
        depths.for_each(|(depth, (written, _))| assert_eq!(depth, *written, "{}", game.name()));
        let check = |machine: &mut dyn Machine, most: u64| {
            let lines = numbers.iter().map(|&(_, lines)| lines);
            let expected: Vec<u64> = lines.take_while(|&lines| lines <= most).collect();
            let state = machine.initial_state().expect("there is an initial state");
            let counted = perft(machine, &state, expected.len(), &mut |_| {});
            assert_eq!(counted.expect("every line can be played"), expected, "{}", game.name());
        };
        check(&mut circuit_machine(game), MAX_LINES);
        check(&mut reference_machine(game), MAX_LINES_OF_REFERENCE);
    });
}

/// A source is given, and a move generator that is named is there and knows the game.
fn check_source(game: Game) {
    let (name, source) = (game.name(), game.perft_source());
    assert!(!source.is_empty(), "{name} does not say what its perft was checked against");
    if let Some((_, rest)) = source.split_once("`independent_perft/") {
        let file = rest.split('`').next().unwrap_or_default();
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/independent_perft");
        let text = std::fs::read_to_string(folder.join(file)).unwrap_or_default();
        assert!(text.contains(&format!("\"{name}\"")), "{name}: `{file}` does not count it");
    }
}

#[test]
fn the_machines_keep_their_contract_and_agree() {
    let extent = Extent { seed: 7, games: 2, max_length: 60 };
    walk(|game| {
        let (mut circuit, mut reference) = (circuit_machine(game), reference_machine(game));
        let states = contract::check(&mut circuit, extent).and_then(|_| {
            contract::compare(("reference", &mut reference), ("circuit", &mut circuit), extent)
        });
        match states {
            Ok(states) => assert!(states > 0),
            Err(violation) => panic!("{}: {violation}", game.name()),
        }
    });
}
