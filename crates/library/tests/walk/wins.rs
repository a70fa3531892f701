//! Every role can reach its best goal: by a stored line of play, or in random games.

use crate::{circuit_machine, walk};
use agon_library::{BundledGame, GameKind};
use game::line::replay;
use game::playouts::{PlayoutOptions, Playouts};
use game::{Machine, Role};
use lanes::{Backend, Lanes};
use std::sync::Arc;

/// Largest number of random games in which each role without a stored line must win.
const PLAYOUTS: u64 = 300_000;

/// Number of moves after which random games are aborted.
const MAX_LENGTH: u64 = 10_000;

#[test]
fn every_role_can_win() {
    walk(|game| {
        let about = game.about();
        let mut machine = circuit_machine(game);
        let winners = game.wins().iter().map(|(winner, _)| *winner);
        winners.for_each(|name| assert!(about.roles.iter().any(|role| role == name), "{name}"));
        let mut rest = Vec::new();
        for (role, name) in about.roles.iter().enumerate() {
            match game.wins().iter().find(|(winner, _)| winner == name) {
                Some((_, line)) => {
                    let goal = replayed(game, &mut machine, line, Role(role as u32));
                    assert_eq!(goal, about.best_of(role), "{}, {name}", game.name());
                }
                None => rest.push(role),
            }
        }
        if about.kind == GameKind::Puzzle {
            assert!(rest.is_empty(), "{} has no solution", game.name());
        }
        if !rest.is_empty() {
            let mut lanes = Lanes::new(Arc::clone(machine.model()), Backend::best()).unwrap();
            let options = PlayoutOptions { seed: 1, max_length: MAX_LENGTH };
            let open = |goals: &[[u64; 101]]| {
                let best = |role: usize| goals[role][usize::from(about.best_of(role))];
                rest.iter().copied().find(|&role| best(role) == 0)
            };
            let totals = lanes.play_from_start(options, &mut |totals| {
                totals.finished < PLAYOUTS && open(&totals.goals).is_some()
            });
            if let Some(role) = open(&totals.unwrap().goals) {
                panic!("{}: {} never wins", game.name(), about.roles[role]);
            }
        }
    });
}

/// Returns the goal of a role at the end of a line of play.
fn replayed(game: BundledGame, machine: &mut dyn Machine, line: &str, role: Role) -> u8 {
    let name = game.name();
    let end = replay(machine, line).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert!(machine.terminal(&end).unwrap(), "{name}: the line does not end the game");
    machine.goal(&end, role).unwrap().value()
}
