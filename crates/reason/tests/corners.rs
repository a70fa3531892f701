//! Corners of the reference machine, one small game each.

use game::{Machine, Role, State};
use reason::{Limits, ReferenceMachine};

fn machine(sheet: &str) -> ReferenceMachine {
    let checked = gdl::check("corner", sheet.as_bytes());
    let rules = checked.rules.unwrap_or_else(|| panic!("{:?}", checked.faults.kept()));
    ReferenceMachine::new(rules, Limits::default()).expect("it can be played")
}

#[test]
fn goal_values_are_numbers_as_numbers_are_written() {
    let goal = |value: &str| {
        let sheet = format!("(role you) (legal you go) terminal (goal you {value})");
        let mut machine = machine(&sheet);
        let machine: &mut dyn Machine = &mut machine;
        let state = machine.initial_state().expect("there is one");
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
fn facts_deeper_than_any_sheet_may_be_are_found_by_their_text() {
    let sheet = "(role you) (legal you go) (init (f a)) (goal you 100)
                 (<= (next (f ?x)) (true ?x)) (<= terminal (not (true (f a))) (true a))";
    let mut machine = machine(sheet);
    let machine: &mut dyn Machine = &mut machine;
    let go = machine.find_move("go").expect("it is legal");
    let mut state = machine.initial_state().expect("there is one");
    for _ in 0..1_500 {
        let mut next = State::default();
        machine.next(&state, &[go], &mut next).expect("it is not too deep");
        state = next;
    }
    let [fact] = machine.facts(&state)[..] else { panic!("there is one fact") };
    assert_eq!(machine.find_fact(&machine.fact_text(fact)), Some(fact));
}

/// A relation is compiled for a limited number of ways of asking; a negation must not suffer from it.
#[test]
fn negation_works_however_many_ways_a_relation_is_asked() {
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
    let machine: &mut dyn Machine = &mut machine;
    let state = machine.initial_state().expect("there is one");
    let mut moves = Vec::new();
    machine.legal(&state, Role(0), &mut moves).expect("there is an answer");
    // (d 2 1 1 1 1) holds and nothing else: the patterns with a variable in the first place.
    assert_eq!(moves.len(), 16);
}
