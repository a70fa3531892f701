//! Scrambled rules are the same game in other words.

use crate::walk;
use game::perft::perft;
use game::{Machine, MachineExt};
use gdl::Scrambler;

/// Largest number of lines that perft counts.
const MAX_LINES: u64 = 5_000;

#[test]
fn scrambled_rules_are_the_same_game() {
    walk(|game| {
        let name = game.name();
        let scrambler = Scrambler::new(game.rules(), 11);
        let scrambled = scrambler.scramble(game.rules());
        let original = gdl::print::kif(&gdl::read(name, game.rules().as_bytes()).0);
        let back = scrambler.unscramble(&scrambled.to_ascii_uppercase());
        let back = gdl::print::kif(&gdl::read(name, back.as_bytes()).0);
        assert!(back.eq_ignore_ascii_case(&original), "{name}: {back}");

        let checked = gdl::check(name, scrambled.as_bytes());
        assert!(checked.faults.kept().is_empty(), "{name}: {:?}", checked.faults.kept());
        let rules = checked.rules.expect("there is no fault");
        let mut machine = oracle::machine_of(&rules);
        let roles: Vec<String> =
            machine.roles().iter().map(|role| scrambler.unscramble(role)).collect();
        assert_eq!(roles, game.about().roles, "{name}");
        let lines = game.perft().into_iter().map(|(_, lines)| lines);
        let expected: Vec<u64> = lines.take_while(|&lines| lines <= MAX_LINES).collect();
        let state = machine.initial_state().expect("there is an initial state");
        let counted = perft(&mut machine, &state, expected.len(), &mut |_| {});
        assert_eq!(counted.expect("every line can be played"), expected, "{name}");
    });
}
