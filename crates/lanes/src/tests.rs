//! White-box tests of the programs of play: single steps against the machine that plays one state at a time, the random
//! choice, and batches with programs of a given kind. Tests of the public interface are in the folder `tests`.

mod batches;
mod choice;
mod steps;

use crate::code::{Code, Scratch};
use crate::kernel::{Backend, Kernel};
use crate::random::RandomState;
use crate::step::{Refill, StepPlan, StepProgram};
use crate::transpose::{get, put};
use crate::word::{LaneWord, Word};
use circuit::exclusions::Exclusions;
use circuit::{FactBits, Model};
use game::{Fact, Machine, Move, Role, State};
use oracle::random_play::{
    all_exclusions, preferring, some_preferences, states_by_phase, states_of_play,
};
use propnet::CircuitMachine;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Returns the kernel of the fastest backend.
fn kernel() -> &'static dyn Kernel {
    Backend::best().kernel().expect("it is available")
}

const SIMULTANEOUS: &[u8] = include_bytes!("../tests/simultaneous.kif");

/// Returns a plan for lanes that begin with states of their own, which relies on these exclusions.
fn plan<'a>(model: &'a Model, exclusions: &'a Exclusions, weight_bits: u32) -> StepPlan<'a> {
    StepPlan { exclusions, ..StepPlan::new(model, Refill::Own, weight_bits) }
}

/// Largest number of joint moves of a state whose following states are all computed.
const MAX_JOINTS: usize = 3000;

/// Returns the states that can follow a state; `None` if it has too many joint moves.
fn successors(machine: &mut CircuitMachine, state: &State) -> Option<BTreeSet<Vec<u32>>> {
    let mut joints: Vec<Vec<Move>> = vec![Vec::new()];
    for role in 0..machine.roles().len() as u32 {
        let mut legal = Vec::new();
        machine.legal(state, Role(role), &mut legal).unwrap();
        if joints.len() * legal.len() > MAX_JOINTS {
            return None;
        }
        joints = joints
            .iter()
            .flat_map(|joint| legal.iter().map(move |&action| [&joint[..], &[action]].concat()))
            .collect();
    }
    let mut states = BTreeSet::new();
    for joint in joints {
        let mut next = State::default();
        machine.next(state, &joint, &mut next).unwrap();
        states.insert(next.words().to_vec());
    }
    Some(states)
}

/// Runs a step on states that all belong to its phase, one in each lane.
struct Trial<'a> {
    step: &'a StepProgram,
    code: Code,
    /// The control words of the state.
    controls: Vec<Word>,
}

impl<'a> Trial<'a> {
    fn new(step: &'a StepProgram, control: Word) -> Trial<'a> {
        let code = Code::new(&step.program, kernel()).unwrap();
        Trial { step, code, controls: vec![control; step.layout.control_words().len()] }
    }

    fn run(&self, states: &[State], masks: &[u64], random: &mut RandomState) -> Vec<Word> {
        let layout = &self.step.layout;
        let facts = layout.facts();
        let rows: Vec<Vec<u32>> = states
            .iter()
            .map(|state| {
                let values = facts.iter().map(|&fact| FactBits::contains(state, fact));
                FactBits::new(facts.len()).state(values).words().to_vec()
            })
            .collect();
        // No lane has a state of its own with which it could begin again.
        let mut input = vec![Word::NONE; layout.words()];
        put(kernel(), &mut input[layout.fact_words()], Word::ALL, |lane| &rows[lane % rows.len()]);
        input[layout.control_words()].copy_from_slice(&self.controls);
        let mut randoms = vec![Word::NONE; self.step.program.randoms as usize];
        kernel().fill_random(random, &mut randoms);
        let mut output = vec![Word::NONE; self.step.program.outputs.len()];
        self.code.run(&input, &randoms, masks, &mut output, &mut Scratch::default());
        // The origins stay as they are.
        [&input[..layout.origin_words()], &output].concat()
    }
}

fn bit(word: Word, lane: usize) -> bool {
    word.0[lane / 64] >> (lane % 64) & 1 == 1
}

/// Returns the state in a lane, from the facts of the words and the facts known in the phase.
fn state_in(
    machine: &CircuitMachine,
    facts: &[Fact],
    words: &[Word],
    lane: usize,
    phase: usize,
) -> State {
    let row = get(&words[..facts.len()], lane);
    let phases = machine.model().phases();
    let all = machine.model().circuit().facts();
    let mut on: Vec<Fact> = all.filter(|&fact| phases.known(phase, fact) == Some(true)).collect();
    let true_facts = FactBits::facts(&row).map(|Fact(place)| facts[place as usize]);
    on.extend(true_facts.filter(|&fact| phases.known(phase, fact).is_none()));
    machine.state(&on)
}

fn goals(machine: &mut CircuitMachine, state: &State) -> Vec<u8> {
    let roles = 0..machine.roles().len() as u32;
    roles.map(|role| machine.goal(state, Role(role)).unwrap().value()).collect()
}

/// Returns a few states of play in which the game is not over, from the beginning, the middle and the end of games.
fn samples(machine: &mut CircuitMachine) -> Vec<State> {
    let states: Vec<State> = states_by_phase(machine, 2, 11).into_iter().flatten().collect();
    let going: Vec<State> =
        states.into_iter().filter(|state| !machine.terminal(state).unwrap()).collect();
    let step = (going.len() / 4).max(1);
    going.into_iter().step_by(step).collect()
}
