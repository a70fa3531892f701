//! Variants of games are recognised by their differences, whatever words they are written in, and other games are not
//! taken for variants.

use analyze::{Difference, Portrait, Sampling, Sentences};
use gdl::Scrambler;

/// A text and its replacement, which is made everywhere.
type Edit = (&'static str, &'static str);

/// Two games, changes of the rules of the second, and the expected differences.
const VARIANTS: &[(&str, &str, &[Edit], &[&str])] = &[
    ("nim", "nim", &[], &[]),
    // Pairs of bundled games.
    ("othello-6x6", "nothello", &[], &["board size, 6 x 6 and 8 x 8", "inverted goal"]),
    ("othello", "othello-6x6", &[], &["board size, 8 x 8 and 6 x 6"]),
    ("othello", "nothello", &[], &["shape of the board", "inverted goal"]),
    ("breakthrough", "breakthrough-6x6", &[], &["board size, 8 x 8 and 6 x 6"]),
    ("minichess", "minichess-3x3", &[], &["board size, 4 x 4 and 3 x 3"]),
    ("minichess", "minichess-5x5", &[], &["board size, 4 x 4 and 5 x 5"]),
    ("minichess-3x3", "minichess-5x5", &[], &["board size, 3 x 3 and 5 x 5"]),
    ("capture-go-3x3", "capture-go-4x4", &[], &["board size, 3 x 3 and 4 x 4"]),
    ("connect-three-3x3", "connect-three-4x4", &[], &["board size, 3 x 3 and 4 x 4"]),
    ("gomoku", "connect-five", &[], &["board size, 15 x 15 and 8 x 8"]),
    ("mini-checkers-4", "mini-checkers-5", &[], &["number of markers"]),
    ("tic-tac-toe", "tic-tac-toe-inverted", &[], &["inverted goal"]),
    // Changes of facts.
    ("chess", "chess", &[("(init (cell a 2 white pawn))", "")], &["number of markers"]),
    ("skirmish", "skirmish", SWAPPED, &["piece configuration"]),
    (
        "breakthrough",
        "breakthrough",
        &[("(init (control white))", "(init (control black))")],
        &["start"],
    ),
    ("minichess", "minichess", &[("(step 10)", "(step 8)")], &["step limit"]),
    ("hallway", "hallway", &[("(step 200)", "(step 100)")], &["step limit"]),
    ("minichess", "minichess", &[CYLINDER], &["cylindrical board of the second"]),
    ("breakthrough-6x6", "breakthrough-6x6", &[TORUS], &["toroidal board of the second"]),
    ("connect-four", "connect-four", INVERTED, &["inverted goal"]),
    ("minichess", "minichess", WITHOUT_STEPS, &["missing feature: the second lacks `step`"]),
    // Several changes at once.
    (
        "breakthrough",
        "breakthrough-6x6",
        &[TORUS],
        &["board size, 8 x 8 and 6 x 6", "toroidal board of the second"],
    ),
    (
        "minichess-5x5",
        "minichess",
        &[("(step 10)", "(step 8)")],
        &["board size, 5 x 5 and 4 x 4", "step limit"],
    ),
];

const SWAPPED: &[Edit] = &[(
    "(init (cell b 1 white knight)) (init (cell c 1 white bishop))",
    "(init (cell b 1 white bishop)) (init (cell c 1 white knight))",
)];
const CYLINDER: Edit = ("(nextcolumn c d)", "(nextcolumn c d) (nextcolumn d a)");
const TORUS: Edit = ("(succ 5 6)", "(succ 5 6) (succ 6 1)");
const INVERTED: &[Edit] = &[(" 100)", " lost)"), (" 0)", " 100)"), (" lost)", " 0)")];
const WITHOUT_STEPS: &[Edit] = &[
    ("(init (step 1))", ""),
    ("(<= (next (step ?y))\n    (true (step ?x))\n    (succ ?x ?y))", ""),
    ("(<= terminal\n    (true (step 10)))", ""),
];

/// Pairs of games that have much in common, but are not variants of each other.
const OTHERS: &[(&str, &str)] = &[
    ("checkers", "checkers-free"),
    ("connect-three-4x4", "connect-four"),
    ("chinese-checkers-3", "chinese-checkers-4"),
    ("breakthrough", "knightthrough"),
    ("tic-tac-toe", "tic-tic-toe"),
    ("tic-tac-toe", "tic-tac-toe-3d"),
    ("prisoners-dilemma", "roshambo"),
];

fn edited(name: &str, edits: &[Edit]) -> String {
    edits.iter().fold(oracle::bundled(name).rules().to_owned(), |text, (old, new)| {
        assert!(text.contains(old), "{name} has no `{old}`");
        text.replace(old, new)
    })
}

fn portrait(rules: &str, seed: u64) -> Portrait {
    let rules = oracle::rules_of(rules);
    let mut machine = oracle::machine_of(&rules);
    let watch = Sampling::states(1000, seed);
    let analysis = analyze::analyze(&rules, &mut machine, &watch).expect("it can be played");
    Portrait::new(Sentences::of(&rules), &analysis)
}

/// Returns the portrait of a bundled game in its own words.
fn original(name: &str) -> Portrait {
    portrait(oracle::bundled(name).rules(), 1)
}

fn differences(first: &Portrait, second: &Portrait) -> Option<Vec<String>> {
    let likeness = first.likeness(second)?;
    Some(likeness.differences.iter().map(Difference::to_string).collect())
}

#[test]
fn variants_are_recognised_in_any_words() {
    for (one, other, edits, expected) in VARIANTS {
        let (first, text) = (original(one), edited(other, edits));
        let expected = Some(expected.iter().map(|text| (*text).to_owned()).collect());
        let found = differences(&first, &portrait(&text, 2));
        assert_eq!(found, expected, "{one} and {other} with {edits:?}");
        let scrambled = Scrambler::new(&text, 3).scramble(&text);
        let found = differences(&first, &portrait(&scrambled, 4));
        assert_eq!(found, expected, "{one} and {other} with {edits:?}, in other words");
    }
}

#[test]
fn games_with_much_in_common_need_not_be_variants() {
    for (one, other) in OTHERS {
        let found = differences(&original(one), &original(other));
        assert_eq!(found, None, "{one} and {other}");
    }
}
