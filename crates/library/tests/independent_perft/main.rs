//! Hand-written move generators for the games of the library, one file per
//! game, that know nothing about rule sheets. Each of them confirms the counts
//! in its game's `perft` file, so that those counts rest on two independent
//! descriptions of the game: the rule sheet and the generator here.

mod amazons_6x6;
mod auction;
mod blobwars;
mod bomberman;
mod breakthrough;
mod capture_go;
mod checkers;
mod checkers_barrel_no_kings;
mod checkers_free;
mod chess;
mod chinese_checkers;
mod connect_four;
mod connect_three;
mod dots_and_boxes;
mod eight_puzzle;
mod eight_queens;
mod endgame;
mod farmers;
mod goofspiel;
mod hallway;
mod hex;
mod kalah;
mod lights_out;
mod lines_of_action;
mod merrills;
mod mini_checkers;
mod minichess;
mod minichess_3x3;
mod minichess_5x5;
mod nim;
mod othello;
mod pancakes;
mod pentago;
mod prisoners_dilemma;
mod quarto;
mod racetrack_corridor;
mod roshambo;
mod rubik_2x2x2;
mod skirmish;
mod sudoku;
mod three_trails;
mod tic_tac_toe;
mod tic_tic_toe;

use std::fs;
use std::path::Path;

/// A position of a game, small enough to be copied about.
trait Position: Copy {
    /// The position before the first move.
    fn start() -> Self;

    /// The positions after each joint move; none once the game is over.
    fn successors(&self) -> Vec<Self>;

    /// How many joint moves there are; zero once the game is over.
    fn moves(&self) -> u64 {
        self.successors().len() as u64
    }
}

/// The number of lines of exactly `depth` joint moves from `position`.
fn leaves<P: Position>(position: &P, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.moves(),
        _ => position.successors().iter().map(|next| leaves(next, depth - 1)).sum(),
    }
}

/// The depths and leaf counts in the `perft` file of the game `name`.
fn recorded(name: &str) -> Vec<(u32, u64)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games").join(name).join("perft");
    let text = fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("cannot read {}: {error}", path.display()));
    text.lines()
        .map(str::trim)
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| {
            let (depth, count) = line
                .split_once(' ')
                .unwrap_or_else(|| panic!("{name}: no depth and count in {line:?}"));
            (
                depth.parse().expect("the depth is a number"),
                count.trim().parse().expect("the count is a number"),
            )
        })
        .collect()
}

/// Counts the leaves of every depth in the `perft` file of the game `name`.
fn confirm<P: Position>(name: &str) {
    let recorded = recorded(name);
    assert!(!recorded.is_empty(), "{name}: no counts");
    for (depth, expected) in recorded {
        let counted = leaves(&P::start(), depth);
        assert_eq!(counted, expected, "{name}: leaves at depth {depth}");
    }
}
