//! The analysis of rules and random games finds the structures that `game.toml` states, whatever words the rules are
//! written in.

use crate::walk;
use agon_library::{BundledGame, GameKind};
use analyze::{Analysis, Fluent, GameSymmetry, Sampling, TurnOrder};
use gdl::Scrambler;

/// Numbers of states that are sampled. A larger number is used if the smaller one does not show the expected
/// structures: a second queen is rare in chess.
const STATES: [usize; 3] = [2_000, 10_000, 100_000];

fn analysis(name: &str, rules: &str, states: usize, seed: u64) -> Analysis {
    let rules = oracle::checked(name, rules);
    let mut machine = oracle::machine_of(&rules);
    analyze::analyze(&rules, &mut machine, &Sampling::states(states, seed))
        .expect("it can be played")
}

/// Returns a line with every word replaced.
fn replaced(line: &str, word: &dyn Fn(&str) -> String) -> String {
    let is_between = |c: char| " ,;:()".contains(c);
    let parts = line.split_inclusive(is_between).map(|part| {
        let name = part.trim_end_matches(is_between);
        word(name) + &part[name.len()..]
    });
    parts.collect()
}

/// Returns a line with the things that it lists in alphabetical order.
fn sorted(line: &str) -> String {
    let part = |part: &str| match part.split_once(' ') {
        Some((name @ ("pieces" | "markers"), list)) => {
            let mut things: Vec<&str> = list.split(", ").collect();
            things.sort_unstable();
            format!("{name} {}", things.join(", "))
        }
        _ => part.to_owned(),
    };
    line.split("; ").map(part).collect::<Vec<_>>().join("; ")
}

/// Returns a line for each kind of facts, in alphabetical order.
fn structures(analysis: &Analysis, words: &dyn Fn(&str) -> String) -> Vec<String> {
    let line = |fluent: &Fluent| sorted(&replaced(&fluent.summary(), words));
    let mut lines: Vec<String> = analysis.fluents.iter().map(line).collect();
    lines.sort_unstable();
    lines
}

/// Checks the analysis of the rules of a game, which may be written in other words; `words` translates them back.
fn check(game: BundledGame, rules: &str, seed: u64, words: &dyn Fn(&str) -> String) {
    let (name, about) = (game.name(), game.about());
    let mut expected = about.structures.clone();
    expected.sort_unstable();
    let [few, some, many] = STATES.map(|states| move || analysis(name, rules, states, seed));
    let is_enough = |analysis: &Analysis| structures(analysis, words) == expected;
    let found = Some(few()).filter(is_enough).or_else(|| Some(some()).filter(is_enough));
    let found = found.unwrap_or_else(many);
    assert_eq!(structures(&found, words), expected, "{name}");
    let roles = found.roles;
    let turns = match about.kind {
        GameKind::TurnTaking => TurnOrder::Alternating,
        GameKind::Simultaneous => TurnOrder::Simultaneous,
        GameKind::Puzzle => TurnOrder::Alone,
    };
    assert_eq!(roles.turns, turns, "{name}");
    let teams = roles.teams.iter().filter(|team| team.len() > 1);
    let teams: Vec<Vec<String>> =
        teams.map(|team| team.iter().map(|role| words(role)).collect()).collect();
    assert_eq!(teams, about.teams, "{name}");
    for (number, role) in roles.roles.iter().enumerate() {
        assert_eq!(role.goals.last(), Some(&about.best_of(number)), "{name}: {}", role.name);
    }
    if let (Some(found), Some(sum)) = (roles.sum, about.sum) {
        assert_eq!(found, sum, "{name}");
    }
}

/// Returns the turns of boards that are symmetries, and the number of other symmetries.
fn symmetries(name: &str, rules: &str) -> (Vec<String>, usize) {
    let rules = oracle::checked(name, rules);
    let mut machine = oracle::machine_of(&rules);
    let watch = Sampling::states(STATES[0], 1);
    let analysis = analyze::analyze(&rules, &mut machine, &watch).expect("it can be played");
    let found = analyze::symmetries(&rules, &analysis, &mut machine, 1).expect("it can be played");
    let turns: Vec<String> = found.iter().filter_map(GameSymmetry::turn).collect();
    let others = found.len() - turns.len();
    (turns, others)
}

#[test]
fn symmetries_are_found_in_any_words() {
    walk(|game| {
        let (name, about) = (game.name(), game.about());
        let expected = (about.turns.clone(), about.renamings);
        assert_eq!(symmetries(name, game.rules()), expected, "{name}");
        let scrambled = Scrambler::new(game.rules(), 7).scramble(game.rules());
        assert_eq!(symmetries(name, &scrambled), expected, "{name} in other words");
    });
}

#[test]
fn structures_are_found_in_any_words() {
    walk(|game| {
        check(game, game.rules(), 1, &str::to_owned);
        let scrambler = Scrambler::new(game.rules(), 5);
        let scrambled = scrambler.scramble(game.rules());
        check(game, &scrambled, 2, &|word| scrambler.unscramble(word));
    });
}
