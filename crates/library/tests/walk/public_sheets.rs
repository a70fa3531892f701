//! Comparison with public sheets: where a `perft` file names one as its source, that sheet has the same numbers. The
//! public sheets are not part of the project; without them, nothing is compared.

use crate::{circuit_machine, walk};
use agon_library::BundledGame;
use game::perft::perft;
use game::playouts::{PlayoutOptions, Playouts};
use game::{Machine, MachineExt, Role};
use lanes::{Backend, Lanes};
use oracle::corpus;
use propnet::CircuitMachine;
use std::cell::Cell;
use std::path::Path;
use std::sync::Arc;

/// Largest number of lines whose counts are compared.
const MAX_LINES: u64 = 200_000;

/// Returns the name of the public sheet that a source mentions.
fn public_sheet(source: &str) -> Option<&str> {
    let (_, rest) = source.split_once("public sheet `")?;
    rest.split_once('`').map(|(name, _)| name)
}

/// Checks every game that names a public sheet, with the machine of that sheet.
fn walk_public(test: &str, check: impl Fn(BundledGame, CircuitMachine)) {
    let Some(folder) = corpus::shared("corpus") else { return };
    let (looked_at, named) = (Cell::new(0), Cell::new(0));
    walk(|game| {
        if let Some(name) = public_sheet(&game.perft_source()) {
            named.set(named.get() + 1);
            check(game, machine(&folder.join(format!("{name}.kif"))));
            looked_at.set(looked_at.get() + 1);
        }
    });
    // If `GAMES` selects some games, none of them may name a public sheet.
    if std::env::var_os("GAMES").is_none() {
        corpus::report(test, looked_at.get(), named.get(), "public sheets that games name");
    }
}

#[test]
fn public_sheets_have_the_same_numbers() {
    walk_public("library, perft", |game, mut machine| {
        let numbers = game.perft().into_iter().map(|(_, lines)| lines);
        let expected: Vec<u64> = numbers.take_while(|&lines| lines <= MAX_LINES).collect();
        assert!(expected.len() >= 2, "{}: nothing to compare", game.name());
        let state = machine.initial_state().unwrap();
        let counted = perft(&mut machine, &state, expected.len(), &mut |_| {}).unwrap();
        assert_eq!(counted, expected, "{}", game.name());
    });
}

/// Games that differ from the public sheet in a way that perft does not show, each with the difference.
const DIFFERENT: &[(&str, &str)] = &[
    ("chinese-checkers-3", "the last player has as many moves as the others"),
    ("gomoku", "more than five in a row win"),
    ("knightmove", "goals are finer"),
    ("mummy-maze", "games may be one move longer"),
    ("pacman", "all pellets are worth 100, which there cannot be reached"),
    ("wallmaze", "games are one step longer"),
];

/// Number of random games that are compared.
const PLAYOUTS: u64 = 200_000;

#[test]
fn random_play_of_public_sheets_has_the_same_means() {
    walk_public("library, random play", |game, theirs| {
        if DIFFERENT.iter().any(|(name, _)| *name == game.name()) {
            return;
        }
        let [ours, theirs] = [circuit_machine(game), theirs].map(|machine| means(&machine));
        assert_eq!(ours.len(), theirs.len());
        // The standard error of a mean goal is at most 0.12.
        for (ours, theirs) in ours.iter().zip(&theirs) {
            assert!((ours - theirs).abs() < 1.0, "{}: {ours} and {theirs}", game.name());
        }
    });
}

/// Returns the mean goals of the roles in ascending order, because the order of roles may differ, and the mean length
/// of games.
fn means(machine: &CircuitMachine) -> Vec<f64> {
    let mut lanes = Lanes::new(Arc::clone(machine.model()), Backend::best()).unwrap();
    let options = PlayoutOptions { seed: 1, max_length: 10_000 };
    let totals = lanes.play_from_start(options, &mut |totals| totals.finished < PLAYOUTS).unwrap();
    let roles = (0..machine.roles().len() as u32).map(Role);
    let mut goals: Vec<f64> = roles.map(|role| totals.mean_goal(role)).collect();
    goals.sort_by(f64::total_cmp);
    goals.push(totals.mean_length());
    goals
}

fn machine(path: &Path) -> CircuitMachine {
    let bytes = std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    oracle::machine_of(&oracle::checked(&path.display().to_string(), bytes))
}
