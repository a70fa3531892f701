//! Tests of the fuzzy evaluation: its operators, its agreement with the crisp rules, and comparisons of states.

use super::*;
use crate::Sampling;
use game::MachineExt;
use game::playout::random_step;
use propnet::CircuitMachine;

fn fuzzy(name: &str, role: u32) -> (Box<dyn Machine>, FuzzyGoals) {
    let rules = oracle::rules(name);
    let model = oracle::model_of(&rules);
    let mut machine: Box<dyn Machine> = Box::new(CircuitMachine::new(Arc::clone(&model)));
    let analysis = crate::analyze(&rules, &mut *machine, &Sampling::states(1000, 1)).unwrap();
    let settings = FuzzySettings::default();
    let fuzzy = FuzzyGoals::new(&model, &analysis, Role(role), settings);
    (machine, fuzzy)
}

/// Returns the value of the state with these facts for the first role.
fn value(name: &str, facts: &[&str]) -> f64 {
    let (machine, mut fuzzy) = fuzzy(name, 0);
    let mut facts: Vec<Fact> =
        facts.iter().map(|fact| machine.find_fact(fact).expect(fact)).collect();
    facts.sort_unstable();
    fuzzy.read(&*machine, &machine.state(&facts))
}

#[test]
fn conjunctions_and_disjunctions_preserve_what_is_true() {
    let settings = FuzzySettings::default();
    assert_eq!(settings.both(0.75, 0.75), 0.75);
    assert!((settings.both(0.75, 0.25) - 0.25).abs() < 1e-9);
    // (2 * 0.75^25)^(1/25) = 0.75 * 2^(1/25).
    assert!((settings.either(0.75, 0.75) - 0.75 * 2f64.powf(0.04)).abs() < 1e-12);
    assert_eq!(settings.either(1.0, 1.0), 1.0);
    let long = (0..1000).fold(0.75, |all, _| settings.both(all, 0.75));
    assert_eq!(long, 0.75);
}

#[test]
fn satisfied_conditions_have_values_above_one_half() {
    let mut random = game::random(7);
    for name in ["tic-tac-toe", "breakthrough-6x6", "hallway", "nim", "othello-6x6", "farmers"] {
        let (mut machine, mut fuzzy) = fuzzy(name, 0);
        for _ in 0..10 {
            let mut state = machine.initial_state().unwrap();
            loop {
                let value = fuzzy.read(&*machine, &state);
                assert!((0.0..=1.0).contains(&value), "{name}: {value}");
                let is_over = machine.terminal(&state).unwrap();
                let fuzzily_over = fuzzy.formula.terminal.value(&fuzzy.values);
                assert_eq!(fuzzily_over > 0.5, is_over, "{name}: {fuzzily_over}");
                let goals = machine.goal(&state, Role(0)).unwrap();
                for &(goal, operand) in &fuzzy.formula.goals {
                    let holds = goals.values().any(|value| value == goal);
                    assert_eq!(operand.value(&fuzzy.values) > 0.5, holds, "{name}: goal {goal}");
                }
                match random_step(&mut *machine, &state, &mut random).unwrap() {
                    Some(next) => state = next,
                    None => break,
                }
            }
        }
    }
}

#[test]
fn states_nearer_to_the_goal_have_greater_values() {
    let empty = ["(cell 1 3 b)", "(cell 2 1 b)", "(cell 2 2 b)", "(cell 2 3 b)", "(cell 3 1 b)"];
    let board = |rest: &[&'static str]| -> f64 {
        let facts: Vec<&str> = empty.iter().chain(rest).copied().collect();
        value("tic-tac-toe", &facts)
    };
    let two = board(&[
        "(cell 1 1 x)",
        "(cell 1 2 x)",
        "(cell 3 2 b)",
        "(cell 3 3 b)",
        "(control oplayer)",
    ]);
    let one = board(&[
        "(cell 1 1 x)",
        "(cell 1 2 b)",
        "(cell 3 2 b)",
        "(cell 3 3 b)",
        "(control oplayer)",
    ]);
    let none = board(&[
        "(cell 1 1 b)",
        "(cell 1 2 b)",
        "(cell 3 2 b)",
        "(cell 3 3 b)",
        "(control oplayer)",
    ]);
    assert!(two > one && one > none, "{two} {one} {none}");
    // A pawn that is farther advanced. There are too many black pawns for all of them to be captured soon.
    let pawn = |row: u32| {
        let mut facts = vec![format!("(cell 3 {row} white)"), "(control white)".to_owned()];
        facts.extend((1..=6).map(|column| format!("(cell {column} 6 black)")));
        value("breakthrough-6x6", &facts.iter().map(String::as_str).collect::<Vec<_>>())
    };
    assert!(pawn(5) > pawn(4) && pawn(4) > pawn(2), "{} {} {}", pawn(5), pawn(4), pawn(2));
}

#[test]
fn states_of_another_machine_have_the_same_values() {
    let rules = oracle::rules("breakthrough-6x6");
    let mut reference: Box<dyn Machine> = Box::new(oracle::reference_of(rules.clone()));
    let model = oracle::model_of(&rules);
    let circuit: Box<dyn Machine> = Box::new(CircuitMachine::new(Arc::clone(&model)));
    let analysis = crate::analyze(&rules, &mut *reference, &Sampling::states(300, 1)).unwrap();
    let settings = FuzzySettings::default();
    let mut by_term = FuzzyGoals::of_other_machine(&model, &analysis, Role(0), settings);
    let mut shared = FuzzyGoals::new(&model, &analysis, Role(0), settings);
    let mut random = game::random(1);
    let mut state = reference.initial_state().unwrap();
    while let Some(next) = random_step(&mut *reference, &state, &mut random).unwrap() {
        state = next;
        let texts = reference.state_texts(&state);
        let mut facts: Vec<Fact> =
            texts.iter().map(|text| circuit.find_fact(text).expect(text)).collect();
        facts.sort_unstable();
        let expected = shared.read(&*circuit, &circuit.state(&facts));
        assert_eq!(by_term.read(&*reference, &state), expected);
    }
}
