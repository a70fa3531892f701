//! Tests that go through all bundled games: the statements about them are true, their rules have no faults, their perft
//! numbers are those that were checked independently, and the machines keep their contract on them.

#![allow(
    clippy::disallowed_methods,
    reason = "tests read files and the choice of games from the environment"
)]

mod analysis;
mod documentation;
mod identity;
mod pictures;
mod properties;
mod public_sheets;
mod scrambling;
mod variants;
mod wins;

use agon_library::BundledGame;
use game::contract::{self, RandomGames};
use game::perft::perft;
use game::playout::random_step;
use game::{Machine, MachineExt, State};
use gdl::Rules;
use propnet::CircuitMachine;
use reason::ReferenceMachine;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Largest number of lines that perft counts; the deeper numbers are left to the independent generators.
const MAX_LINES: u64 = 400_000;
/// Largest number of lines that perft counts on the reference machine, which is slower.
const MAX_LINES_OF_REFERENCE: u64 = 5_000;

/// Returns the rules of a game, which must not even have a warning.
fn rules(game: BundledGame) -> Rules {
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

/// Runs a check on every game, or on those that the environment variable `GAMES` names, separated by commas. Fails with
/// the names of all games that fail the check.
fn walk(check: impl Fn(BundledGame)) {
    let only = std::env::var("GAMES").unwrap_or_default();
    let wanted =
        |game: &BundledGame| only.is_empty() || only.split(',').any(|name| name == game.name());
    let fails = |game: &BundledGame| catch_unwind(AssertUnwindSafe(|| check(*game))).is_err();
    let failing: Vec<BundledGame> = agon_library::games().filter(wanted).filter(fails).collect();
    assert!(failing.is_empty(), "{failing:?}");
}

/// Returns the circuit machine of a game.
fn circuit_machine(game: BundledGame) -> CircuitMachine {
    oracle::machine_of(&rules(game))
}

/// Returns the reference machine of a game.
fn reference_machine(game: BundledGame) -> ReferenceMachine {
    oracle::reference_of(rules(game))
}

/// Returns the states of a random game, from the first to the one in which it is over.
fn random_game(machine: &mut dyn Machine, random: &mut game::Random) -> Vec<State> {
    let mut states = vec![machine.initial_state().unwrap()];
    while let Some(next) = random_step(machine, &states[states.len() - 1], random).unwrap() {
        states.push(next);
    }
    states
}

#[test]
fn wanted_games_are_bundled() {
    let names: Vec<&str> = agon_library::games().map(BundledGame::name).collect();
    for name in WANTED.split_whitespace() {
        assert!(names.contains(&name), "{name}");
    }
}

/// Games that must be bundled: those of the experiments in the literature, and others for variety.
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
        assert!(
            numbers.len() >= 3,
            "games/{}/perft needs at least three lines `DEPTH LEAVES`, for the depths 1, 2, 3 …",
            game.name()
        );
        check_source(game);
        let depths = (1..).zip(&numbers);
        depths.for_each(|(depth, (written, _))| {
            assert_eq!(*written, depth, "games/{}/perft: the depths are 1, 2, 3 …", game.name());
        });
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

/// Checks that the perft file of a game names a source, and that a move generator that it names exists and counts this
/// game.
fn check_source(game: BundledGame) {
    let (name, source) = (game.name(), game.perft_source());
    assert!(
        !source.is_empty(),
        "the first line of games/{name}/perft has to be `# Source: …`, with the independent source of its numbers"
    );
    if let Some((_, rest)) = source.split_once("`independent_perft/") {
        let file = rest.split('`').next().unwrap_or_default();
        let generator = oracle::independent_perft::generator(name);
        assert_eq!(generator.map(|it| it.file), Some(file), "{name}: `{file}` does not count it");
    }
}

#[test]
fn the_machines_keep_their_contract_and_agree() {
    let extent = RandomGames { seed: 7, games: 2, max_length: 60 };
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
