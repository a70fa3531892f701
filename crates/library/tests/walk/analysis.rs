//! What is found out about games by looking at their rules and at random games is what people know about them, in whatever
//! words the rules are written.

use crate::walk;
use analyze::{Analysis, Fluent, Symmetry, Turns, Watch};
use circuit::CircuitMachine;
use gdl::Scrambler;
use library::{Game, Kind};

/// So many states are looked at; more, if what is expected is not found: a second queen is seldom seen in chess.
const STATES: [usize; 3] = [2_000, 10_000, 100_000];

fn analysis(name: &str, rules: &str, states: usize, seed: u64) -> Analysis {
    let rules = gdl::check(name, rules.as_bytes()).rules.expect("the rules have no errors");
    let machine = CircuitMachine::new(&rules, &circuit::Limits::default());
    let mut machine = machine.expect("bundled games can be grounded");
    analyze::analyze(&rules, &mut machine, &Watch::states(states, seed)).expect("it can be played")
}

/// A line of which every word has become another one.
fn replaced(line: &str, word: &dyn Fn(&str) -> String) -> String {
    let is_between = |c: char| " ,;:()".contains(c);
    let parts = line.split_inclusive(is_between).map(|part| {
        let name = part.trim_end_matches(is_between);
        word(name) + &part[name.len()..]
    });
    parts.collect()
}

/// The same line, with what it lists in alphabetical order.
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

/// What its states are made of, in alphabetical order.
fn structures(analysis: &Analysis, words: &dyn Fn(&str) -> String) -> Vec<String> {
    let line = |fluent: &Fluent| sorted(&replaced(&fluent.summary(), words));
    let mut lines: Vec<String> = analysis.fluents.iter().map(line).collect();
    lines.sort_unstable();
    lines
}

/// Looks at rules of a game, in whatever words.
fn check(game: Game, rules: &str, seed: u64, words: &dyn Fn(&str) -> String) {
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
        Kind::TurnTaking => Turns::Alternating,
        Kind::Simultaneous => Turns::Simultaneous,
        Kind::Puzzle => Turns::Alone,
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

/// How boards can be turned, and how many other symmetries there are.
fn symmetries(name: &str, rules: &str) -> (Vec<String>, usize) {
    let rules = gdl::check(name, rules.as_bytes()).rules.expect("it has no errors");
    let machine = CircuitMachine::new(&rules, &circuit::Limits::default());
    let mut machine = machine.expect("bundled games can be grounded");
    let watch = Watch::states(STATES[0], 1);
    let analysis = analyze::analyze(&rules, &mut machine, &watch).expect("it can be played");
    let found = analyze::symmetries(&rules, &analysis, &mut machine, 1).expect("it can be played");
    let turns: Vec<String> = found.iter().filter_map(Symmetry::turn).collect();
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
