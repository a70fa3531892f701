//! The programs of play for all lanes. A step computes the legal moves, the random choice among them and the next
//! state, and finds the games that are over and their goals.
//!
//! There are two schedules. *Fused* steps make a move, find the games that are then over and the goals of their roles,
//! and begin the next game in these lanes. *Deferred* steps first find the games that are over, and make a move only in
//! the other lanes; lanes whose game is over rest in their last state until another program, which is run after several
//! rounds, finds their goals and lets them begin again. Deferred steps share the logic of the end with that of the
//! legal moves, which is often the same, and save the logic of the goals, which may be many times larger than all the
//! rest.

mod builder;
mod deferred;
mod fused;
pub(crate) mod layout;
mod logic;
mod map;
mod select;
mod wires;

use crate::program::LaneProgram;
use builder::StepBuilder;
use circuit::exclusions::Exclusions;
use circuit::phases::Phases;
use circuit::{Action, Circuit, Model};
pub(crate) use deferred::{deferred, goal_search};
pub(crate) use fused::fused;
use game::{Fact, Role};
use layout::StateLayout;
use logic::{Logic, Wire};
use wires::CircuitWires;

/// The next game of lanes whose game is over.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Refill {
    /// They begin again with the initial state, as soon as the phase is the first one.
    Initial,
    /// They begin again with a state of their own, if they have one, as soon as the phase is the one it belongs to.
    Own,
    /// None: every lane plays once.
    Never,
}

/// The parts of a game that its programs are made from, and the way to play it.
#[derive(Clone, Copy)]
pub struct StepPlan<'a> {
    /// The circuit of the game.
    pub circuit: &'a Circuit,
    /// Whether each fact is true in the initial state.
    pub initial: &'a [bool],
    /// Facts known in each phase.
    pub phases: &'a Phases,
    /// Facts that exclude each other.
    pub exclusions: &'a Exclusions,
    /// The next game of lanes whose game is over.
    pub refill: Refill,
    /// Number of bits of a move's weight; with one bit, all moves are equally likely.
    pub weight_bits: u32,
}

impl<'a> StepPlan<'a> {
    /// Returns a plan for playouts of a game.
    pub fn new(model: &'a Model, refill: Refill, weight_bits: u32) -> StepPlan<'a> {
        StepPlan {
            circuit: model.circuit(),
            initial: model.initial_facts(),
            phases: model.phases(),
            exclusions: model.exclusions(),
            refill,
            weight_bits,
        }
    }
}

/// A program of play, with the meaning of its inputs and outputs.
pub struct StepProgram {
    /// The program. Its inputs are the words of a state; its outputs are the words of the next state without the
    /// origins, followed by the results.
    pub program: LaneProgram,
    /// The layout of its inputs.
    pub(crate) layout: StateLayout,
    /// The weight masks, in order: the action and the bit of its weight.
    pub(crate) masks: Vec<(Action, u32)>,
    /// For each goal word, the role and the value that the lanes of the word give it. A role gets 0
    /// in lanes that none of its goal words contains.
    pub(crate) goals: Vec<(Role, u8)>,
}

/// Makes the program that finds the phase in which lanes begin with states of their own: the first whose known facts
/// the state has. States that break an exclusion begin in none. Terminal states begin in none if `refuses_terminal`,
/// which fused steps need. The inputs are the facts, the outputs a word for each phase.
pub(crate) fn entry(plan: &StepPlan, refuses_terminal: bool) -> StepProgram {
    let facts: Vec<Fact> = plan.circuit.facts().collect();
    let mut builder = StepBuilder::without_choice(facts.len());
    let logic = &mut builder.logic;
    let state: Vec<Wire> = facts.iter().map(|fact| logic.input(fact.0)).collect();
    let mut unfit: Vec<Wire> = Vec::new();
    for group in plan.exclusions.groups() {
        let group: Vec<Wire> = group.iter().map(|fact| state[fact.0 as usize]).collect();
        unfit.push(any_and_several(logic, &group).1);
    }
    if refuses_terminal {
        let mut wires = CircuitWires::new(plan.circuit, &state);
        unfit.push(wires.get(logic, plan.circuit.outputs.terminal));
    }
    let mut remaining = !logic.any(&unfit);
    let mut begins = Vec::new();
    for known in &plan.phases.facts {
        let known = known.iter().zip(&state);
        let known = known.filter_map(|(known, wire)| Some(wire.invert_if(!(*known)?)));
        let fits: Vec<Wire> = known.collect();
        let fits = logic.all(&fits);
        begins.push(logic.and(remaining, fits));
        remaining = logic.and(remaining, !fits);
    }
    builder.finish(&begins, StateLayout::of_facts(facts), Vec::new())
}

/// Returns the lanes in which any of the wires is on, and those in which several are.
fn any_and_several(logic: &mut Logic, wires: &[Wire]) -> (Wire, Wire) {
    match wires {
        [] => (Wire::FALSE, Wire::FALSE),
        [wire] => (*wire, Wire::FALSE),
        _ => {
            let (left, right) = wires.split_at(wires.len() / 2);
            let (left, right) = (any_and_several(logic, left), any_and_several(logic, right));
            let both = logic.and(left.0, right.0);
            (logic.or(left.0, right.0), logic.any(&[left.1, right.1, both]))
        }
    }
}

/// Makes a fact of the next state: `fact` where the lane still plays, elsewhere the fact of the initial state.
fn or_initial(logic: &mut Logic, fact: Wire, still: Wire, initial: bool) -> Wire {
    if initial { logic.or(fact, !still) } else { logic.and(fact, still) }
}

/// Returns the wires of all facts that are known in a phase. The others are off, to be replaced.
fn known_facts(phases: &Phases, phase: usize) -> Vec<Wire> {
    let known = phases.facts[phase].iter();
    known.map(|&known| if known == Some(true) { Wire::TRUE } else { Wire::FALSE }).collect()
}
