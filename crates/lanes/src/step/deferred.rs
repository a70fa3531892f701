//! Deferred steps, which do not compute goals, and the program that finds the goals of the lanes that rest.

use super::builder::StepBuilder;
use super::layout::StateLayout;
use super::logic::{Logic, Wire};
use super::wires::{CircuitWires, goal_words};
use super::{Refill, StepPlan, StepProgram, known_facts, or_initial};
use game::Fact;

/// Makes the deferred step of a phase.
pub fn deferred(plan: &StepPlan, phase: usize) -> StepProgram {
    let layout = StateLayout::deferred(plan.phases);
    let mut builder = StepBuilder::new(plan, phase, layout.words());
    let logic = &mut builder.logic;
    let mut rests = resting_words(plan, &layout, logic);
    let was_stuck = logic.input(layout.stuck() as u32);
    let rest = logic.any(&rests);
    let mut state = known_facts(plan.phases, phase);
    for (input, fact) in layout.fact_words().zip(layout.facts()) {
        if plan.phases.known(phase, *fact).is_none() {
            state[fact.0 as usize] = logic.input(input as u32);
        }
    }
    let mut wires = CircuitWires::new(plan.circuit, &state);
    let terminal = wires.get(logic, plan.circuit.outputs.terminal);
    let playing = logic.and(!rest, !terminal);
    let none = builder.choose_moves(plan, &mut wires);
    let logic = &mut builder.logic;
    let stuck = logic.and(playing, none);
    let moved = logic.and(playing, !none);
    let done = logic.and(!rest, !moved);
    rests[phase] = logic.or(rests[phase], done);
    let next = wires.next(logic);
    let words = layout.fact_words().zip(layout.facts());
    let mut outputs: Vec<Wire> = words
        .map(|(input, fact)| {
            let before = logic.input(input as u32);
            logic.choose(moved, next[fact.0 as usize], before)
        })
        .collect();
    outputs.extend(rests);
    outputs.push(logic.or(was_stuck, stuck));
    outputs.extend([done, stuck]);
    builder.finish(&outputs, layout, Vec::new())
}

/// Makes the program that finds the goals of the lanes that rest, and lets them begin again with the initial state if
/// they do. If every lane plays once, its outputs are only the results. Its state is that of deferred steps.
pub fn goal_search(plan: &StepPlan) -> StepProgram {
    let layout = StateLayout::deferred(plan.phases);
    let mut builder = StepBuilder::without_choice(layout.words());
    let logic = &mut builder.logic;
    let rests = resting_words(plan, &layout, logic);
    let was_stuck = logic.input(layout.stuck() as u32);
    let done = logic.any(&rests);
    let mut words = vec![None; plan.circuit.fact_count()];
    for (input, fact) in layout.fact_words().zip(layout.facts()) {
        words[fact.0 as usize] = Some(logic.input(input as u32));
    }
    let state = plan.circuit.facts().zip(&words);
    let state: Vec<Wire> =
        state.map(|(fact, &word)| last_fact(plan, logic, &rests, fact, word)).collect();
    let mut wires = CircuitWires::new(plan.circuit, &state);
    let finished = logic.and(done, !was_stuck);
    let (goals, goal_wires) = goal_words(logic, plan.circuit, &mut wires, finished);
    let facts = layout.fact_words().zip(layout.facts());
    let facts = facts.map(|(input, fact)| (logic.input(input as u32), fact));
    let facts: Vec<(Wire, &Fact)> = facts.collect();
    let mut outputs: Vec<Wire> = Vec::new();
    match plan.refill {
        Refill::Initial => {
            let initial = |fact: &Fact| plan.initial[fact.0 as usize];
            let again =
                facts.iter().map(|&(word, fact)| or_initial(logic, word, !done, initial(fact)));
            outputs.extend(again);
            outputs.extend(layout.control_words().map(|_| Wire::FALSE));
        }
        Refill::Own => {
            outputs.extend(facts.iter().map(|&(word, _)| word));
            outputs.extend(rests);
            outputs.push(was_stuck);
        }
        Refill::Never => {}
    }
    outputs.extend([done, was_stuck]);
    outputs.extend(goal_wires);
    builder.finish(&outputs, layout, goals)
}

/// Returns the lanes that rest in a state of each phase.
fn resting_words(plan: &StepPlan, layout: &StateLayout, logic: &Logic) -> Vec<Wire> {
    (0..plan.phases.count()).map(|phase| logic.input(layout.resting(phase) as u32)).collect()
}

/// Makes the word of a fact in the last states of the lanes that rest: where the fact is known, the phase tells,
/// elsewhere its word of state.
fn last_fact(
    plan: &StepPlan,
    logic: &mut Logic,
    rests: &[Wire],
    fact: Fact,
    word: Option<Wire>,
) -> Wire {
    let known = |phase: usize| plan.phases.known(phase, fact);
    let phases = 0..plan.phases.count();
    let is_true = phases.clone().filter(|&phase| known(phase) == Some(true));
    let mut parts: Vec<Wire> = is_true.map(|phase| rests[phase]).collect();
    if parts.len() == rests.len() {
        return Wire::TRUE;
    }
    if let Some(word) = word {
        let unknown = phases.filter(|&phase| known(phase).is_none());
        let unknown: Vec<Wire> = unknown.map(|phase| rests[phase]).collect();
        let here = if unknown.len() == rests.len() { Wire::TRUE } else { logic.any(&unknown) };
        parts.push(logic.and(here, word));
    }
    logic.any(&parts)
}
