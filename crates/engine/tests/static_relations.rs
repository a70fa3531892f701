//! Tests that the static relations of an open game are derived once. This file has a single test, because all threads of a
//! process share the number of derivations.

use agon_engine::prior_knowledge::{GameSource, add_knowledge, usual_sampling};
use agon_engine::{FileOpener, GameOpener, MachineKind, Resources};
use analyze::{Analyst, static_derivations};
use game::Role;
use std::sync::Arc;

#[test]
fn an_open_game_derives_its_static_relations_once() {
    let (name, text) = ("tic-tac-toe", oracle::bundled("tic-tac-toe").rules());
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("knowledge.db");
    let source = GameSource { name, text, analyst: &Analyst::new(oracle::rules(name)) };
    add_knowledge(&file, source, &mut oracle::machine(name), Vec::new()).expect("it is added");
    assert_eq!(static_derivations(), 1);

    // The file is searched for the game, which is analysed for that; then the players and the arena analyse it.
    let (kind, resources) = (MachineKind::Auto, Resources::default());
    let opener = FileOpener {
        kind,
        resources,
        threads: 1,
        knowledge: Some(file),
        log: |error| panic!("{error}"),
    };
    let game = opener.open(oracle::rules(name)).expect("it can be played");
    assert_eq!(static_derivations(), 2);
    for role in [Role(0), Role(1)] {
        let mut seat = game.seat(role, 1).expect("a seat");
        let analyst = seat.analyst.expect("seats of open games have one");
        assert!(Arc::ptr_eq(&analyst, game.analyst()));
        analyst.analyze(&mut *seat.machine, &usual_sampling()).expect("it can be analysed");
    }
    let mut machine = game.machine().expect("a machine");
    game.analyst().analyze(&mut *machine, &usual_sampling()).expect("it can be analysed");
    assert_eq!(static_derivations(), 2);
}
