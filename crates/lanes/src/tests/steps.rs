//! Every lane makes a legal move and gets the state that follows from it, and the programs find ends and goals.

use super::*;
use crate::step;
use crate::step::layout::StepResults;
use crate::word::LANES;
use circuit::Limits;
use game::MachineExt;
use oracle::corpus;

/// Whether `next` can follow a state, or, without `next`, whether some role has no move.
fn follows(machine: &mut CircuitMachine, state: &State, next: Option<&State>) -> bool {
    let successors = successors(machine, state);
    match (next, &successors) {
        (_, None) => true,
        (None, Some(successors)) => successors.is_empty(),
        (Some(next), Some(successors)) => successors.contains(next.words()),
    }
}

/// Returns the goals that a program found for a lane.
fn goals_in(step: &StepProgram, results: &StepResults<Word>, lane: usize, roles: usize) -> Vec<u8> {
    let mut goals = vec![0; roles];
    for (&(role, value), word) in step.goals.iter().zip(results.goals) {
        if bit(*word, lane) {
            assert_eq!(goals[role.0 as usize], 0, "one goal for each role");
            goals[role.0 as usize] = value;
        }
    }
    goals
}

/// Checks the programs of a game on states of play.
fn check(machine: &mut CircuitMachine, games: usize) {
    let model = Arc::clone(machine.model());
    let exclusions = all_exclusions(&model);
    let plan = plan(&model, &exclusions, 1);
    let states = states_by_phase(machine, games, 3);
    for (phase, states) in states.iter().enumerate() {
        check_fused(machine, &plan, phase, states);
        check_deferred(machine, &plan, phase, states);
    }
}

fn check_fused(machine: &mut CircuitMachine, plan: &StepPlan, phase: usize, states: &[State]) {
    let step = step::fused(plan, phase);
    let next_phase = (phase + 1) % plan.phases.count();
    let next_layout = step::fused(plan, next_phase).layout;
    let trial = Trial::new(&step, Word::ALL);
    let mut random = RandomState::new(1);
    let going: Vec<State> =
        states.iter().filter(|state| !machine.terminal(state).unwrap()).cloned().collect();
    for states in going.chunks(LANES) {
        let output = trial.run(states, &[], &mut random);
        let results = next_layout.results(&output);
        for (lane, state) in states.iter().enumerate() {
            if bit(results.stuck, lane) {
                assert!(bit(results.done, lane) && follows(machine, state, None));
                continue;
            }
            let facts = &output[next_layout.fact_words()];
            let next = state_in(machine, next_layout.facts(), facts, lane, next_phase);
            assert!(follows(machine, state, Some(&next)), "{:?}", machine.state_texts(&next));
            let over = machine.terminal(&next).unwrap();
            assert_eq!(bit(results.done, lane), over);
            assert_eq!(bit(output[next_layout.active()], lane), !over);
            if over {
                let found = goals_in(&step, &results, lane, machine.roles().len());
                assert_eq!(found, goals(machine, &next));
            }
        }
    }
}

fn check_deferred(machine: &mut CircuitMachine, plan: &StepPlan, phase: usize, states: &[State]) {
    let (step, goal_search) = (step::deferred(plan, phase), step::goal_search(plan));
    let layout = &step.layout;
    let next_phase = (phase + 1) % plan.phases.count();
    let search_code = Code::new(&goal_search.program, kernel()).unwrap();
    let trial = Trial::new(&step, Word::NONE);
    let mut random = RandomState::new(2);
    for states in states.chunks(LANES) {
        let output = trial.run(states, &[], &mut random);
        let mut found = vec![Word::NONE; goal_search.program.outputs.len()];
        let words = &output[..layout.words()];
        search_code.run(words, &[], &[], &mut found, &mut Scratch::default());
        let (results, found) = (layout.results(&output), layout.results(&found));
        for (lane, state) in states.iter().enumerate() {
            let over = machine.terminal(state).unwrap();
            let stuck = bit(results.stuck, lane);
            let rests = over || stuck;
            assert_eq!(bit(results.done, lane), rests);
            assert_eq!(bit(output[layout.resting(phase)], lane), rests);
            let here = if rests { phase } else { next_phase };
            let facts = &output[layout.fact_words()];
            let next = state_in(machine, layout.facts(), facts, lane, here);
            if rests {
                assert_eq!(&next, state, "a lane whose game is over keeps its state");
            }
            if over {
                let found = goals_in(&goal_search, &found, lane, machine.roles().len());
                assert_eq!(found, goals(machine, state));
            } else {
                assert!(follows(machine, state, (!stuck).then_some(&next)));
            }
        }
    }
}

/// Checks the public sheets whose circuits have at most this number of operands. There must be more than `expected` of
/// them, where the folder of sheets is there.
#[allow(clippy::disallowed_methods, reason = "the sheets are files")]
fn check_corpus(test: &str, operands: usize, expected: usize) {
    let Some(sheets) = corpus::sheets() else { return };
    let mut checked = 0;
    for path in &sheets {
        let bytes = std::fs::read(path).expect("the sheet can be read");
        let Some(rules) = gdl::check("sheet", &bytes).rules else { continue };
        let ground = ground::Limits { instances: 10 * operands, ..Default::default() };
        let limits = Limits { ground, ..Limits::default() };
        if rules.has_hidden_information() {
            continue;
        }
        let Ok(mut machine) = CircuitMachine::from_rules(&rules, &limits) else { continue };
        if machine.model().circuit().operand_count() <= operands {
            eprintln!("{}", path.display());
            check(&mut machine, 1);
            checked += 1;
        }
    }
    corpus::report(test, checked, sheets.len(), "public sheets");
    assert!(checked > expected, "{checked}");
}

#[test]
fn lanes_make_legal_moves_in_small_games_of_the_corpus() {
    check_corpus("lanes in small games", 1000, 50);
}

#[test]
#[ignore = "takes some minutes"]
fn lanes_make_legal_moves_in_all_games_of_the_corpus() {
    check_corpus("lanes in all games", 800_000, 215);
}

#[test]
fn lanes_make_legal_moves_in_bundled_games() {
    for game in library::games() {
        check(&mut oracle::machine_of_sheet(game.rules()), 3);
    }
}

#[test]
fn lanes_make_legal_moves_when_all_roles_move() {
    let mut machine = oracle::machine_of_sheet(SIMULTANEOUS);
    check(&mut machine, 30);
}

#[test]
fn lanes_make_legal_moves_among_the_preferred_ones() {
    for name in ["tic-tac-toe", "breakthrough", "connect-four", "chinook"] {
        let plain = oracle::machine(name);
        let preferences = some_preferences(&plain, 200);
        check(&mut preferring(&plain, &preferences), 3);
    }
}
