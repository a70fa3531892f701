//! Cyclic rules in which a question is only partly answered for a while. A question here is named by its relation.

use game::{Machine, MachineExt, Role};

/// Checks the legal moves in the initial state of a game with these rules about them.
fn check(rules: &str, expected: &[&str]) {
    let sheet = format!(
        "(role you) (init (seed a)) (init (seed b)) (<= terminal (not (true (seed a)))) (goal you 100)
         {rules}"
    );
    let mut machine = oracle::reference_of(oracle::rules_of(sheet));
    let state = machine.initial_state().expect("there is an initial state");
    let mut moves = Vec::new();
    machine.legal(&state, Role(0), &mut moves).expect("there is an answer");
    let mut texts: Vec<String> = moves.iter().map(|&action| machine.move_text(action)).collect();
    texts.sort();
    assert_eq!(texts, expected);
}

#[test]
fn a_question_used_by_a_test_that_is_decided_without_it_is_asked_again() {
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
fn a_question_that_uses_a_waiting_question_waits_for_the_same_cycle() {
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
fn a_question_not_used_in_the_last_round_is_asked_again() {
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
fn recursion_restricted_only_by_a_condition_outside_the_cycle_ends() {
    check(
        "(<= (legal you (get ?x)) (true (seed ?x)) (not (pair ?x ?x)))
         (kind c d)
         (<= (pair ?x ?y) (pair (wrap ?y) ?x) (kind ?y ?z))",
        &["(get a)", "(get b)"],
    );
}
