//! What rules mean, tested on random small games: the reference machine must agree with an evaluator
//! that has no join plans, no memory and no idea of strata.
//!
//! Games come from a grammar that favours what is easily got wrong: circles of rules, negation,
//! disjunctions whose branches bind different variables, repeated variables, functions. What the
//! checker refuses is left out rule by rule. Both are asked everything about states of play and about
//! states that play does not reach. A difference is shrunk before it is shown.
//!
//! `AGON_FUZZ_ITERATIONS` sets the number of games, `AGON_FUZZ_SECONDS` runs for a time instead, and
//! `AGON_FUZZ_SEED` begins with another game.

mod comparison;
mod grammar;
mod naive;
mod sheet;

use game::contract::{Extent, check};
use game::{Machine, Random, random};
use gdl::Rules;
use rand::RngExt;
use reason::{Limits, ReferenceMachine};
use sheet::{Tree, text};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// Plenty for games this small: reaching a limit is a fault.
const LIMITS: Limits = Limits { steps: 3_000_000, memory: 64, depth: 50_000, terms: 1_000_000 };

#[test]
fn the_reference_machine_agrees_with_naive_evaluation() {
    let (mut games, mut compared) = (0, 0);
    for seed in seeds(1_500) {
        let mut sheet = grammar::sheet(&mut random(seed));
        games += 1;
        if accepted(&mut sheet, &mut random(seed)).is_none() {
            continue;
        }
        match judge(&text(&sheet), seed) {
            Ok(to_the_end) => compared += u64::from(to_the_end),
            Err(difference) => {
                let small = sheet::shrink(sheet, |sheet| judge(&text(sheet), seed).is_err());
                let shown = judge(&text(&small), seed).err().unwrap_or(difference);
                panic!("game {seed}: {shown}\n\nthe sheet, shrunk:\n{}", text(&small));
            }
        }
    }
    assert!(10 * compared >= 9 * games, "only {compared} of {games} games could be compared");
}

/// Checks that the machine agrees with naive evaluation on these rules, which it once did not.
fn agrees(rules: &str) {
    let game = "(role r) (init on) (goal r 100) (<= terminal (true over))
        (<= (next over) (does r ?m)) (<= (next on) (true on))";
    for seed in 0..5 {
        assert_eq!(judge(&format!("{rules}{game}"), seed), Ok(true), "on {rules}");
    }
}

#[test]
fn a_question_that_relied_on_an_unfinished_no_is_asked_again() {
    agrees(
        "(<= a b) (<= b c) (<= b (true on)) (<= c a)
         (<= (legal r m) a) (<= (legal r n) c)",
    );
    agrees(
        "(<= a b) (<= b c) (<= b d) (<= b (true on)) (<= c a) (<= d a)
         (<= (legal r m) a) (<= (legal r n) c) (<= (legal r o) d)",
    );
}

#[test]
fn what_restricts_a_recursion_comes_before_it() {
    agrees(
        "(<= (old ?x) (true ?x)) (<= (p ?x) (p (f ?x)) (old ?x)) (<= (p ?x) (old ?x))
         (<= (legal r m) (p on)) (<= (legal r n) (p (f on)))",
    );
    agrees(
        "(link a b) (<= (p ?x ?y) (p (f ?y) ?x) (link ?y ?z)) (<= (p ?x b) (true ?x))
         (<= (legal r m) (p on b)) (<= (legal r n) (p b a))",
    );
}

#[test]
fn negation_is_settled_where_only_the_rules_are_stratified() {
    let numbers: String = (1..=9).map(|number| format!("(init (have {number}))")).collect();
    agrees(&format!(
        "{numbers}
         (<= (p (g ?y)) (true (have ?y)) (not (q ?y))) (<= (p (f ?y)) (true (have ?y)))
         (<= (q ?x) (p (f ?z)) (true (have ?x)) (true (have ?z)))
         (<= (legal r m) (p (g 1))) (<= (legal r n) (q 1)) (legal r o)"
    ));
    agrees("(<= (v 1) (not (v 2))) (<= (v 2) (not (v 3))) (<= (legal r ?x) (v ?x))");
}

/// The seeds of the games to be tested.
fn seeds(iterations: u64) -> impl Iterator<Item = u64> {
    let number = |name| std::env::var(name).ok().and_then(|value: String| value.parse().ok());
    let first: u64 = number("AGON_FUZZ_SEED").unwrap_or(0);
    let time = number("AGON_FUZZ_SECONDS").map(Duration::from_secs);
    let most = number("AGON_FUZZ_ITERATIONS").unwrap_or(iterations);
    let start = Instant::now();
    (first..).take_while(move |seed| match time {
        Some(time) => start.elapsed() < time,
        None => seed - first < most,
    })
}

/// Leaves out faulty rules, one after the other, until the checker accepts the sheet.
fn accepted(sheet: &mut Vec<Tree>, random: &mut Random) -> Option<Rules> {
    loop {
        let checked = gdl::check("random.kif", text(sheet).as_bytes());
        if checked.rules.is_some() {
            return checked.rules;
        }
        let errors = checked.faults.kept().iter();
        let errors = errors.filter(|fault| fault.kind.severity() == gdl::Severity::Error);
        let lines: Vec<usize> = errors
            .filter_map(|fault| fault.span)
            .map(|span| checked.sheet.source.position(span.start).line)
            .collect();
        if lines.is_empty() {
            return None;
        }
        sheet.remove(lines[random.random_range(0..lines.len())] - 1);
    }
}

/// How the machine goes wrong on the sheet, or whether all could be compared; a sheet that is refused is
/// none of its faults.
fn judge(sheet: &str, seed: u64) -> Result<bool, String> {
    let Some(rules) = gdl::check("random.kif", sheet.as_bytes()).rules else {
        return Ok(false);
    };
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        let machine = ReferenceMachine::new(rules.clone(), LIMITS);
        let mut machine = machine.map_err(|error| error.to_string())?;
        let to_the_end = comparison::compare(&rules, &mut machine, seed)?;
        let extent = Extent { seed, games: 1, max_length: 4 };
        match check(&mut machine, extent) {
            // Some games explode in play; the comparison knows which limits may be reached.
            Err(violation) if !violation.what.starts_with("the machine stopped") => {
                Err(violation.to_string())
            }
            _ => Ok(to_the_end),
        }
    }));
    outcome.unwrap_or_else(|_| Err("a panic".to_owned()))
}
