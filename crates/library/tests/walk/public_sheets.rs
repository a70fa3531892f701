//! Where a `perft` file names a public sheet as its source, that sheet has the same numbers. The public sheets are not
//! part of the project; without them, nothing is compared.

use crate::{circuit_machine, walk};
use circuit::CircuitMachine;
use circuit::lanes::Lanes;
use circuit::lanes::code::Backend;
use game::perft::perft;
use game::{Machine, Role};
use library::Game;
use std::path::{Path, PathBuf};

/// Numbers are compared up to this many lines.
const MAX_LINES: u64 = 200_000;

/// The public sheet that a source names.
fn public_sheet(source: &str) -> Option<&str> {
    let (_, rest) = source.split_once("public sheet `")?;
    rest.split_once('`').map(|(name, _)| name)
}

/// Checks every game that names a public sheet, with the machine of that sheet.
fn walk_public(check: impl Fn(Game, CircuitMachine)) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus");
    if !folder.is_dir() {
        eprintln!("skipped: {} is not there", folder.display());
        return;
    }
    walk(|game| {
        if let Some(name) = public_sheet(game.perft_source()) {
            check(game, machine(&folder.join(format!("{name}.kif"))));
        }
    });
}

#[test]
fn public_sheets_have_the_same_numbers() {
    walk_public(|game, mut machine| {
        let numbers = game.perft().into_iter().map(|(_, lines)| lines);
        let expected: Vec<u64> = numbers.take_while(|&lines| lines <= MAX_LINES).collect();
        assert!(expected.len() >= 2, "{}: nothing to compare", game.name());
        let machine: &mut dyn Machine = &mut machine;
        let state = machine.initial_state().unwrap();
        let counted = perft(machine, &state, expected.len(), &mut |_| {}).unwrap();
        assert_eq!(counted, expected, "{}", game.name());
    });
}

/// Games that differ from the public sheet where perft does not see it, and how.
const DIFFERENT: &[(&str, &str)] = &[
    ("chinese-checkers-3", "the last player has as many moves as the others"),
    ("gomoku", "more than five in a row win"),
    ("knightmove", "goals are finer"),
    ("mummy-maze", "games may be one move longer"),
    ("pacman", "all pellets are worth 100, which there cannot be reached"),
    ("wallmaze", "games are one step longer"),
];

/// How many random games are compared.
const PLAYOUTS: u64 = 200_000;

#[test]
fn random_play_of_public_sheets_is_alike() {
    walk_public(|game, theirs| {
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

/// The length of games and what the roles get in them in the mean, the least first: the order of roles may differ.
fn means(machine: &CircuitMachine) -> Vec<f64> {
    let mut lanes = Lanes::new(machine, Backend::best()).unwrap();
    let totals = lanes.playouts(1, 10_000, &mut |totals| totals.finished < PLAYOUTS).unwrap();
    let roles = (0..machine.roles().len() as u32).map(Role);
    let mut goals: Vec<f64> = roles.map(|role| totals.mean_goal(role)).collect();
    goals.sort_by(f64::total_cmp);
    goals.push(totals.mean_length());
    goals
}

fn machine(path: &PathBuf) -> CircuitMachine {
    let bytes = std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let checked = gdl::check(&path.display().to_string(), &bytes);
    let rules = checked.rules.expect("public sheets that are named have no errors");
    CircuitMachine::new(&rules, &circuit::Limits::default()).unwrap()
}
