//! Corner cases of the reference machine, with a small game for each.

use agon_reason::ReferenceMachine;
use game::{Machine, MachineExt, Role, State};

fn machine(sheet: &str) -> ReferenceMachine {
    oracle::reference_of(oracle::rules_of(sheet))
}

#[test]
fn goal_values_are_numbers_in_their_usual_form() {
    let goal = |value: &str| {
        let sheet = format!("(role you) (legal you go) terminal (goal you {value})");
        let mut machine = machine(&sheet);
        let state = machine.initial_state().expect("there is an initial state");
        machine.goal(&state, Role(0)).expect("there is an answer").to_string()
    };
    assert_eq!(goal("50"), "50");
    assert_eq!(goal("0"), "0");
    assert_eq!(goal("100"), "100");
    for strange in ["+50", "007", "101", "256", "-1", "5.0", "win", "(f 5)"] {
        assert_eq!(goal(strange), "a value that is not a number from 0 to 100", "{strange}");
    }
}

#[test]
fn facts_deeper_than_the_limit_for_sheets_are_found_by_their_text() {
    let sheet = "(role you) (legal you go) (init (f a)) (goal you 100)
                 (<= (next (f ?x)) (true ?x)) (<= terminal (not (true (f a))) (true a))";
    let mut machine = machine(sheet);
    let go = machine.find_move("go").expect("it is legal");
    let mut state = machine.initial_state().expect("there is an initial state");
    for _ in 0..1_500 {
        let mut next = State::default();
        machine.next(&state, &[go], &mut next).expect("it is not too deep");
        state = next;
    }
    let [fact] = machine.facts(&state)[..] else { panic!("there is one fact") };
    assert_eq!(machine.find_fact(&machine.fact_text(fact)), Some(fact));
}

/// A relation is compiled for a limited number of binding patterns. A negation of it must be correct even where the
/// number is exceeded.
#[test]
fn negation_is_correct_however_many_binding_patterns_a_relation_has() {
    let patterns = (0..31u32).map(|pattern| {
        let argument = |place: u32| match pattern >> place & 1 {
            1 => "1".to_owned(),
            _ => format!("?x{place}"),
        };
        let arguments: Vec<String> = (0..5).map(argument).collect();
        format!("(<= (legal you m{pattern}) (d {}))\n", arguments.join(" "))
    });
    let sheet = format!(
        "(role you) (init (have 1)) (goal you 100) (<= terminal (true (have 2)))
         (<= (d 1 1 1 1 1) (true (have 2)))
         (<= (d 2 ?b ?c ?e ?f) (true (have ?b)) (true (have ?c)) (true (have ?e)) (true (have ?f))
             (not (d 1 ?b ?c ?e ?f)))
         (<= (next (have 2)) (does you m0))
         {}",
        patterns.collect::<String>()
    );
    let mut machine = machine(&sheet);
    let state = machine.initial_state().expect("there is an initial state");
    let mut moves = Vec::new();
    machine.legal(&state, Role(0), &mut moves).expect("there is an answer");
    // Only (d 2 1 1 1 1) holds, so the legal moves are those whose pattern has a variable in the first place.
    assert_eq!(moves.len(), 16);
}
