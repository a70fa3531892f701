//! Tests the number of times that rules were grounded in a process. This file has a single test, because all threads of
//! a process share the number.

use agon_ground::{Ground, Limits};

const LIGHTS: &[u8] = b"
    (role you) (init (light 1)) (init (light 2))
    (<= (legal you (press ?x)) (true (light ?x)))
    (<= (next (light ?x)) (true (light ?x)) (not (does you (press ?x))))
    (<= terminal (not (true (light 1)))) (goal you 100)";

#[test]
fn every_grounding_is_counted() {
    let rules = gdl::check("lights.kif", LIGHTS).rules.expect("the sheet has no errors");
    assert_eq!(agon_ground::count(), 0);
    assert!(Ground::new(&rules, &Limits::default()).is_ok());
    assert_eq!(agon_ground::count(), 1);
    let limits = Limits { go_on: &|| false, ..Limits::default() };
    assert!(Ground::new(&rules, &limits).is_err());
    assert_eq!(agon_ground::count(), 2);
}
