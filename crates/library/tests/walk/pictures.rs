//! The boards of `game.toml` show all facts of a kind or none.

use crate::{circuit_machine, random_game, walk};
use game::MachineExt;
use std::collections::BTreeSet;

/// Games that have no board.
const WITHOUT_BOARD: &[&str] = &["nim"];

#[test]
fn boards_show_all_facts_of_a_kind() {
    walk(|game| {
        let (name, about) = (game.name(), game.about());
        assert_eq!(about.board.is_empty(), WITHOUT_BOARD.contains(&name), "{name} and its board");
        let mut machine = circuit_machine(game);
        let mut random = game::random(1);
        let (mut shown, mut listed) = (BTreeSet::new(), BTreeSet::new());
        let games: Vec<_> = (0..3).map(|_| random_game(&mut machine, &mut random)).collect();
        for state in games.concat() {
            let facts = machine.state_terms(&state);
            let (_, rest) = agon_library::draw_as_text(&about.board, &facts);
            for fact in facts {
                let relation = fact.name().to_owned();
                if rest.contains(&fact) {
                    listed.insert(relation)
                } else {
                    shown.insert(relation)
                };
            }
        }
        assert!(about.board.is_empty() || !shown.is_empty(), "{name}: the board is always empty");
        let both: Vec<_> = shown.intersection(&listed).collect();
        assert!(both.is_empty(), "{name}: some facts of {both:?} are on the board, others not");
    });
}
