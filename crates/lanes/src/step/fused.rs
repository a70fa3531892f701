//! Fused steps, which compute the move, the end of the game, the goals, and the beginning of the next game.

use super::builder::StepBuilder;
use super::layout::StateLayout;
use super::logic::{Logic, Wire};
use super::wires::{CircuitWires, goal_words};
use super::{Refill, StepPlan, StepProgram, known_facts, or_initial};
use game::Fact;

/// Makes the fused step of a phase.
pub fn fused(plan: &StepPlan, phase: usize) -> StepProgram {
    let next_phase = (phase + 1) % plan.phases.count();
    let layout = StateLayout::fused(plan.phases, phase, plan.refill);
    let next_layout = StateLayout::fused(plan.phases, next_phase, plan.refill);
    let mut builder = StepBuilder::new(plan, phase, layout.words());
    let logic = &mut builder.logic;
    let active = logic.input(layout.active() as u32);
    let mut state = known_facts(plan.phases, phase);
    for (input, fact) in layout.fact_words().zip(layout.facts()) {
        state[fact.0 as usize] = logic.input(input as u32);
    }
    let mut wires = CircuitWires::new(plan.circuit, &state);
    let none = builder.choose_moves(plan, &mut wires);
    let logic = &mut builder.logic;
    let stuck = logic.and(active, none);
    let next = wires.next(logic);
    // The end and the goals are those of the next state.
    let mut after = known_facts(plan.phases, next_phase);
    next_layout.facts().iter().for_each(|fact| after[fact.0 as usize] = next[fact.0 as usize]);
    let mut wires = CircuitWires::new(plan.circuit, &after);
    let terminal = wires.get(logic, plan.circuit.outputs.terminal);
    let moved = logic.and(active, !stuck);
    let finished = logic.and(moved, terminal);
    let done = logic.or(finished, stuck);
    let still = logic.and(moved, !terminal);
    let (goals, goal_wires) = goal_words(logic, plan.circuit, &mut wires, finished);
    let begins = beginners(plan, &layout, logic, next_phase, still);
    let next_fact =
        |fact: &Fact| next_word(plan, &layout, logic, *fact, next[fact.0 as usize], begins);
    let mut outputs: Vec<Wire> = next_layout.facts().iter().map(next_fact).collect();
    outputs.push(logic.or(still, begins));
    outputs.extend([done, stuck]);
    outputs.extend(goal_wires);
    builder.finish(&outputs, layout, goals)
}

/// Makes the word of the lanes that begin a game in the next phase.
fn beginners(
    plan: &StepPlan,
    layout: &StateLayout,
    logic: &mut Logic,
    next_phase: usize,
    still: Wire,
) -> Wire {
    match plan.refill {
        Refill::Initial if next_phase == 0 => !still,
        Refill::Initial | Refill::Never => Wire::FALSE,
        Refill::Own => {
            let beginner = logic.input(layout.origin_phase(next_phase) as u32);
            logic.and(beginner, !still)
        }
    }
}

/// Makes the word of a fact in the next phase.
fn next_word(
    plan: &StepPlan,
    layout: &StateLayout,
    logic: &mut Logic,
    fact: Fact,
    next: Wire,
    begins: Wire,
) -> Wire {
    match plan.refill {
        Refill::Initial => or_initial(logic, next, !begins, plan.initial[fact.0 as usize]),
        Refill::Never => next,
        Refill::Own => {
            let first = logic.input(layout.origin_fact(fact) as u32);
            logic.choose(begins, first, next)
        }
    }
}
