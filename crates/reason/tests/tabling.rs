//! Circles of rules in which a question is left half answered for a while; the names tell who asks whom.

use game::{Machine, Role};
use reason::{Limits, ReferenceMachine};

/// Checks the legal moves at the start of a game with these rules about them.
fn check(rules: &str, expected: &[&str]) {
    let sheet = format!(
        "(role you) (init (seed a)) (init (seed b)) (<= terminal (not (true (seed a)))) (goal you 100)
         {rules}"
    );
    let checked = gdl::check("circle", sheet.as_bytes());
    let rules = checked.rules.unwrap_or_else(|| panic!("{:?}", checked.faults.kept()));
    let mut machine = ReferenceMachine::new(rules, Limits::default()).expect("it can be played");
    let machine: &mut dyn Machine = &mut machine;
    let state = machine.initial_state().expect("there is an initial state");
    let mut moves = Vec::new();
    machine.legal(&state, Role(0), &mut moves).expect("there is an answer");
    let mut texts: Vec<String> = moves.iter().map(|&action| machine.move_text(action)).collect();
    texts.sort();
    assert_eq!(texts, expected);
}

#[test]
fn a_question_met_by_a_test_that_decides_otherwise_is_asked_again() {
    check(
        "(<= (legal you (get ?x)) (all ?x))
         (<= (legal you (see ?x)) (echo ?x))
         (<= (all ?x) decided (true (seed ?x)))
         (<= decided (echo ?x) (true (seed ?x)) (distinct ?x ?x))
         (<= decided (true (seed a)))
         (<= (echo ?x) (all ?x))",
        &["(get a)", "(get b)", "(see a)", "(see b)"],
    );
}

#[test]
fn who_waits_for_one_that_waits_waits_for_the_same() {
    check(
        "(<= (legal you (get ?x)) (all ?x))
         (<= (legal you (see ?x)) (late ?x))
         (<= (all ?x) (middle ?x))
         (<= (all ?x) (late ?x))
         (<= (all ?x) (true (seed ?x)))
         (<= (middle ?x) (inner ?x))
         (<= (middle ?x) (all ?x))
         (<= (inner ?x) (middle ?x))
         (<= (late ?x) (inner ?x))",
        &["(get a)", "(get b)", "(see a)", "(see b)"],
    );
}

#[test]
fn a_question_not_met_in_the_last_round_is_asked_again() {
    check(
        "(<= (legal you (get ?x)) (all ?x))
         (<= (legal you (see ?x)) (echo ?x))
         (<= (all ?x) decided (true (seed ?x)) (distinct ?x ?x))
         (<= (all ?x) (true (seed ?x)))
         (<= decided (all ?x) (true (seed ?x)) (distinct ?x none))
         (<= decided (echo ?x) (true (seed ?x)) (distinct ?x ?x))
         (<= (echo ?x) (all ?x))",
        &["(get a)", "(get b)", "(see a)", "(see b)"],
    );
}

#[test]
fn recursion_that_only_a_condition_outside_restricts_comes_to_an_end() {
    check(
        "(<= (legal you (get ?x)) (true (seed ?x)) (not (pair ?x ?x)))
         (kind c d)
         (<= (pair ?x ?y) (pair (wrap ?y) ?x) (kind ?y ?z))",
        &["(get a)", "(get b)"],
    );
}
