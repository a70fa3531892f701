//! A name in parentheses without arguments and the name without parentheses are different fluents.

use agon_analyze::{FluentKind, Sampling};
use game::Machine;

/// A game in which one move makes `(open)` false, which is true at the start, and `open` true.
const RULES: &str = "
    (role you)
    (init (open)) (init (step 1))
    (legal you go)
    (succ 1 2) (succ 2 3) (succ 3 4)
    (<= (next open) (true (open)) (does you go))
    (<= (next open) (true open))
    (<= (next (step ?y)) (true (step ?x)) (succ ?x ?y))
    (<= terminal (true (step 4)))
    (<= (goal you 100) (true open))
    (<= (goal you 0) (not (true open)))";

#[test]
fn empty_arguments_make_another_fluent() {
    let rules = oracle::rules_of(RULES);
    let machine: &mut dyn Machine = &mut oracle::machine_of(&rules);
    let [with, without] = ["(open)", "open"].map(|text| machine.find_fact(text).unwrap());
    assert_ne!(with, without);
    let analysis = agon_analyze::analyze(&rules, machine, &Sampling::states(20, 1)).unwrap();
    let kinds: Vec<(&str, usize, bool)> = analysis
        .fluents
        .iter()
        .map(|fluent| (fluent.name.as_str(), fluent.arity, fluent.kind == FluentKind::Other))
        .collect();
    assert_eq!(kinds, [("(open)", 0, true), ("step", 1, false), ("open", 0, true)]);
}
