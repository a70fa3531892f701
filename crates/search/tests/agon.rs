//! The player `agon` with lanes: proven values, determinism, and threads that share a tree.

mod common;

use agon_search::{Detail, Limit, Player, PlayerSettings, Seat, players};
use common::{Game, game};
use game::{Machine, Move, Role};

fn player(game: &Game, role: u32, settings: &[&str]) -> Box<dyn Player> {
    let seat = Seat { playouts: Some(game.lanes()), ..game.seat(Role(role), 1) };
    let mut given = PlayerSettings::default();
    settings.iter().for_each(|setting| given.add(setting).unwrap());
    players::build("agon", &given, seat).unwrap()
}

/// Plays a match among copies of the player.
fn play(game: &Game, simulations: u64, settings: &[&str]) -> (Vec<Vec<Move>>, Vec<u8>) {
    let roles = 0..game.machine.roles().len() as u32;
    let players = roles.map(|role| player(game, role, settings)).collect();
    common::play(&game.machine, players, simulations)
}

#[test]
fn all_kinds_of_games_are_played_and_the_same_seed_plays_the_same() {
    for name in ["tic-tic-toe", "three-trails", "breakthrough", "chinook", "hanoi"] {
        let game = game(name);
        let first = play(&game, 20, &[]);
        assert_eq!(first, play(&game, 20, &[]), "{name}");
    }
}

#[test]
fn playouts_follow_features_if_wanted() {
    let game = game("breakthrough");
    let guided = play(&game, 20, &[]);
    assert_eq!(guided, play(&game, 20, &[]));
    assert_ne!(guided, play(&game, 20, &["gifl.runs=0"]));
}

#[test]
fn without_features_the_reason_is_reported_and_the_player_plays() {
    let game = game("three-trails");
    let mut player = player(&game, 0, &[]);
    player.think(&Limit::simulations(10)).unwrap();
    let report = player.report();
    assert!(report.simulations > 0);
    assert!(report.notes().iter().any(|note| note.contains("3 role(s)")), "{:?}", report.notes());
}

#[test]
fn simultaneous_games_are_searched_as_cadiaplayer_does() {
    for (name, is_like) in [("chinook", true), ("breakthrough", false)] {
        let game = game(name);
        let mut player = player(&game, 0, &[]);
        player.think(&Limit::simulations(10)).unwrap();
        let report = player.report();
        assert_eq!(report.playouts == report.simulations, is_like, "{name}: {report:?}");
    }
}

#[test]
fn tic_tac_toe_is_a_draw_for_certain() {
    let game = game("tic-tac-toe");
    let mut player = player(&game, 0, &[]);
    player.think(&Limit::simulations(100_000)).unwrap();
    let report = player.report();
    assert_eq!(report.details, [Detail::Proven { least: 50, most: 50, moves: 9 }]);
    assert!(report.simulations < 100_000, "there was nothing more to find out");
    assert_eq!(play(&game, 1000, &[]).1, [50, 50]);
}

#[test]
fn wins_and_losses_are_seen_before_they_happen() {
    let game = game("tic-tac-toe");
    let [noop, a1, b2, a2, c3] = ["noop", "(mark 1 1)", "(mark 2 2)", "(mark 1 2)", "(mark 3 3)"]
        .map(|text| game.machine.find_move(text).unwrap());
    // X has two in a row, and it is its turn.
    let mut winner = player(&game, 0, &[]);
    for joint in [[a1, noop], [noop, b2], [a2, noop], [noop, c3]] {
        winner.advance(&joint).unwrap();
    }
    winner.think(&Limit::simulations(1)).unwrap();
    assert_eq!(game.machine.move_text(winner.choose().unwrap()), "(mark 1 3)");
    assert_eq!(winner.report().details, [Detail::Proven { least: 100, most: 100, moves: 1 }]);
    // O must not let it come to that.
    let mut blocker = player(&game, 1, &[]);
    for joint in [[a1, noop], [noop, b2], [a2, noop]] {
        blocker.advance(&joint).unwrap();
    }
    blocker.think(&Limit::simulations(20)).unwrap();
    assert_eq!(game.machine.move_text(blocker.choose().unwrap()), "(mark 1 3)");
}

#[test]
fn threads_share_a_tree() {
    let game = game("connect-four");
    let mut player = player(&game, 0, &["threads=3"]);
    player.think(&Limit::simulations(3000)).unwrap();
    let report = player.report();
    assert!(report.simulations == 3000 && report.playouts > report.simulations, "{report:?}");
    // All ways begin at the root, where each move was also tried once at first, by the look that counts as no way of
    // its own.
    let visits: u64 = report.moves.iter().map(|valued| valued.visits).sum();
    assert_eq!(visits, report.simulations - 1 + report.moves.len() as u64);
    player.advance(&report.line[0]).unwrap();
    player.think(&Limit::simulations(100)).unwrap();
    assert!(player.report().nodes > 100);
}

#[test]
fn the_tree_stays_within_its_memory() {
    let game = game("breakthrough");
    let mut player = player(&game, 0, &["tree.megabytes=1"]);
    player.think(&Limit::simulations(3000)).unwrap();
    let few = player.report();
    assert_eq!(few.simulations, 3000);
    let mut player = self::player(&game, 0, &[]);
    player.think(&Limit::simulations(3000)).unwrap();
    assert!(few.nodes < player.report().nodes / 2, "{} nodes", few.nodes);
}
